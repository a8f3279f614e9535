/** Archive view: the contents of the active archive, in place of the 3D view. */

import type { RezFile, RezKinds } from '@lithoscope/rez';
import { activeFile } from '../document/state.ts';
import { counted, formatCount, formatMegabytes } from '../explain/describe.ts';
import { el, fileText } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import './archive.css';

/** Builds the view in `host`; it shows the active file. */
export function mountArchive(host: HTMLElement): void {
  host.classList.add('archive');
  effect(() => {
    const archive = activeFile.value?.archive;
    if (!archive) return;
    host.replaceChildren(
      el('h2', {}, title(archive)),
      el(
        'dl',
        { class: 'archive-facts' },
        ...facts(archive).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, fileText(value))]),
      ),
      ...kindsTable(archive),
    );
  });
}

function title({ info }: RezFile): HTMLElement | string {
  if (info.format !== 'rez') return 'This is not a REZ archive';
  const { UserTitle } = info.header;
  const given = typeof UserTitle === 'string' ? UserTitle.trim() : '';
  return given ? fileText(given) : 'Untitled archive';
}

function facts({ info, entryCount, folderCount, size }: RezFile): [string, string][] {
  const { Time } = info.header;
  const out: [string, string][] = [['Size', `${formatMegabytes(size)} (${counted(size, 'byte')})`]];
  if (info.format !== 'rez') return out;
  out.unshift(['Entries', formatCount(entryCount)], ['Folders', formatCount(folderCount)]);
  // Seconds since 1970; 0 if unset.
  if (typeof Time === 'number' && Time > 0) out.push(['Changed', day(Time)]);
  return out;
}

/** `2001-05-09 22:46 UTC` */
function day(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Bytes by extension, most first; nothing for an archive without entries. */
function kindsTable(archive: RezFile): HTMLElement[] {
  const kinds = archive.entryCount > 0 ? archive.kinds() : null;
  if (!kinds) return [];
  const all = sumOf(kinds);
  const rows = kinds.list.map(({ extension, count, bytes }) =>
    row(extension ? fileText(`.${extension}`) : 'no extension', count, bytes, all),
  );
  const { others } = kinds;
  if (others.count > 0) rows.push(row('others', others.count, others.bytes, all));
  const heads = ['Extension', 'Entries', 'Bytes', 'Share'].map((text) => el('th', { scope: 'col' }, text));
  return [
    el(
      'table',
      { class: 'archive-kinds' },
      el('caption', {}, 'Bytes by extension'),
      el('thead', {}, el('tr', {}, ...heads)),
      el('tbody', {}, ...rows),
    ),
  ];
}

const sumOf = ({ list, others }: RezKinds) => list.reduce((sum, { bytes }) => sum + bytes, others.bytes);

function row(name: HTMLElement | string, count: number, bytes: number, all: number): HTMLElement {
  const share = all > 0 ? bytes / all : 0;
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, name),
    el('td', {}, formatCount(count)),
    el('td', {}, formatCount(bytes)),
    el('td', {}, share > 0 && share < 0.0005 ? '< 0.1 %' : `${(share * 100).toFixed(1)} %`),
  );
}
