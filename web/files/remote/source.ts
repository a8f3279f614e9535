/** Files by their address: only when a link or the user names one. */

import { reasonOf } from '../../store/core.ts';
import { notify } from '../../store/notices.ts';
import type { FileSource } from '../../store/open-file.ts';

import { openSources } from '../open.ts';
import { type ModelSources, sampleAt, sampleSources } from '../samples.ts';
import { resolveAddress } from './address.ts';
import { openBeside } from './beside.ts';
import { remoteSource } from './fetch.ts';
import { showFetches } from './progress-list.ts';
import { fetchWithRetry } from './retry.ts';

/** Opens the file at an address, or reloads and shows it when it is open. */
export async function openAddress(address: string): Promise<void> {
  try {
    const found = await sourcesAt(address);
    if (!found) return;
    const { model, textures, bases } = found;
    await openSources([model], { textures, bases });
    await openBeside(model);
  } catch (error) {
    notify(reasonOf(error));
  }
}

/**
 * The file at an address; a sample brings its skins and bases. Null when it could not be fetched, which the page has said.
 * Rejects with a sentence for the user when the page may not read from there.
 */
export async function sourcesAt(address: string): Promise<ModelSources | null> {
  const resolved = resolveAddress(address);
  if ('problem' in resolved) throw new Error(resolved.problem);
  const sample = await sampleAt(resolved.url);
  if (sample) return sampleSources(sample);
  const { source, retried } = await fetchSource(resolved.url);
  const model = source ?? (await retried);
  return model && { model, textures: [], bases: [] };
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
