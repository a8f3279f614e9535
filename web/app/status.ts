/** The footer: the selection, the field at the caret, and how much of the file is understood. */
import { BYTE_STATES, type Coverage } from '@lithoscope/core';
import { stepToGap } from '../bytes/hex/stops.ts';
import type { OpenFile } from '../document/open-file.ts';
import type { Selection } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { formatOffset, percent } from '../lib/hex.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { LAYOUT_ICONS } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';
import { layoutCommands } from './commands.ts';
import { historyButtons } from './history.ts';
import './workspace.css';
import { fieldAt } from '../document/caret.ts';
import { describeSelection } from '../document/field-facts.ts';

export function mountStatus(host: HTMLElement): void {
  const selected = el('span', { class: 'status-selection' });
  const field = el('span', { class: 'status-field' });
  const coverage = el('span', {
    class: 'status-coverage',
    role: 'group',
    'aria-label': 'Bytes by what is known of them',
  });
  const layout = el(
    'div',
    { class: 'status-layout', role: 'group', 'aria-label': 'Panels in view' },
    ...layoutCommands.map((command) => commandButton(command, icon(...(LAYOUT_ICONS[command.id] ?? [])))),
  );
  host.append(historyButtons('status-history'), selected, field, coverage, layout);
  effect(() => {
    const file = activeFile.value;
    coverage.replaceChildren(...(file ? coverageParts(file.parsed.coverage, file.parsed.size) : []));
  });
  mountCaretField(field);
  effect(() => {
    const file = activeFile.value;
    selected.replaceChildren(...(file ? selectionParts(file, file.selection.value) : []));
  });
}

function selectionParts(file: OpenFile, selection: Selection | null): (Node | string)[] {
  if (!selection) return [counted(file.parsed.size, 'byte')];
  const { start, end } = selection;
  const last = Math.max(start, end - 1);
  const range = start === last ? formatOffset(start) : `${formatOffset(start)}–${formatOffset(last)}`;
  return [el('strong', { class: 'mono' }, range), ` · ${counted(end - start, 'byte')} selected`];
}

/** Meaning of each state of bytes. */
const STATE_WORDS: Readonly<Record<keyof Coverage, string>> = {
  known: 'Known: the meaning is documented',
  opaque: 'Opaque: belongs to a known section, meaning unknown',
  unreferenced: 'Unreferenced: nothing points to it',
  unparsed: 'Unparsed: reading stopped before it',
};

/** A button for each state of bytes: its share of the file; pressing it goes to the next such bytes. */
function coverageParts(coverage: Coverage, size: number): HTMLElement[] {
  return BYTE_STATES.map((state) => {
    const count = coverage[state];
    const part = button(`${state} `, () => stepToGap(1, state), {
      class: count === 0 && state !== 'known' ? 'coverage-none' : undefined,
      title: `${STATE_WORDS[state]}\n${count === 0 ? 'No byte is.' : `${counted(count, 'byte')}: go to the next`}`,
      disabled: count === 0,
    });
    part.append(el('strong', {}, percent(count, size)));
    return part;
  });
}

/** Maximum length of a value, characters. */
const MAX_VALUE_LENGTH = 80;

function mountCaretField(host: HTMLElement): void {
  const path = fileText('', 'mono');
  const type = el('span');
  const value = fileText('', 'status-value mono');
  host.append(path, type, value);
  effect(() => {
    const file = activeFile.value;
    // Without a selection the caret has not been placed yet.
    const field = file?.selection.value && file.parsed.size > 0 ? fieldAtCaret(file) : null;
    host.hidden = field === null;
    write(path, visible(field?.path ?? ''));
    write(type, field?.type ?? '');
    write(value, visible(field?.value ?? '', MAX_VALUE_LENGTH));
    const doc = field && [field.path, field.type, field.value, field.doc].filter(Boolean).join(' · ');
    setAttribute(host, 'title', doc ? visible(doc, 4 * MAX_VALUE_LENGTH) : undefined);
  });
}

/** Skips the update if nothing changed: this runs for each move of the caret. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function fieldAtCaret(file: OpenFile): { path: string; type: string; value: string; doc: string } {
  const field = fieldAt(file.parsed, file.caret.value.offset);
  const { chain, type, value, doc } = describeSelection(file, field);
  return { path: chain.at(-1)?.path ?? 'Outside all sections', type, value, doc };
}
