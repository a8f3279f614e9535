/** Links onto the clipboard. */
import { copyText } from '../clipboard.ts';
import { announcement, type OpenFile } from '../state.ts';
import { bytesLinkOf, linkOf } from './describe.ts';
import { formatLink, type Link } from './link.ts';

/** Copies a link to what is on the screen. */
export function copyViewLink(file: OpenFile): Promise<void> {
  return copy(file, linkOf(file));
}

/** Copies a link to the selected bytes. */
export function copySelectionLink(file: OpenFile): Promise<void> {
  return copy(file, bytesLinkOf(file));
}

async function copy(file: OpenFile, link: Link): Promise<void> {
  const copied = await copyText(fullAddress(link));
  if (!copied) {
    announcement.value = 'The browser did not allow copying: the link stands in the address bar.';
  } else if (file.source.url) {
    announcement.value = 'Link copied.';
  } else {
    announcement.value = `Link copied. ${file.name} is on this machine only, so the link cannot hold it: whoever opens the same file there sees it as it is now.`;
  }
}

/** The address that a link makes with this page. */
export function fullAddress(link: Link): string {
  return `${location.origin}${location.pathname}${location.search}#${formatLink(link)}`;
}
