/** The inspector below the bytes: the card of the selected field, facts about its element, and the data inspector. */

import type { Signal } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import { describeSelection } from '../../document/field-facts.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select, selectedElement, selectedEntry, selectionAt } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { whyFixed } from '../../edit/value/editable.ts';
import { editValue, openEditor } from '../../edit/value/open-value.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset } from '../../lib/hex.ts';
import { command } from '../../store/commands.ts';
import { flag, keptSignal } from '../../store/kept.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { elementNamed, nameElement, placeOfNamed } from '../../ui/focus.ts';
import { type StepKeys, stepTo } from '../../ui/list-keys.ts';
import { effect, once } from '../../ui/scope.ts';
import { editInCard, selectionCard, spoken } from './card.ts';
import { elementFacts, type Fact } from './element-facts.ts';
import {
  type ByteInterpretation,
  interpretationsAt,
  kindsOf,
  schemaKinds,
  sortInterpretations,
} from './interpretations.ts';
import './inspector.css';

/** Time without a change before a selection is announced, ms: held keys must not queue announcements. */
const DEBOUNCE_MS = 250;

export function mountInspector(host: HTMLElement): void {
  const card = el('div', { class: 'inspector-card' });
  const live = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  host.classList.add('inspector');
  const facts = el('div');
  host.append(card, facts, dataInspector(), live);
  showFacts(facts);
  editInCard(card);

  let timer = 0;
  effect(() => {
    const file = activeFile.value;
    const selection = file?.selection.value;
    window.clearTimeout(timer);
    if (!file || !selection) {
      const hint = 'Select a byte or a row of the structure to see its meaning here.';
      card.replaceChildren(el('p', { class: 'inspector-hint' }, hint));
      live.textContent = file && live.textContent ? 'Nothing is selected.' : '';
      return;
    }
    const facts = describeSelection(file, selection);
    const tools =
      selectedEntry(file) >= 0
        ? [commandButton(command('archive.openEntry'), 'Open this entry', 'button-small inspector-open')]
        : [];
    replaceControls(card, [...selectionCard(file, facts, card), ...tools]);
    timer = window.setTimeout(() => {
      live.textContent = spoken(facts);
    }, DEBOUNCE_MS);
  });
}

/** Shows facts about a selected face, vertex or socket in `host`. */
function showFacts(host: HTMLElement): void {
  effect(() => {
    const file = activeFile.value;
    const { face, vertex, socket } = file ? selectedElement(file) : {};
    const wanted = [face, vertex, socket].some((index) => index !== undefined);
    const shown = wanted && file && factsTable(file);
    const tools =
      socket === undefined
        ? []
        : [commandButton(command('model.attach'), 'Attach a model…', 'button-small inspector-attach')];
    replaceControls(host, shown ? [shown, ...tools] : []);
  });
}

/** The data inspector as a collapsible section. */
function dataInspector(): HTMLElement {
  const open = keptSignal('inspector.readings', flag(true));
  const table = el('div');
  const details = el(
    'details',
    { class: 'inspector-readings', open: open.value },
    el('summary', {}, 'Data inspector'),
    table,
  );
  details.addEventListener('toggle', () => {
    open.value = details.open;
  });
  once(
    () => open.value,
    () => mountDataInspector(table, open),
  );
  return details;
}

// Facts: a table in which each row selects its element

/** The facts about the selection; null without facts. Reads signals. */
function factsTable(file: OpenFile): HTMLElement | null {
  const facts = elementFacts(file);
  if (facts.length === 0) return null;
  return el(
    'table',
    { class: 'card-facts', 'aria-label': 'Of the model' },
    el('tbody', {}, ...facts.map((fact) => factRow(file, fact))),
  );
}

function factRow(file: OpenFile, { name, text, path }: Fact): HTMLElement {
  const go = () => {
    const selection = selectionAt(file, path);
    if (selection) select(file, selection, 'inspector');
  };
  const value = path
    ? button(fileText(text), go, { class: 'card-crumb', title: `Select ${visible(path)}` })
    : fileText(text);
  return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value));
}

// Data inspector: every interpretation of the bytes at the start of the selection, the schema's first

/** Characters of a value to show: arbitrary bytes may look like a string of 64 KB. */
const MAX_VALUE_LENGTH = 300;

/** Keeps the table of the active file in `host` while `shown` is true. */
function mountDataInspector(host: HTMLElement, shown: Signal<boolean>): void {
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
  const body = el(
    'tbody',
    {},
    ...rows.map((each) => readingRow(file, start, each, ofSchema.includes(each.kind))),
  );
  makeSingleTabStop(body);
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

function readingRow(
  file: OpenFile,
  start: number,
  interpretation: ByteInterpretation,
  isOwn: boolean,
): HTMLElement {
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

/** A value; a button that edits it, unless the file is read-only. */
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
  return el('div', { class: 'interpretation-grid mono' }, ...numbers.map((number) => el('span', {}, number)));
}

function note(text: string): HTMLElement {
  return el('p', { class: 'interpretation-note' }, text);
}

// Focus of controls, which are rebuilt with every selection, including their own

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/** Replaces the content of `host`; the focus moves to the control with the same text and title, else to the last one. */
function replaceControls(host: HTMLElement, content: readonly Node[]): void {
  const focused = controlsIn(host).find((control) => control === document.activeElement);
  host.replaceChildren(...content);
  if (!focused) return;
  const list = controlsIn(host);
  const again = list.find(
    ({ textContent, title }) => textContent === focused.textContent && title === focused.title,
  );
  (again ?? list.at(-1))?.focus();
}

/**
 * Makes the controls of a table one tab stop: Up, Down, Home and End move from row to row, Left and Right within the
 * row.
 */
function makeSingleTabStop(host: HTMLElement): void {
  const stopAt = (control: HTMLElement | undefined) => {
    for (const other of controlsIn(host)) setAttribute(other, 'tabindex', other === control ? 0 : -1);
  };
  stopAt(controlsIn(host)[0]);
  host.addEventListener('focusin', ({ target }) => stopAt(target as HTMLElement));
  host.addEventListener('keydown', (event) => {
    const focused = document.activeElement as HTMLElement;
    const row = focused.closest('tr');
    const inRow = row ? controlsIn(row) : [];
    const place = inRow.indexOf(focused);
    if (place < 0) return;
    const beside = { ArrowRight: inRow[place + 1], ArrowLeft: inRow[place - 1] }[event.key];
    const column = [...host.querySelectorAll('tr')].flatMap((other) => {
      const list = controlsIn(other);
      return list[Math.min(place, list.length - 1)] ?? [];
    });
    const next = beside ?? column[stepTo(event.key, column.indexOf(focused), column.length, KEYS)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function controlsIn(host: Element): HTMLElement[] {
  return [...host.querySelectorAll<HTMLElement>('button:enabled')];
}
