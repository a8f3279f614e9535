/** How the library is listed: remembered on this machine. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { flag, keptSignals, oneOf } from '../../store/kept.ts';
import { type LibraryFile, libraryFiles } from '../../store/library.ts';
import { SORT_KEYS, type SortKey } from './order.ts';

export type ListedKinds = 'models' | 'textures' | 'all';

/** Edge of a picture, CSS pixels. */
export const PICTURE_SIZES = [64, 96, 144, 208] as const;

export const { listMode, listedKinds, sortBy, descending, grouped, pictureSize } = keptSignals('library', {
  listMode: oneOf(['rows', 'pictures'], 'rows'),
  listedKinds: oneOf(['models', 'textures', 'all'], 'models'),
  sortBy: oneOf(SORT_KEYS, 'name'),
  descending: flag(false),
  grouped: flag(true),
  pictureSize: oneOf(PICTURE_SIZES, 96),
});
/** What is listed now: without a model in the library, all of it instead of nothing. */
export const shownKinds: ReadonlySignal<ListedKinds> = computed(() => {
  const hasModel = () => libraryFiles.value.some(({ kind }) => kind === 'model');
  return listedKinds.value === 'models' && !hasModel() ? 'all' : listedKinds.value;
});

/** Whether a file is of the kinds that are listed. */
export function isListed({ kind }: LibraryFile, kinds: ListedKinds): boolean {
  if (kinds === 'all') return true;
  return kinds === 'models' ? kind === 'model' : kind === 'texture' || kind === 'sprite';
}

/** Sorts by something; by the same again, the other way round. */
export function sortAgain(by: SortKey): void {
  descending.value = sortBy.peek() === by && !descending.peek();
  sortBy.value = by;
}
