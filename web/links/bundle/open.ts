/** Opens a bundle that the library has listed: dropped, chosen, or opened by the system. */
import { reasonOf } from '../../store/core.ts';
import type { LibrarySource } from '../../store/library.ts';
import { notify } from '../../store/notices.ts';
import { openBundled } from '../open.ts';
import { readBundle } from './read.ts';

/** Aborted when another bundle is opened. */
let opening = new AbortController();

/** @returns whether it is a bundle; without a link it is a zip like any other */
export async function openBundle(source: LibrarySource): Promise<boolean> {
  opening.abort();
  opening = new AbortController();
  const { signal } = opening;
  try {
    const bundle = await readBundle(source);
    if (bundle && !signal.aborted) await openBundled(bundle, signal);
    return bundle !== null;
  } catch (error) {
    notify(reasonOf(error));
    return false;
  }
}
