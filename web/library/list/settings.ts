/** What the library's list shows and how, as kept on this machine. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { flag, keptSignals, oneOf } from '../../store/kept.ts';
import { type LibraryFile, libraryFiles } from '../../store/library.ts';

export const SORT_KEYS = [
  'name',
  'folder',
  'kind',
  'version',
  'size',
  'faces',
  'nodes',
  'animations',
  'problems',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export type ListedKinds = 'models' | 'textures' | 'all';

/** Sides of a picture, CSS pixels. */
export const PICTURE_SIZES = [64, 96, 144, 208] as const;

export const { listMode, listedKinds, sortBy, descending, grouped, pictureSize } = keptSignals('library', {
  listMode: oneOf(['rows', 'pictures'], 'rows'),
  listedKinds: oneOf(['models', 'textures', 'all'], 'models'),
  sortBy: oneOf(SORT_KEYS, 'name'),
  descending: flag(false),
  grouped: flag(true),
  pictureSize: oneOf(PICTURE_SIZES, 96),
});
/** Kinds currently listed: without models in the library, all instead of none. */
export const shownKinds: ReadonlySignal<ListedKinds> = computed(() => {
  const hasModel = () => libraryFiles.value.some(({ kind }) => kind === 'model');
  return listedKinds.value === 'models' && !hasModel() ? 'all' : listedKinds.value;
});

/** Whether a file is of the given kinds. */
export function isListed({ kind }: LibraryFile, kinds: ListedKinds): boolean {
  if (kinds === 'all') return true;
  return kinds === 'models' ? kind === 'model' : kind === 'texture' || kind === 'sprite';
}

/** Sorts by a key; the same key again reverses the order. */
export function sortAgain(by: SortKey): void {
  descending.value = sortBy.peek() === by && !descending.peek();
  sortBy.value = by;
}
