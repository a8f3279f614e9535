/** Messages about links. */
import { counted, formatCount } from '../explain/describe.ts';
import { fileText, visible } from '../ui/dom.ts';
import type { Link } from './link.ts';
import { MAX_PACKED_BYTES } from './pack.ts';

/** Files that a link does not bring; '' if it brings all. */
export function missingFilesMessage({ local = [] }: Link): string {
  if (local.length === 0) return '';
  const names =
    local.length > MAX_NAMES
      ? counted(local.length, 'file')
      : local.map((name) => visible(name, MAX_NAME_LENGTH)).join(', ');
  return `Not included: ${names} (local ${local.length === 1 ? 'file' : 'files'}).`;
}

/** What a QR code of the largest version holds, bytes (ISO/IEC 18004, 40-L). */
export const MAX_QR_BYTES = 2953;

/** Maximum number of files that are named. */
const MAX_NAMES = 3;
/** Characters. */
const MAX_NAME_LENGTH = 60;

/** Length that every mail program, chat and server accepts, characters. */
const SAFE_LENGTH = 2000;
/** Length that most of them accept, characters. */
const USUAL_LENGTH = 8000;

/** Where a link of a length, in characters, can be sent. */
export function lengthAdvice(length: number): string {
  if (length <= SAFE_LENGTH) return 'Short enough for email and chat.';
  return length <= USUAL_LENGTH
    ? 'Some email and chat programs cut off links of this length: try it first.'
    : 'Most email and chat programs cut off links of this length. It works as a bookmark, on a web page or in a text file.';
}

/** @param packed deflated bytes; null when the file was not packed */
export function tooLargeToPack(packed: number | null): string {
  const limit = `${MAX_PACKED_BYTES / 1024} KB`;
  return packed === null
    ? `The file is too large: links hold at most ${limit}, compressed.`
    : `${formatCount(Math.ceil(packed / 1024))} KB compressed; links hold at most ${limit}.`;
}

/** Files beside the model, by how they are packed. */
export interface Beside {
  readonly included: readonly string[];
  /** Skins packed as a scaled-down picture. */
  readonly smaller: readonly { readonly name: string; readonly width: number; readonly height: number }[];
  readonly tooLarge: readonly string[];
}

/** Which files beside the model a link with the file inside has; '' without any. */
export function besideMessage({ included, smaller, tooLarge }: Beside): string {
  const shown = (name: string) => visible(name, MAX_NAME_LENGTH);
  const sizes = smaller.map(({ name, width, height }) => `${shown(name)} (${width} × ${height})`);
  return [
    included.length > 0 ? `Includes ${included.map(shown).join(', ')}.` : '',
    sizes.length > 0 ? `Includes, compressed to fit: ${sizes.join(', ')}.` : '',
    tooLarge.length > 0
      ? `Not included: ${tooLarge.map((name) => `${shown(name)} (too large)`).join(', ')}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Maximum number of hosts that are named. */
const MAX_HOSTS = 5;

/** The question about hosts. */
export function hostWords(hosts: readonly string[], files: number): (Node | string)[] {
  const named = hosts
    .slice(0, MAX_HOSTS)
    .flatMap((host, i) => [i > 0 ? ', ' : '', fileText(host, 'link-file-name')]);
  const more = hosts.length > MAX_HOSTS ? ` and ${formatCount(hosts.length - MAX_HOSTS)} more` : '';
  const server = hosts.length === 1 ? 'that server learns' : 'those servers learn';
  return [
    `This link also refers to ${counted(files, 'file')} on `,
    ...named,
    `${more}. If you load ${files === 1 ? 'it' : 'them'}, ${server} your IP address.`,
  ];
}
