/** The data inspector: every interpretation of the bytes at the selection's start, the schema's on top. */

import type { Signal } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { whyFixed } from '../../edit/value/editable.ts';
import { editValue, openEditor } from '../../edit/value/open-value.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset } from '../../lib/hex.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { elementNamed, nameElement, placeOfNamed } from '../../ui/focus.ts';
import { effect } from '../../ui/scope.ts';
import { oneStop, replaceControls } from './controls.ts';
import {
  type ByteInterpretation,
  interpretationsAt,
  kindsOf,
  schemaKinds,
  sortInterpretations,
} from './interpretations.ts';
import './data-inspector.css';

/** Characters of a value that are shown: arbitrary bytes may look like a string of 64 KB. */
const MAX_VALUE_LENGTH = 300;

/** Keeps the table of the active file in `host` while `shown` is true. */
export function mountDataInspector(host: HTMLElement, shown: Signal<boolean>): void {
  effect(() => {
    const file = activeFile.value;
    replaceControls(host, file && shown.value ? content(file) : []);
  });
}

function content(file: OpenFile): HTMLElement[] {
  const { parsed } = file;
  const selection = file.selection.value;
  const start = selection?.start ?? file.caret.value.offset;
  if (parsed.size === 0) return [note('The file has no bytes.')];
  const interpretations = interpretationsAt(parsed, start);
  if (!interpretations) return [note('These bytes are being fetched.')];
  const ofSchema = schemaKinds(parsed.ancestors(start), start);
  const rows = sortInterpretations(
    interpretations,
    ofSchema,
    selection ? selection.end - selection.start : 0,
  );
  const body = el('tbody', {}, ...rows.map((each) => row(file, start, each, ofSchema.includes(each.kind))));
  oneStop(body);
  const why = whyFixed(file);
  return [
    el(
      'table',
      { class: 'interpretations' },
      el('caption', { class: 'visually-hidden' }, `What the bytes at ${formatOffset(start)} could be`),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...['Type', 'Little-endian', 'Big-endian'].map((name) => el('th', { scope: 'col' }, name)),
        ),
      ),
      body,
    ),
    ...(why ? [note(why)] : []),
  ];
}

function row(file: OpenFile, start: number, interpretation: ByteInterpretation, isOwn: boolean): HTMLElement {
  const { name, length, missing } = interpretation;
  const choose = () => select(file, rangeBetween(file.parsed, start, start + length - 1), 'inspector');
  const head = button(name, choose, {
    class: 'card-crumb',
    title: missing ? undefined : `Select ${counted(length, 'byte')} from ${formatOffset(start)}`,
    disabled: missing !== '',
  });
  const mark = isOwn ? [' ', el('span', { class: 'interpretation-own' }, 'this field')] : [];
  return el(
    'tr',
    { class: isOwn ? 'own' : undefined },
    el('th', { scope: 'row' }, head, ...mark),
    ...cells(file, start, interpretation),
  );
}

function cells(file: OpenFile, start: number, reading: ByteInterpretation): HTMLElement[] {
  const { little, big, missing, notes, grid } = reading;
  if (missing) {
    const reason = el('span', { class: 'interpretation-note' }, missing);
    return [el('td', { colspan: 2 }, '– ', reason)];
  }
  const value = (text: string, isLittle: boolean) => valueCell(file, start, reading, text, isLittle);
  if (big !== null) return [el('td', {}, value(little, true)), el('td', {}, value(big, false))];
  const lines = notes.map((line) => el('div', { class: 'interpretation-note' }, line));
  return [el('td', { colspan: 2 }, value(little, true), ...(grid ? [matrixGrid(grid)] : []), ...lines)];
}

/** A value, which a press changes where the file can be changed. */
function valueCell(
  file: OpenFile,
  start: number,
  reading: ByteInterpretation,
  text: string,
  isLittle: boolean,
): HTMLElement {
  const shown = fileText(visible(text, MAX_VALUE_LENGTH), 'mono');
  if (!file.parsed.isEditable) return shown;
  const name = `${reading.name}${isLittle ? '' : ' in big-endian'}`;
  const edit = () => editReading(file, start, reading, isLittle);
  const element = button(shown, edit, {
    class: 'interpretation-value',
    title: `Change ${name}`,
    'aria-label': `Change ${name}: ${visible(text, 80)}`,
    'data-reading': `${reading.kind} ${isLittle ? 'little' : 'big'}`,
    tabindex: -1,
  });
  return nameElement(nameOfReading(reading, isLittle), element);
}

const nameOfReading = ({ kind }: ByteInterpretation, isLittle: boolean) =>
  `reading ${kind} ${isLittle ? 'little' : 'big'}`;

const loadReadingEditor = () => withEditing(() => import('./reading-editor.ts'));

/** Edits the file's own field where the reading is that; else the bytes. */
function editReading(file: OpenFile, start: number, reading: ByteInterpretation, little: boolean): void {
  const { kind, length } = reading;
  const name = nameOfReading(reading, little);
  const place = () => placeOfNamed(name);
  const back = () => elementNamed(name)?.focus();
  const own = file.parsed
    .ancestors(start)
    .find((node) => node.start === start && node.end === start + length && kindsOf(node).includes(kind));
  if (own && little && kind !== 'time' && kind !== 'normal') {
    editValue({ file, path: own.path, place, back });
    return;
  }
  openEditor(file, undefined, loadReadingEditor, (part, typed) =>
    part.openReading({ file, start, reading, little, place, back }, typed),
  );
}

/** The style sheet makes four columns. */
function matrixGrid(numbers: readonly string[]): HTMLElement {
  return el('div', { class: 'interpretation-grid mono' }, ...numbers.map((number) => el('span', {}, number)));
}

function note(text: string): HTMLElement {
  return el('p', { class: 'interpretation-note' }, text);
}
