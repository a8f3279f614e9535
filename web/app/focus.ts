/** Where the keyboard goes when files are opened or closed: never back to the top of the page. */

import { activeFile } from '../document/state.ts';
import { effect } from '../ui/scope.ts';
import type { Frame } from './frame.ts';

/**
 * Who opened a file by the keyboard goes on at its tab, as the button that was pressed is out of view then; who closed
 * the last one, at the button that opens another. A press of the mouse leaves the keys to the page.
 */
export function watchFocus({ root, main }: Frame): void {
  let wasOpen = false;
  effect(() => {
    const isOpen = activeFile.value !== null;
    if (isOpen === wasOpen) return;
    wasOpen = isOpen;
    const focused = document.activeElement;
    const byKeyboard = focused?.matches(':focus-visible') ?? false;
    const start = main.querySelector('.empty');
    if (isOpen && byKeyboard && start?.contains(focused)) {
      queueMicrotask(() => root.querySelector<HTMLElement>('.tab-current .tab-name')?.focus());
    } else if (!isOpen && byKeyboard) {
      queueMicrotask(() => start?.querySelector<HTMLElement>('.empty-target button')?.focus());
    }
  });
}
