/** The dialog of links, and of code with links. */

import { type Dialog, openDialog } from '../ui/dialog.ts';
import { el } from '../ui/dom.ts';
import './share.css';

/** Opens a dialog, which says that it measures the file until its body is filled. */
export function shareDialog(title: string): { dialog: Dialog; body: HTMLElement } {
  const body = el('div', { class: 'share-body' }, el('p', { role: 'status' }, 'Measuring the file …'));
  return { dialog: openDialog({ class: 'share', title, build: () => [body] }), body };
}
