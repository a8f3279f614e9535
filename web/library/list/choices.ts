/** How the library is listed: remembered on this machine. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type LibraryFile, libraryFiles } from '../../store/library.ts';
import { recall, remember } from '../../store/storage.ts';
import { effect } from '../../ui/scope.ts';
import { SORT_KEYS, type SortKey } from './order.ts';

export type ListMode = 'rows' | 'pictures';
export type ListedKinds = 'models' | 'textures' | 'all';

const STORAGE_KEY = 'library';

/** Edge of a picture, CSS pixels. */
export const PICTURE_SIZES = [64, 96, 144, 208] as const;

export const listMode: Signal<ListMode> = signal('rows');
export const listedKinds: Signal<ListedKinds> = signal('models');
/** What is listed now: without a model in the library, all of it instead of nothing. */
export const shownKinds: ReadonlySignal<ListedKinds> = computed(() => {
  const hasModel = () => libraryFiles.value.some(({ kind }) => kind === 'model');
  return listedKinds.value === 'models' && !hasModel() ? 'all' : listedKinds.value;
});
export const sortBy: Signal<SortKey> = signal('name');
export const descending: Signal<boolean> = signal(false);
export const grouped: Signal<boolean> = signal(true);
export const pictureSize: Signal<number> = signal(96);

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

/** Takes what was chosen on an earlier visit, and stores what is chosen from now on. */
export function rememberChoices(): void {
  const stored = (recall(STORAGE_KEY) ?? '').split(' ');
  const take = <T extends string>(option: Signal<T>, values: readonly T[], text: string | undefined) => {
    const value = values.find((one) => one === text);
    if (value !== undefined) option.value = value;
  };
  const [mode, kinds, by, direction, groups, size] = stored;
  take(listMode, ['rows', 'pictures'], mode);
  take(listedKinds, ['models', 'textures', 'all'], kinds);
  take(sortBy, SORT_KEYS, by);
  if (stored.length > 1) {
    descending.value = direction === 'descending';
    grouped.value = groups === 'grouped';
  }
  pictureSize.value = PICTURE_SIZES.find((one) => String(one) === size) ?? pictureSize.peek();
  effect(() => {
    const choices = [
      listMode.value,
      listedKinds.value,
      sortBy.value,
      descending.value ? 'descending' : 'ascending',
      grouped.value ? 'grouped' : 'flat',
      pictureSize.value,
    ];
    remember(STORAGE_KEY, choices.join(' '));
  });
}
