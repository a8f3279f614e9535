/** The popover of the changes: each step with its place and its values; each can be reverted. */

import { untracked } from '@preact/signals-core';
import { editsToJson } from '../changes/edit-json.ts';
import { byteMovesOf, movedOffset, movedPath } from '../document/content.ts';
import type { Edits, Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { select } from '../document/selection.ts';
import { activeFile, isOpen } from '../document/state.ts';
import { counted, formatCount } from '../explain/describe.ts';
import type { Command } from '../store/commands.ts';
import { announcement } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { REDO, UNDO } from '../ui/icons.ts';
import { keyLabel, keyLabelOf, withKey } from '../ui/keyboard.ts';
import { placeOrSheet, popoverToggle } from '../ui/popover.ts';
import { effect, page } from '../ui/scope.ts';
import { compareSavedCommand, redoCommand, undoCommand } from './commands.ts';
import { operationsSinceSaved, revertAll, revertStep } from './revert.ts';
import './changes.css';

/** Maximum number of steps listed, newest first. */
const MAX_LISTED = 500;
/** Maximum length of a value, characters. */
const MAX_VALUE = 200;

let popover: { readonly toggle: () => void; readonly element: HTMLElement } | null = null;

/** Opens the changes of the active file at a button, or closes them. */
export function toggleChanges(at: HTMLElement): void {
  popover ??= page.run(() => {
    const element = makeChanges();
    return { element, toggle: popoverToggle(at, () => element, placeOrSheet) };
  });
  const { toggle, element } = popover;
  toggle();
  if (element.matches(':popover-open')) element.querySelector<HTMLElement>('button:enabled')?.focus();
}

function makeChanges(): HTMLElement {
  const state = el('p', { class: 'changes-state', role: 'status' });
  const all = button('Revert all', () => withFile(revertAll), {
    title: 'Reverts all unsaved changes as a single change, which can be undone',
  });
  const copy = button('Copy for the command line', () => withFile((file) => void copyJson(file)), {
    title: 'Copies the changes as JSON: lithoscope edit FILE OPS.json -o OUT',
  });
  const undo = commandButton(undoCommand, icon(...UNDO), 'button-quiet');
  const redo = commandButton(redoCommand, icon(...REDO), 'button-quiet');
  const compare = commandButton(compareSavedCommand, compareSavedCommand.label);
  compare.append(el('kbd', { 'aria-hidden': 'true' }, keyLabelOf(compareSavedCommand)));
  const list = el('ol', { class: 'changes-list', 'aria-label': 'Changes, newest first' });
  const element = el(
    'div',
    { class: 'popover changes', popover: 'auto', role: 'dialog', 'aria-label': 'Changes' },
    el('div', { class: 'changes-head' }, state, undo, redo),
    list,
    el('div', { class: 'changes-foot' }, compare, copy, all),
  );
  compare.addEventListener('click', () => element.hidePopover());
  effect(() => {
    const file = activeFile.value;
    const edits = file?.edits.value;
    state.textContent = edits ? stateWords(edits) : '';
    const nothing = !edits || edits.changed.length === 0;
    nameStep(undo, 'Undo', undoCommand, edits?.done.at(-1));
    nameStep(redo, 'Redo', redoCommand, edits?.undone.at(-1));
    for (const one of [all, copy]) one.disabled = nothing;
    const hadFocus = list.contains(document.activeElement);
    untracked(() => list.replaceChildren(...(file && edits ? rows(file, edits) : [])));
    if (hadFocus) (list.querySelector('button') ?? undo).focus();
  });
  list.addEventListener('keydown', (event) => {
    const places = [...list.querySelectorAll<HTMLElement>('.change-go')];
    const at = places.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1 }[event.key];
    if (next === undefined || at < 0 || !places[next]) return;
    event.preventDefault();
    places[next]?.focus();
  });
  // A sheet covers what it leads to.
  list.addEventListener('click', ({ target }) => {
    const isGo = target instanceof Element && target.closest('.change-go');
    if (isGo && element.classList.contains('bottom-sheet')) element.hidePopover();
  });
  return element;
}

/** Names the step that a button undoes or redoes. */
function nameStep(element: HTMLElement, word: string, entry: Command, step: Step | undefined): void {
  const label = step === undefined ? word : `${word}: ${visible(step.label, MAX_VALUE)}`;
  setAttribute(element, 'aria-label', label);
  setAttribute(element, 'title', withKey(label, entry));
}

function withFile(run: (file: OpenFile) => void): void {
  if (activeFile.value) run(activeFile.value);
}

function stateWords({ done, undone, saved, changed, isNew }: Edits): string {
  if (isNew && changed.length === 0) return 'New file, not saved yet.';
  if (done.length + undone.length === 0) return 'No changes.';
  if (changed.length === 0) return 'All changes are saved.';
  const since = saved >= 0 && saved <= done.length ? done.length - saved : 0;
  return since > 0 ? `${counted(since, 'unsaved change')}` : 'The file differs from the saved file.';
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
    hidden > 0 ? [el('li', { class: 'change-saved' }, `and ${formatCount(hidden)} earlier`)] : mark(0);
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
    `${visible(label, MAX_VALUE)}\n${isDone ? 'Go to its bytes' : `Undone: press ${keyLabel('Ctrl+Shift+Z')} to redo`}`,
  );
  if (!isDone) setAttribute(go, 'aria-label', `${visible(label, MAX_VALUE)}, undone`);
  const element = el('li', { class: isDone ? 'change' : 'change change-undone' }, go);
  if (isDone) {
    element.append(
      button('Revert', () => void revertStep(file, step), {
        class: 'change-revert',
        'aria-label': `Revert: ${visible(label, MAX_VALUE)}`,
        title: 'Reverts only this change',
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
    ? `Copied ${counted(operations.length, 'operation')}.`
    : 'The browser did not allow copying.';
}
