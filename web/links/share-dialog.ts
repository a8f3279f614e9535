/** What the dialogs of links have in common: the dialog, and the file as text for a link. */

import type { OpenFile } from '../store/open-file.ts';
import { button, el, icon } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { isAsOpened } from './describe.ts';
import { tooLargeToPack } from './messages.ts';
import { deflate, MAX_PACKED_BYTES, toBase64Url } from './pack.ts';
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

/** The file as text for a link, or why it cannot be. */
export async function dataOf(file: OpenFile): Promise<string | { readonly problem: string }> {
  const { source, parsed } = file;
  if (source.packed && isAsOpened(file)) return source.packed;
  if (parsed.isPartial) return { problem: tooLargeToPack(null) };
  const packed = await deflate(new Blob([new Uint8Array(parsed.bytes)]));
  if (!packed) return { problem: 'This browser cannot pack files.' };
  if (packed.length > MAX_PACKED_BYTES) return { problem: tooLargeToPack(packed.length) };
  return toBase64Url(packed);
}
