/** Text and pictures to the clipboard or to a downloaded file. */
import { el } from './dom.ts';

/** Copies text. @returns whether the browser allowed it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Copies a picture. @param png null: nothing to copy @returns whether the browser allowed it */
export async function copyPng(png: Promise<Blob | null>): Promise<boolean> {
  const content = png.then((blob) => blob ?? Promise.reject(new Error('no image')));
  try {
    // A promise, since Safari needs the item during the user gesture.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': content })]);
    return true;
  } catch {
    content.catch(() => {});
    return false;
  }
}

/** Copies without the clipboard API, which only secure pages have. */
function copyByCommand(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', put, { capture: true, once: true });
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  return copied;
}

/** Saves text as a file in the browser's folder for downloads. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves bytes as a file in the browser's folder for downloads. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name }).click();
  // The download has read the data by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
