/** What follows from unsaved changes for the page as a whole. */

import { isUnsaved } from '../store/edits.ts';
import { files } from '../store/state.ts';
import { effect, listen } from '../ui/scope.ts';

/** Lets the browser ask before the page goes while a file has unsaved changes. */
export function followChanges(): void {
  effect(() => {
    if (!files.value.some(({ edits }) => isUnsaved(edits.value))) return;
    // While there is nothing to lose, a page that listens would be kept from coming back at once.
    listen(window, 'beforeunload', (event) => event.preventDefault());
  });
}
