/** What the library lists, and what of it is selected. */

import { type Signal, signal } from '@preact/signals-core';
import type { LibraryFile } from '../../store/library.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { factsOf, factsVersion } from '../facts.ts';
import { foundFiles } from '../search.ts';
import {
  type Arrangement,
  arrange,
  descending,
  grouped,
  isListed,
  needsFacts,
  shownKinds,
  sortBy,
} from './order.ts';
import { cursor, selection, withoutGone } from './selection.ts';

/** The files that are listed, in their order. */
export const arrangement: Signal<Arrangement> = signal({ files: [], sections: [] });

/** Keys of the groups whose files are not listed. */
export const collapsedGroups: Signal<ReadonlySet<string>> = signal(new Set());

/** Sorting may take this part of the time while files and facts arrive. */
const SHARE = 0.2;
const MAX_WAIT_MS = 2000;

/** Selected files in the order of the list; without any, none. */
export function selectedFiles(): readonly LibraryFile[] {
  const { files } = selection.value;
  return files.size === 0 ? [] : arrangement.value.files.filter((file) => files.has(file));
}

/** Keeps the arrangement in step with what is found, known and chosen. */
export function watchLibrary(): void {
  let timer = 0;
  let freeAt = 0;
  const update = () => {
    timer = 0;
    const start = performance.now();
    const kinds = shownKinds.peek();
    const order = { by: sortBy.peek(), descending: descending.peek(), grouped: grouped.peek() };
    const files = foundFiles.peek().filter((file) => isListed(file, kinds));
    arrangement.value = arrange(files, order, factsOf);
    dropGone();
    const now = performance.now();
    freeAt = now + Math.min(MAX_WAIT_MS, (now - start) / SHARE);
  };
  // What the user chooses is done at once, what comes by itself when there is time.
  effect(() => {
    void [shownKinds.value, sortBy.value, descending.value, grouped.value];
    window.clearTimeout(timer);
    update();
  });
  effect(() => {
    void foundFiles.value;
    if (needsFacts(sortBy.value)) factsVersion.value;
    const wait = freeAt - performance.now();
    if (wait <= 0) {
      window.clearTimeout(timer);
      update();
    } else {
      timer ||= window.setTimeout(update, wait);
    }
  });
  onEnd(() => window.clearTimeout(timer));
}

/** What is not listed any more is neither selected nor where the keyboard is. */
function dropGone(): void {
  const { files, sections } = arrangement.peek();
  const place = cursor.peek();
  if (selection.peek().files.size > 0) selection.value = withoutGone(selection.peek(), new Set(files));
  const isThere =
    typeof place === 'string'
      ? sections.some(({ group }) => group?.key === place)
      : place === null || files.includes(place);
  if (!isThere) cursor.value = null;
}
