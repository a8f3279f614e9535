/** The data inspector: every reading of the bytes at the selection's start, the schema's own on top. */

import type { Signal } from '@preact/signals-core';
import { counted } from '../../explain/describe.ts';
import { formatOffset } from '../../explain/hex.ts';
import { rangeBetween } from '../../store/caret.ts';
import { activeFile, type OpenFile, select } from '../../store/state.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { oneStop, replaceControls } from './controls.ts';
import { ordered, ownKinds } from './own-reading.ts';
import { type Reading, readingsAt } from './readings.ts';
import './data-inspector.css';

/** Characters of a value that are laid out: what is no string may look like one of 64 KB. */
const LONGEST = 300;

/** Keeps the table for the active file in `host` while `shown`. */
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
  const readings = readingsAt(parsed, start);
  if (!readings) return [note('These bytes are being fetched.')];
  const own = ownKinds(parsed.ancestors(start), start);
  const rows = ordered(readings, own, selection ? selection.end - selection.start : 0);
  const body = el(
    'tbody',
    {},
    ...rows.map((reading) => row(file, start, reading, own.includes(reading.kind))),
  );
  oneStop(body);
  return [
    el(
      'table',
      { class: 'readings' },
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
  ];
}

function row(file: OpenFile, start: number, reading: Reading, isOwn: boolean): HTMLElement {
  const { name, length, missing } = reading;
  const choose = () => select(file, rangeBetween(file.parsed, start, start + length - 1), 'inspector');
  const head = button(name, choose, {
    class: 'card-crumb',
    title: missing ? undefined : `Select ${counted(length, 'byte')} from ${formatOffset(start)}`,
    disabled: missing !== '',
  });
  const mark = isOwn ? [' ', el('span', { class: 'reading-own' }, 'this field')] : [];
  return el(
    'tr',
    { class: isOwn ? 'own' : undefined },
    el('th', { scope: 'row' }, head, ...mark),
    ...cells(reading),
  );
}

function cells({ little, big, missing, notes, grid }: Reading): HTMLElement[] {
  if (missing) {
    const reason = el('span', { class: 'reading-note' }, missing);
    return [el('td', { colspan: 2 }, '– ', reason)];
  }
  if (big !== null) return [el('td', { class: 'mono' }, little), el('td', { class: 'mono' }, big)];
  const lines = notes.map((line) => el('div', { class: 'reading-note' }, line));
  return [
    el(
      'td',
      { colspan: 2 },
      fileText(visible(little, LONGEST), 'mono'),
      ...(grid ? [matrixGrid(grid)] : []),
      ...lines,
    ),
  ];
}

/** Four columns, by the style sheet. */
function matrixGrid(numbers: readonly string[]): HTMLElement {
  return el('div', { class: 'reading-grid mono' }, ...numbers.map((number) => el('span', {}, number)));
}

function note(text: string): HTMLElement {
  return el('p', { class: 'reading-note' }, text);
}
