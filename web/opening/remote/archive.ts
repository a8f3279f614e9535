/** Archives by their address: of a server that gives parts of files, only the directory and what is opened travel. */

import { askForParts } from '../../archive/http.ts';
import { archiveKind } from '../../archive/locator.ts';
import { bytesSource } from '../../archive/source.ts';
import type { NewSource } from '../sources/new-source.ts';
import { fileName } from './address.ts';

/** An archive of which parts are asked for; null when the server gives files whole only, or it is no archive. */
export async function archiveInParts(url: URL): Promise<NewSource | null> {
  try {
    const parts = await askForParts(url.href, AbortSignal.timeout(TIMEOUT_MS));
    const archive = parts && (await archiveKind(bytesSource(parts.head)));
    if (!parts || !archive) return null;
    const { size, version } = parts;
    const locator = { url: url.href, size, version };
    return { kind: 'archive', name: fileName(url), archive, locator, url: url.href };
  } catch {
    // Fetching it whole says why.
    return null;
  }
}

const TIMEOUT_MS = 30_000;
