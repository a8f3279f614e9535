/** Undo and redo in the line that says what the file is, once there is something to undo. */

import { activeFile } from '../store/state.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, icon, setAttribute, visible } from '../ui/dom.ts';
import { REDO, UNDO } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';
import { redoCommand, undoCommand } from './commands.ts';

export function editButtons(): HTMLElement {
  const back = commandButton(undoCommand, icon(...UNDO), 'button-quiet');
  const again = commandButton(redoCommand, icon(...REDO), 'button-quiet');
  const element = el('div', { class: 'edit-buttons', role: 'group', 'aria-label': 'Changes' }, back, again);
  effect(() => {
    const { done = [], undone = [] } = activeFile.value?.edits.value ?? {};
    element.hidden = done.length + undone.length === 0;
    name(back, 'Undo', 'Ctrl+Z', done.at(-1)?.label);
    name(again, 'Redo', 'Ctrl+Shift+Z', undone.at(-1)?.label);
  });
  return element;
}

/** Says what the button takes back. */
function name(button: HTMLElement, word: string, key: string, step: string | undefined): void {
  const label = step === undefined ? word : `${word}: ${visible(step, 200)}`;
  setAttribute(button, 'aria-label', label);
  setAttribute(button, 'title', `${label} (${key})`);
}
