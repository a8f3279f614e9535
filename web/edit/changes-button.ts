/** The buttons of the header for unsaved changes: their number, which opens them, and Save. */

import { type Edits, isUnsaved, NO_EDITS } from '../document/edits.ts';
import { activeFile } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { unsavedSkins } from '../opening/textures/slots.ts';
import type { Command } from '../store/commands.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, setAttribute } from '../ui/dom.ts';
import { elementNamed, nameElement } from '../ui/focus.ts';
import { withKey } from '../ui/keyboard.ts';
import { openPart } from '../ui/parts.ts';
import { effect } from '../ui/scope.ts';
import { saveCommand } from './commands.ts';

const NAME = 'changes button';

export const changesCommand: Command = {
  id: 'changes.show',
  label: 'Show the changes',
  group: 'Edit',
  key: 'Alt+z',
  enabled() {
    const edits = activeFile.value?.edits.value ?? NO_EDITS;
    return isUnsaved(edits) || edits.done.length + edits.undone.length > 0;
  },
  run() {
    const at = elementNamed(NAME);
    if (!at) return;
    void openPart(
      () => withEditing(() => import('./changes.ts')),
      (part) => part.toggleChanges(at),
    );
  },
};

/** Both while there are unsaved changes. */
export function editButtons(): HTMLElement {
  const list = nameElement(
    NAME,
    button('', changesCommand.run, {
      class: 'edit-count',
      title: withKey('Show the changes', changesCommand),
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
    }),
  );
  const save = commandButton(saveCommand, 'Save', 'button-action edit-save');
  const element = el('div', { class: 'edit-buttons', role: 'group', 'aria-label': 'Changes' }, list, save);
  effect(() => {
    const file = activeFile.value;
    const edits = file?.edits.value ?? NO_EDITS;
    const words = changesWords(edits);
    list.textContent = words;
    setAttribute(list, 'aria-label', `${words} not saved: show the changes`);
    list.hidden = words === '';
    element.hidden = !isUnsaved(edits) && (!file || unsavedSkins(file).length === 0);
  });
  return element;
}

/** `3 changes`, those that are not saved; '' without any. */
export function changesWords(edits: Edits): string {
  const count = unsavedCount(edits);
  return count > 0 ? counted(count, 'change') : '';
}

/** Number of unsaved changes; 1 if the saved file has steps that were undone since. */
function unsavedCount(edits: Edits): number {
  // A new file without changes is unsaved too.
  if (edits.changed.length === 0) return 0;
  return Math.max(1, edits.saved < 0 ? 1 : Math.abs(edits.done.length - edits.saved));
}
