/** State of the library's list: arranged files, collapsed groups. */

import { type Signal, signal } from '@preact/signals-core';
import type { LibraryFile } from '../../store/library.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { factsOf, factsVersion } from '../facts.ts';
import { foundFiles } from '../search.ts';
import { type Arrangement, arrange, needsFacts } from './order.ts';
import { cursor, selection, withoutGone } from './selection.ts';
import { descending, grouped, isListed, shownKinds, sortBy } from './settings.ts';

/** The listed files in order. */
export const arrangement: Signal<Arrangement> = signal({ files: [], sections: [] });

/** Keys of collapsed groups. */
export const collapsedGroups: Signal<ReadonlySet<string>> = signal(new Set());

/** Share of the time that sorting may take while files and facts arrive. */
const SHARE = 0.2;
const MAX_WAIT_MS = 2000;

/** Selected files in the order of the list. */
export function selectedFiles(): readonly LibraryFile[] {
  const { files } = selection.value;
  return files.size === 0 ? [] : arrangement.value.files.filter((file) => files.has(file));
}

/** Updates the arrangement when files, facts or options change. */
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
  // Options apply immediately; new files and facts are throttled.
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

/** Removes unlisted files from selection and cursor. */
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
