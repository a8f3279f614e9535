/** The data inspector: every interpretation of the bytes at the start of the selection, in either byte order. */

import type { Signal } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { whyFixed } from '../../edit/value/editable.ts';
import { editValue, openEditor } from '../../edit/value/open-value.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset } from '../../lib/hex.ts';
import { keptSignal, oneOf } from '../../store/kept.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import { elementNamed, nameElement, placeOfNamed } from '../../ui/focus.ts';
import { segments } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import { makeSingleTabStop, replaceControls } from './controls.ts';
import {
  type ByteInterpretation,
  type ByteKind,
  interpretationsAt,
  kindsOf,
  schemaKinds,
} from './interpretations.ts';

/** Characters of a value to show: arbitrary bytes may look like a string of 64 KB. */
const MAX_VALUE_LENGTH = 300;

/** In the order of the two columns: unsigned and signed side by side, the longest last, across both. */
const ORDER: readonly ByteKind[] = [
  'u8',
  'i8',
  'u16',
  'i16',
  'u32',
  'i32',
  'u64',
  'i64',
  'f32',
  'f64',
  'f16',
  'time',
  'normal',
  'string',
  'vec3',
  'matrix',
  'quaternion',
];
const WIDE: readonly ByteKind[] = ['quaternion'];
/** Single bytes: no order. */
const ORDERLESS: readonly ByteKind[] = ['u8', 'i8', 'normal'];

const byteOrder = keptSignal('inspector.order', oneOf(['little', 'big'], 'little'));

/**
 * Keeps the readings of the active file in `host` while `shown` is true.
 * @param around gets the switch of the byte order
 */
export function mountReadings(around: HTMLElement, host: HTMLElement, shown: Signal<boolean>): void {
  const order = segments(byteOrder, [
    { value: 'little', label: () => 'Little-endian' },
    { value: 'big', label: () => 'Big' },
  ]);
  order.role = 'radiogroup';
  order.ariaLabel = 'Byte order';
  around.append(order);
  effect(() => {
    order.hidden = !shown.value || activeFile.value === null;
  });
  // The first click of two selects, by which the rows may move under the pointer: the second is about the same reading.
  let edit: (() => void) | null = null;
  host.addEventListener('dblclick', () => edit?.());
  effect(() => {
    const file = activeFile.value;
    const clicked = (how: () => void) => {
      edit = how;
    };
    replaceControls(host, file && shown.value ? content(file, byteOrder.value === 'little', clicked) : []);
  });
}

/** @param clicked is told how the reading that was clicked is edited */
function content(file: OpenFile, isLittle: boolean, clicked: (edit: () => void) => void): HTMLElement[] {
  const { parsed } = file;
  const selection = file.selection.value;
  const start = selection?.start ?? file.caret.value.offset;
  if (parsed.size === 0) return [note('The file is empty.')];
  const found = interpretationsAt(parsed, start);
  if (!found) return [note('These bytes are still loading.')];
  const own = schemaKinds(parsed.ancestors(start), start);
  const length = selection ? selection.end - selection.start : 0;
  const readings = ORDER.flatMap((kind) => found.filter((reading) => reading.kind === kind));
  const grid = el(
    'div',
    { class: 'readings' },
    ...readings.flatMap((reading) => {
      // Without a selection no field is marked: the card has none either.
      const isOwn = selection !== null && own.includes(reading.kind);
      const isSelected = reading.length === length;
      const isNoted = isSelected && (isOwn || selection?.origin === 'inspector');
      return rowsOf(file, start, reading, { isLittle, isOwn, isSelected, isNoted, clicked });
    }),
  );
  makeSingleTabStop(grid);
  const why = whyFixed(file);
  const what = `Interpretations of the bytes at ${formatOffset(start)}`;
  return [el('div', { role: 'group', 'aria-label': what }, grid), ...(why ? [note(why)] : [])];
}

interface Shown {
  readonly isLittle: boolean;
  /** It is how the schema reads these bytes. */
  readonly isOwn: boolean;
  /** The selection is its bytes. */
  readonly isSelected: boolean;
  /** Its remarks are shown, which are else in the tooltip. */
  readonly isNoted: boolean;
  clicked(edit: () => void): void;
}

/**
 * A reading, with its remarks across both columns. A click selects its bytes, a double-click changes them; by keyboard
 * Enter does the one, and then the other.
 */
function rowsOf(file: OpenFile, start: number, reading: ByteInterpretation, shown: Shown): HTMLElement[] {
  const { kind, length, missing, grid } = reading;
  const notes = reading.notes.map(withMinus);
  const { isOwn, isLittle, isSelected, isNoted } = shown;
  const isRead = isLittle || ORDERLESS.includes(kind);
  const read = isRead ? reading.little : reading.big;
  const text = read === null || kind === 'string' ? read : withMinus(read);
  const why = missing || (text === null ? 'little-endian only' : '');
  const name = `${reading.name}${isRead ? '' : ' (big-endian)'}`;
  const { isEditable } = file.parsed;
  const edit = () => editReading(file, start, reading, isRead);
  const choose = () => select(file, rangeBetween(file.parsed, start, start + length - 1), 'inspector');
  const hasNotes = isNoted && !missing && notes.length > 0;
  const classes = [
    'reading',
    (WIDE.includes(kind) || hasNotes) && 'reading-wide',
    isOwn && isLittle && 'reading-own',
  ];
  const value = why
    ? el('span', { class: 'reading-missing', title: why }, '– ', why)
    : fileText(visible(text ?? '', MAX_VALUE_LENGTH), 'reading-value mono');
  const selects = `Select ${counted(length, 'byte')} at ${formatOffset(start)}`;
  const does = isEditable ? `${selects}. Double-click to change ${name}.` : selects;
  const row = el('button', {
    type: 'button',
    class: classes.filter(Boolean).join(' '),
    title: why ? undefined : [visible(text ?? '', MAX_VALUE_LENGTH), ...notes, does].join('\n'),
    disabled: why !== '',
    'data-reading': `${kind} ${isRead ? 'little' : 'big'}`,
  });
  const mark = isOwn && isLittle ? [el('span', { class: 'visually-hidden' }, ' this field')] : [];
  row.append(el('span', { class: 'reading-name' }, reading.name), ...mark, ' ', value);
  row.addEventListener('click', ({ detail }) => {
    // 0: of a key.
    if (detail === 0 && isSelected && isEditable) return edit();
    if (detail > 1) return;
    shown.clicked(isEditable ? edit : () => {});
    choose();
  });
  nameElement(nameOfReading(reading, isRead), row);
  if (!hasNotes) return [row];
  const lines = notes.map((line) => el('div', {}, line));
  return [row, el('div', { class: 'reading-notes' }, ...(grid ? [matrixGrid(grid)] : []), ...lines)];
}

/** Numbers with the sign that the card has above them. */
const withMinus = (text: string) => text.replaceAll(/-(?=[\dI])/g, '−');

const nameOfReading = ({ kind }: ByteInterpretation, isLittle: boolean) =>
  `reading ${kind} ${isLittle ? 'little' : 'big'}`;

const loadReadingEditor = () => withEditing(() => import('./reading-editor.ts'));

/** Edits the field of the schema when the reading is the same; else the bytes. */
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
  return el(
    'div',
    { class: 'reading-matrix mono' },
    ...numbers.map((number) => el('span', {}, withMinus(number))),
  );
}

function note(text: string): HTMLElement {
  return el('p', { class: 'reading-missing' }, text);
}
