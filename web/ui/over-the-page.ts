/** What is open over the page, which Escape closes first: dialogs, and popovers that a press beside them closes. */

import { listen } from './scope.ts';

const dialogs = new Set<HTMLDialogElement>();
const popovers = new Set<HTMLElement>();

/** Follows the popovers of the page, once. */
export function watchPopovers(): void {
  listen(
    document,
    'beforetoggle',
    ({ target, newState }) => {
      if (!(target instanceof HTMLElement) || target.popover !== 'auto') return;
      if (newState === 'open') popovers.add(target);
      else popovers.delete(target);
    },
    { capture: true },
  );
}

/** Shows a dialog over the page. */
export function showOver(dialog: HTMLDialogElement): void {
  dialogs.add(dialog);
  dialog.addEventListener('close', () => dialogs.delete(dialog), { once: true });
  dialog.showModal();
}

/** Whether a dialog is open: what lies under it waits. */
export const isDialogOpen = (): boolean => [...dialogs].some(({ open }) => open);

/** Whether Escape has something to close that is open over the page. */
export function isOpenOverThePage(): boolean {
  // One that was taken out of the page is closed without an event.
  return isDialogOpen() || [...popovers].some((popover) => popover.matches(':popover-open'));
}
