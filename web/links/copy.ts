/** Links onto the clipboard: at once where the file has an address, else after asking how. */

import { counted } from '../explain/describe.ts';
import { announcement, type OpenFile } from '../store/state.ts';
import { copyText } from '../ui/clipboard.ts';
import { visible } from '../ui/dom.ts';
import { bytesLinkOf, linkOf } from './describe.ts';
import { formatLink, type Link } from './link.ts';

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
  const { openShareDialog } = await import('./dialog.ts');
  openShareDialog(file, link, about);
}

/** What a link cannot bring; '' when it brings everything. */
export function missingInWords({ local = [] }: Link): string {
  if (local.length === 0) return '';
  const names =
    local.length > MOST_NAMES
      ? counted(local.length, 'file')
      : local.map((name) => visible(name, LONGEST_NAME)).join(', ');
  return ` It cannot bring ${names}: on this machine only.`;
}

/** More names are counted. */
const MOST_NAMES = 3;
/** Longer ones are cut. */
const LONGEST_NAME = 60;

/** The address that a link makes with this page. */
export function fullAddress(link: Link): string {
  return `${location.origin}${location.pathname}${location.search}#${formatLink(link)}`;
}
