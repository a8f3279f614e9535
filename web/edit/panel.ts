/** The panel *Changes*: each step with its place and its values; each can be reverted. */

import { untracked } from '@preact/signals-core';
import { editsToJson } from '../changes/edit-json.ts';
import { byteMovesOf, movedOffset, movedPath } from '../document/content.ts';
import type { Edits, Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { select } from '../document/selection.ts';
import { activeFile, isOpen } from '../document/state.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { announcement } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText, setAttribute, visible } from '../ui/dom.ts';
import { keyLabel } from '../ui/keyboard.ts';
import { effect } from '../ui/scope.ts';
import { compareSavedCommand, saveCommand } from './commands.ts';
import { operationsSinceSaved, revertAll, revertStep } from './revert.ts';
import './panel.css';

/** Maximum number of steps listed, newest first. */
const MAX_LISTED = 500;
/** Maximum length of a value, characters. */
const MAX_VALUE = 200;

export function mountChanges(host: HTMLElement): void {
  const state = el('p', { class: 'changes-state', role: 'status' });
  const all = button('Revert all', () => withFile(revertAll), {
    class: 'button-small',
    title: 'Takes back all that is not saved, as one change that can be undone',
  });
  const copy = button('Copy JSON', () => withFile((file) => void copyJson(file)), {
    class: 'button-small',
    title: 'Copies the changes for the command line: lithoscope edit FILE OPS.json -o OUT',
  });
  const tools = el(
    'div',
    { class: 'changes-tools', role: 'toolbar', 'aria-label': 'Changes' },
    commandButton(saveCommand, 'Save', 'button-small'),
    commandButton(compareSavedCommand, 'Compare', 'button-small'),
    copy,
    all,
  );
  const list = el('ol', { class: 'changes-list', 'aria-label': 'Changes, the newest first' });
  host.classList.add('changes');
  host.append(state, tools, list);
  effect(() => {
    const file = activeFile.value;
    const edits = file?.edits.value;
    state.textContent = edits ? stateWords(edits) : '';
    const nothing = !edits || edits.changed.length === 0;
    for (const one of [all, copy]) one.disabled = nothing;
    tools.hidden = !edits || edits.done.length + edits.undone.length === 0;
    untracked(() => list.replaceChildren(...(file && edits ? rows(file, edits) : [])));
  });
  list.addEventListener('keydown', (event) => {
    const places = [...list.querySelectorAll<HTMLElement>('.change-go')];
    const at = places.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1 }[event.key];
    if (next === undefined || at < 0 || !places[next]) return;
    event.preventDefault();
    places[next]?.focus();
  });
}

function withFile(run: (file: OpenFile) => void): void {
  if (activeFile.value) run(activeFile.value);
}

function stateWords({ done, undone, saved, changed, isNew }: Edits): string {
  if (isNew && changed.length === 0) return 'The file is new and not saved yet.';
  if (done.length + undone.length === 0)
    return 'No changes yet. To change a value, select it and press F2, or the pencil beside it.';
  if (changed.length === 0) return 'All changes are saved.';
  const since = saved >= 0 && saved <= done.length ? done.length - saved : 0;
  return since > 0 ? `${counted(since, 'change')} not saved.` : 'The file is not what was saved.';
}

/** Rows, newest first: steps to redo, then steps that are done, with a mark after the saved ones. */
function rows(file: OpenFile, { done, undone, saved }: Edits): HTMLElement[] {
  if (done.length + undone.length === 0) return [];
  const mark = (at: number) =>
    at === saved ? [el('li', { class: 'change-saved' }, at === 0 ? 'Opened' : 'Saved')] : [];
  const above = undone
    .slice(-MAX_LISTED)
    .flatMap((step, i, list) => [...mark(done.length + list.length - i), row(file, step, false)]);
  const listed = done.slice(-MAX_LISTED);
  const hidden = done.length - listed.length;
  const below = listed
    .map((step, i) => [...mark(hidden + i + 1), row(file, step, true)])
    .reverse()
    .flat();
  const rest =
    hidden > 0 ? [el('li', { class: 'change-saved' }, `and ${formatCount(hidden)} before`)] : mark(0);
  return [...above, ...below, ...rest];
}

function row(file: OpenFile, step: Step, isDone: boolean): HTMLElement {
  const { label, path, before, after } = step;
  const parts: (Node | string)[] = [el('span', { class: 'change-label' }, fileText(label))];
  if (path !== '') parts.push(el('span', { class: 'change-path' }, fileText(path)));
  if (before !== '' || after !== '') parts.push(valueLine(before, after));
  const go = button('', () => goTo(file, step, isDone), { class: 'change-go' });
  go.append(...parts);
  setAttribute(
    go,
    'title',
    `${visible(label, MAX_VALUE)}\n${isDone ? 'Go to its bytes' : `It was undone: ${keyLabel('Ctrl+Shift+Z')} does it again`}`,
  );
  if (!isDone) setAttribute(go, 'aria-label', `${visible(label, MAX_VALUE)}, undone`);
  const element = el('li', { class: isDone ? 'change' : 'change change-undone' }, go);
  if (isDone) {
    element.append(
      button('Revert', () => void revertStep(file, step), {
        class: 'button-small',
        'aria-label': `Revert: ${visible(label, MAX_VALUE)}`,
        title: 'Takes this change back and keeps the later ones',
      }),
    );
  }
  return element;
}

function valueLine(before: string, after: string): HTMLElement {
  const value = (text: string) => fileText(visible(text, MAX_VALUE) || '(empty)');
  return el('span', { class: 'change-values' }, value(before), ' → ', value(after));
}

/** Selects what a step changed, at its current place. */
function goTo(file: OpenFile, step: Step, isDone: boolean): void {
  const first = step.splices[0];
  if (!isOpen(file) || !first) return;
  const { parsed } = file.content.peek();
  const { done } = file.edits.peek();
  const later = isDone ? done.slice(done.indexOf(step)) : [];
  let path: string | null = step.path;
  let offset = first.start;
  for (const { lists, splices } of later) {
    path = path === null || path === '' ? path : movedPath(lists, path);
    offset = movedOffset(byteMovesOf(splices), offset);
  }
  const node = path ? parsed.resolve(path) : null;
  if (node) {
    select(file, { start: node.start, end: node.end, path: node.path }, 'changes');
    return;
  }
  const leaf = parsed.ancestors(Math.min(offset, Math.max(0, parsed.size - 1))).at(-1);
  if (leaf) select(file, { start: leaf.start, end: leaf.end, path: leaf.path }, 'changes');
}

async function copyJson(file: OpenFile): Promise<void> {
  const operations = operationsSinceSaved(file);
  announcement.value = (await copyText(editsToJson(operations)))
    ? `${counted(operations.length, 'operation')} copied.`
    : 'The browser did not allow copying.';
}
