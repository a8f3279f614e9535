/** Links onto the clipboard: at once where the file has an address, else after asking how. */

import { announcement } from '../store/notices.ts';
import type { OpenFile } from '../store/state.ts';
import { copyText } from '../ui/clipboard.ts';
import { bytesLinkOf, linkOf } from './describe.ts';
import { openShareDialog } from './dialog.ts';
import type { Link } from './link.ts';
import { fullAddress, missingInWords } from './link-text.ts';

/** Copies a link to what is on the screen. */
export function copyViewLink(file: OpenFile): Promise<void> {
  return copy(file, linkOf(file), 'this view');
}

/** Copies a link to the selected bytes. */
export function copySelectionLink(file: OpenFile): Promise<void> {
  return copy(file, bytesLinkOf(file), 'these bytes');
}

async function copy(file: OpenFile, link: Link, about: string): Promise<void> {
  const address = fullAddress(link);
  // A file by address: nothing to ask. But what the browser refuses, the user can still copy by hand.
  if (file.source.url && (await copyText(address))) {
    announcement.value = `Link copied.${missingInWords(link)}`;
    return;
  }
  openShareDialog(file, link, about);
}
