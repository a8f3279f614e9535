/** Unsaved changes and the page: they are stored, offered again, and the browser asks before the page unloads. */

import { isUnsaved, mayKeepChanges } from '../document/edits.ts';
import { files } from '../document/state.ts';
import { usePart } from '../ui/parts.ts';
import { effect, listen, once, page } from '../ui/scope.ts';

const anyUnsaved = () => files.value.some(({ edits }) => isUnsaved(edits.value));

let isKept = false;

/** Suppresses the browser's question before a reload: all unsaved changes are stored. */
export function leaveKept(): void {
  isKept = true;
}

/** Offers changes of earlier pages, stores new ones, and lets the browser ask before the page unloads. */
export function watchChanges(): void {
  effect(() => {
    // Only while needed: the listener disables the back/forward cache.
    if (anyUnsaved()) listen(window, 'beforeunload', (event) => isKept || event.preventDefault());
  });
  once(
    anyUnsaved,
    () =>
      void usePart(
        () => import('./kept-changes.ts'),
        (part) => page.run(() => part.persistChanges()),
      ),
  );
  if (!mayKeepChanges.read()) return;
  void usePart(
    () => import('./offer.ts'),
    (part) => part.offerKept(),
  );
}
