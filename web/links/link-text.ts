/** Links as text for the user. */
import { counted } from '../explain/describe.ts';
import { visible } from '../ui/dom.ts';
import { formatLink, type Link } from './link.ts';

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
