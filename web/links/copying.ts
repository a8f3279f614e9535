/** What the dialogs of links and of code have in common, and the share sheet of the system, which phones have. */
import type { OpenFile } from '../document/open-file.ts';
import { baseName } from '../lib/file-names.ts';
import { isWithdrawn, reasonOf } from '../lib/reason.ts';
import { notify } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { el, visible } from '../ui/dom.ts';

export const COPY_BY_HAND = 'The browser did not allow copying. Copy the selected text yourself (Ctrl+C).';

/** Characters of a link or of code that are shown: a text field with hundreds of thousands is slow. */
const MAX_SHOWN = 2000;

export const shownPart = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Copies a text. @returns false when the browser refuses: the field then has all of it selected */
export async function copyFrom(field: HTMLTextAreaElement, text: string): Promise<boolean> {
  if (await copyText(text)) return true;
  field.value = text;
  field.focus();
  field.select();
  return false;
}

/** Gives a link to the share sheet. */
export async function sendLink({ name }: OpenFile, url: string): Promise<void> {
  try {
    await navigator.share({ title: visible(baseName(name), 100), url });
  } catch (error) {
    if (!isWithdrawn(error)) notify(`The link was not shared: ${reasonOf(error)}`);
  }
}

/** Opens a dialog with a progress message in place of its body. */
export function shareDialog(title: string): { dialog: Dialog; body: HTMLElement } {
  const body = el('div', { class: 'share-body' }, el('p', { role: 'status' }, 'Measuring the file…'));
  return { dialog: openDialog({ class: 'share', title, build: () => [body] }), body };
}
