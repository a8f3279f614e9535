/** The panel *Changes* and the buttons for undo, redo and save. */

import { type Edits, isUnsaved, NO_EDITS } from '../document/edits.ts';
import { activeFile } from '../document/state.ts';
import { counted, formatCount, pluralOf } from '../explain/describe.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, icon, setAttribute, visible } from '../ui/dom.ts';
import { REDO, UNDO } from '../ui/icons.ts';
import { keyLabel } from '../ui/keyboard.ts';
import { showPanel } from '../ui/layout.ts';
import type { TabPanel } from '../ui/panels.ts';
import { effect } from '../ui/scope.ts';
import { tabCount } from '../ui/tabs.ts';
import { redoCommand, saveCommand, undoCommand } from './commands.ts';

export const changesPanel: TabPanel = {
  id: 'changes',
  tab: 'Changes',
  title: 'the changes',
  mount: { load: () => withEditing(() => import('./panel.ts')).then((part) => part.mountChanges) },
  badge: changesBadge,
  command: { group: 'Edit', key: 'Alt+z' },
};

/** Undo, redo and save, shown in the summary once there is something to undo or to save. */
export function editButtons(): HTMLElement {
  const back = commandButton(undoCommand, icon(...UNDO), 'button-quiet');
  const again = commandButton(redoCommand, icon(...REDO), 'button-quiet');
  const list = button('', () => showPanel('changes'), {
    class: 'button-small edit-count',
    title: 'Show the changes (Alt+Z)',
  });
  const save = commandButton(saveCommand, 'Save', 'button-small edit-save');
  const element = el(
    'div',
    { class: 'edit-buttons', role: 'group', 'aria-label': 'Changes' },
    back,
    again,
    list,
    save,
  );
  effect(() => {
    const edits = activeFile.value?.edits.value ?? NO_EDITS;
    const { done, undone } = edits;
    const count = unsavedCount(edits);
    list.replaceChildren(formatCount(count), el('span', {}, ` ${pluralOf('change', count)}`));
    setAttribute(list, 'aria-label', `${counted(count, 'change')} not saved: show the changes`);
    list.hidden = count === 0;
    save.hidden = !isUnsaved(edits);
    for (const step of [back, again]) step.hidden = done.length + undone.length === 0;
    element.hidden = back.hidden && save.hidden;
    name(back, 'Undo', 'Ctrl+Z', done.at(-1)?.label);
    name(again, 'Redo', 'Ctrl+Shift+Z', undone.at(-1)?.label);
  });
  return element;
}

/** Number of unsaved changes; 1 if the saved file has steps that were undone since. */
function unsavedCount(edits: Edits): number {
  // A new file without changes is unsaved too.
  if (edits.changed.length === 0) return 0;
  return Math.max(1, edits.saved < 0 ? 1 : Math.abs(edits.done.length - edits.saved));
}

/** Number of unsaved changes, for the panel's tab; null without any. */
function changesBadge(): HTMLElement | null {
  const count = unsavedCount(activeFile.value?.edits.value ?? NO_EDITS);
  return tabCount(count, formatCount(count));
}

/** Names the step that the button undoes or redoes. */
function name(button: HTMLElement, word: string, key: string, step: string | undefined): void {
  const label = step === undefined ? word : `${word}: ${visible(step, 200)}`;
  setAttribute(button, 'aria-label', label);
  setAttribute(button, 'title', `${label} (${keyLabel(key)})`);
}
