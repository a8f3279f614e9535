/** Words that the parts of a model are filtered by, over all groups. */
import { computed, signal } from '@preact/signals-core';
import { animationList } from '../motion/panels.ts';

/** As typed. */
export const outlineWords = signal('');

const wanted = computed(() => outlineWords.value.trim().toLowerCase());

export const isFiltered = computed(() => wanted.value !== '');

/** Whether a name contains the words, in any case. Reads a signal. */
export const isWanted = (name: string): boolean => name.toLowerCase().includes(wanted.value);

/** Indices of the names that contain the words. Reads a signal. */
export function wantedAmong(names: readonly { readonly name: string }[]): number[] {
  return [...names.keys()].filter((index) => isWanted(names[index]?.name ?? ''));
}

export const animationsPanel = animationList(outlineWords);
