/** Elements of the list: headers, rows and pictures. */

import { formatCount } from '../../explain/describe.ts';
import type { Facts } from '../../explain/facts.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { isOwnFile } from '../../opening/sources/contents.ts';
import { type LibraryFile, librarySources } from '../../store/library.ts';
import { el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { ALERT, CHECK, REFUSED } from '../../ui/icons.ts';
import { effect } from '../../ui/scope.ts';
import { factsOf } from '../facts.ts';
import { libraryPicture } from '../pictures/picture.ts';
import { endingOf, fileName, folderOf, type Group, type Section } from './order.ts';
import { cursor, selection } from './selection.ts';
import { collapsedGroups } from './state.ts';
import { factWords, sizeWords, UNKNOWN, verdictWords, versionWords } from './words.ts';

/** Element id of a file or section. */
export const rowId = (place: LibraryFile | Section): string =>
  'path' in place ? `library-${place.id}` : `library-at-${place.first}`;

const MARKS: Readonly<Record<string, { paths: readonly string[]; severity: string }>> = {
  ok: { paths: [CHECK], severity: 'ok' },
  warning: { paths: ALERT, severity: 'warning' },
  error: { paths: ALERT, severity: 'error' },
  refused: { paths: REFUSED, severity: 'error' },
};

/** The verdict as an icon, with a tooltip and a text for assistive technology. */
function verdictMark(file: LibraryFile, facts: Facts | null): HTMLElement {
  const words = verdictWords(file, facts);
  const mark = words && MARKS[words.state];
  if (!words || !mark) {
    return el('span', { class: 'library-verdict', title: words?.text }, words ? UNKNOWN : '');
  }
  const element = el('span', { class: `library-verdict severity-${mark.severity}`, title: words.text });
  element.append(icon(...mark.paths), el('span', { class: 'visually-hidden' }, words.text));
  return element;
}

const pictureOf = (file: LibraryFile) => el('div', { class: 'library-picture-box' }, libraryPicture(file));

const cell = (className: string, ...content: (Node | string)[]) =>
  el('div', { class: className, role: 'gridcell' }, ...content);

/** Name of a group: `NOLF.REZ › MODELS/ENEMIES`. */
export function groupWords({ source, folder }: Group): string {
  const several = librarySources.value.length > 1;
  return [several || folder === '' ? source.name : '', folder].filter(Boolean).join(' › ');
}

/** Header of a group; a click expands or collapses it. */
export function headRow(section: Section, group: Group): HTMLElement {
  const chevron = el('span', { class: 'library-chevron', 'aria-hidden': 'true' });
  const name = el('span', { class: 'library-group-name' });
  const row = el(
    'div',
    { class: 'library-head', role: 'row', id: rowId(section), 'aria-level': 1 },
    cell(
      'library-head-cell',
      chevron,
      name,
      el('span', { class: 'library-count' }, formatCount(section.count)),
    ),
  );
  effect(() => {
    const words = groupWords(group);
    name.replaceChildren(fileText(words));
    setAttribute(name, 'title', visible(words));
  });
  effect(() => {
    const isOpen = !collapsedGroups.value.has(group.key);
    setAttribute(row, 'aria-expanded', String(isOpen));
    chevron.textContent = isOpen ? '▾' : '▸';
  });
  effect(() => row.classList.toggle('library-cursor', cursor.value === group.key));
  return row;
}

/** With a mouse, files of archives can be dragged; a finger scrolls and selects. */
const canDrag = matchMedia('(pointer: fine)').matches;

/** Marks an element as selected and as the cursor. */
function followState(element: HTMLElement, file: LibraryFile): void {
  effect(() => {
    element.draggable = canDrag && isOwnFile(file);
  });
  effect(() => setAttribute(element, 'aria-selected', String(selection.value.files.has(file))));
  effect(() => element.classList.toggle('library-cursor', cursor.value === file));
}

/** Calls back with the facts whenever they change. */
function followFacts(file: LibraryFile, show: (facts: Facts | null) => void): void {
  let shown: Facts | null | undefined;
  effect(() => {
    const facts = factsOf(file);
    if (facts === shown) return;
    shown = facts;
    show(facts);
  });
}

/** Position of a row, for assistive technology. */
export interface RowPlace {
  /** Position from 1 and count, within the group. */
  readonly position: number;
  readonly count: number;
  readonly isGrouped: boolean;
}

function fileRow(
  file: LibraryFile,
  { position, count, isGrouped }: RowPlace,
  className: string,
): HTMLElement {
  const row = el('div', {
    class: `library-row ${className}`,
    role: 'row',
    id: rowId(file),
    'aria-level': isGrouped ? 2 : 1,
    'aria-posinset': position,
    'aria-setsize': count,
    title: visible(file.path),
  });
  followState(row, file);
  return row;
}

/** A file in two lines: its name and verdict, then its facts. */
export function compactRow(file: LibraryFile, place: RowPlace): HTMLElement {
  const row = fileRow(file, place, 'library-compact');
  const facts = el('div', { class: 'library-facts' });
  const verdict = cell('library-mark');
  const folder = place.isGrouped ? '' : folderOf(file);
  const name = el(
    'div',
    { class: 'library-name library-place' },
    fileText(fileName(file)),
    ...(folder ? [fileText(folder, 'library-folder')] : []),
  );
  row.append(cell('library-picture-cell', pictureOf(file)), cell('library-words', name, facts), verdict);
  followFacts(file, (known) => {
    facts.textContent = factWords(file, known).join(' · ');
    verdict.replaceChildren(verdictMark(file, known));
  });
  return row;
}

/** A number, or a dash if it is unknown. */
function numberCell(label: string, value: number | null): HTMLElement {
  return el(
    'div',
    {
      class: `library-number library-${label}`,
      role: 'gridcell',
      'aria-label': value === null ? `${label} unknown` : `${formatCount(value)} ${label}`,
    },
    value === null ? UNKNOWN : formatCount(value),
  );
}

/** A file in one line, with a column per fact. */
export function wideRow(file: LibraryFile, place: RowPlace): HTMLElement {
  const row = fileRow(file, place, 'library-wide');
  const name = cell('library-name', fileText(fileName(file)));
  const folder = cell('library-folder', fileText(folderOf(file)));
  const kind = cell('library-kind', endingOf(file));
  const picture = cell('library-picture-cell', pictureOf(file));
  followFacts(file, (facts) => {
    const isModel = facts ? isModelFormat(facts.format) : file.kind === 'model';
    const number = (of: 'faces' | 'nodes' | 'animations') =>
      isModel ? numberCell(of, facts?.[of] ?? null) : cell(`library-number library-${of}`);
    row.replaceChildren(
      picture,
      name,
      folder,
      kind,
      cell('library-version', facts ? versionWords(facts) : UNKNOWN),
      cell('library-game', facts ? facts.game : UNKNOWN),
      cell('library-number', sizeWords(facts?.size ?? file.size)),
      number('faces'),
      number('nodes'),
      number('animations'),
      cell('library-mark', verdictMark(file, facts)),
    );
  });
  return row;
}

/** A row of pictures with names. */
export function pictureRow(files: readonly LibraryFile[]): HTMLElement {
  return el('div', { class: 'library-pictures', role: 'row' }, ...files.map(pictureCell));
}

function pictureCell(file: LibraryFile): HTMLElement {
  const facts = el('div', { class: 'library-facts' });
  const mark = el('div', { class: 'library-cell-mark' });
  const element = el(
    'div',
    { class: 'library-cell', role: 'gridcell', id: rowId(file), title: visible(file.path) },
    pictureOf(file),
    mark,
    el('div', { class: 'library-name' }, fileText(fileName(file))),
    facts,
  );
  followState(element, file);
  followFacts(file, (known) => {
    facts.textContent = factWords(file, known).slice(0, 2).join(' · ');
    const words = verdictWords(file, known);
    // Sound files need no mark.
    const isMarked = words !== null && words.state !== 'ok' && words.state !== 'unread';
    mark.replaceChildren(...(isMarked ? [verdictMark(file, known)] : []));
  });
  return element;
}
