/** What follows from unsaved changes for the page as a whole. */

import { isUnsaved, mayKeepChanges } from '../document/edits.ts';
import { files } from '../document/state.ts';
import { usePart } from '../ui/parts.ts';
import { effect, listen, once, page } from '../ui/scope.ts';

const anyUnsaved = () => files.value.some(({ edits }) => isUnsaved(edits.value));

let isKept = false;

/** The page is about to go, and all that is unsaved is kept: nobody has to be asked. */
export function leaveKept(): void {
  isKept = true;
}

/** Offers what an earlier page kept, keeps what is changed, and lets the browser ask before the page goes. */
export function watchChanges(): void {
  effect(() => {
    // While there is nothing to lose, a page that listens would be kept from coming back at once.
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
