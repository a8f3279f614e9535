/** The dialog of links, and of code with links. */

import { button, el, icon } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import '../ui/overlays.css';
import './share.css';

/** Opens a dialog, which says that it measures the file until its body is filled. It goes when it is closed. */
export function shareDialog(title: string): { dialog: HTMLDialogElement; body: HTMLElement } {
  const dialog = el('dialog', { class: 'dialog share', 'aria-labelledby': 'share-title' });
  const close = button(icon(CROSS), () => dialog.close(), { class: 'button-quiet', 'aria-label': 'Close' });
  const body = el('div', { class: 'share-body' }, el('p', { role: 'status' }, 'Measuring the file …'));
  dialog.append(el('header', {}, el('h2', { id: 'share-title' }, title), close), body);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  // Each opening is another dialog: the link is as the page was then.
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, body };
}
