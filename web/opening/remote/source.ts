/** Files by their address: only when a link or the user names one. */

import type { FileSource } from '../../document/open-file.ts';
import { isArchiveName } from '../../explain/file-kind.ts';
import { reasonOf } from '../../store/core.ts';
import { notify } from '../../store/notices.ts';
import { openSources } from '../open.ts';
import { identified } from '../read.ts';
import { type ModelSources, sampleAt, sampleSources } from '../samples.ts';
import { archiveFrom, openInLibrary } from '../sources/arrive.ts';
import type { NewSource } from '../sources/new-source.ts';
import { resolveAddress } from './address.ts';
import { archiveInParts } from './archive.ts';
import { openBeside } from './beside.ts';
import { remoteSource } from './fetch.ts';
import { showFetches } from './progress-list.ts';
import { fetchWithRetry } from './retry.ts';

/** Opens the file at an address, or reloads and shows it when it is open. */
export async function openAddress(address: string): Promise<void> {
  try {
    const found = await sourcesAt(address);
    if (!found) return;
    if ('archive' in found) {
      await openInLibrary([found.archive]);
      return;
    }
    const { model, textures, bases } = found;
    await openSources([model], { textures, bases });
    await openBeside(model);
  } catch (error) {
    notify(reasonOf(error));
  }
}

/** What lies at an address: a file with what belongs to it, or an archive. */
export type AtAddress = ModelSources | { readonly archive: NewSource };

/**
 * The file at an address; a sample brings its skins and bases. Null when it could not be fetched, which the page has said.
 * Rejects with a sentence for the user when the page may not read from there.
 * @param expectsArchive whatever its name
 */
export async function sourcesAt(address: string, expectsArchive = false): Promise<AtAddress | null> {
  const resolved = resolveAddress(address);
  if ('problem' in resolved) throw new Error(resolved.problem);
  const sample = await sampleAt(resolved.url);
  if (sample) return sampleSources(sample);
  const { url } = resolved;
  const parts = expectsArchive || isArchiveName(url.pathname) ? await archiveInParts(url) : null;
  if (parts) return { archive: parts };
  showFetches();
  const { blob, retried } = await fetchWithRetry(url);
  const content = blob ?? (await retried);
  if (!content) return null;
  const source = remoteSource(url, content);
  const archive = archiveFrom(await identified(source, content));
  return archive ? { archive } : { model: source, textures: [], bases: [] };
}

/** A fetched file as a source. */
export interface SourceResult {
  /** Null when it could not be fetched. */
  readonly source: FileSource | null;
  /** The file after a retry; null when the user dismisses it. */
  readonly retried: Promise<FileSource | null>;
}

/** Fetches the file at an address. */
export async function fetchSource(url: URL): Promise<SourceResult> {
  showFetches();
  const { blob, retried } = await fetchWithRetry(url);
  const asSource = (content: Blob | null) => content && remoteSource(url, content);
  return { source: asSource(blob), retried: retried.then(asSource) };
}
