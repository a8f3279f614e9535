/** Commands that change the selected value or list element, and the panels that can edit the selected value. */
import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { announcement } from '../../store/notices.ts';
import { usePart } from '../../ui/parts.ts';
import { columnOf } from '../../ui/regions.ts';
import { onEnd } from '../../ui/scope.ts';
import { type ListEdit, listOf, selectedListElement, whyFixed } from './editable.ts';

const LABELS: Readonly<Record<ListEdit, string>> = {
  duplicate: 'Duplicate the element',
  remove: 'Delete the element',
  insert: 'Insert an element after it',
  up: 'Move the element up',
  down: 'Move the element down',
};

/** Changes the list of an element of the active file. @param path of the element, or of an empty list */
export function editList(path: string, edit: ListEdit): void {
  const file = activeFile.peek();
  const node = file?.parsed.resolve(path);
  if (!file || !node) return;
  const why = whyFixed(file);
  if (why) announcement.value = why;
  else
    void usePart(
      () => withEditing(() => import('./list-edits.ts')),
      (part) => part.editList(file, node, edit),
    );
}

/** Changes the list of the selected element, if any. */
export function editSelectedList(edit: ListEdit): void {
  const element = selectedListElement(activeFile.peek());
  if (element) editList(element.path, edit);
}

/** Edits the selected value in a panel that shows it, or says why it cannot be edited. */
function changeSelected(): void {
  const file = activeFile.peek();
  if (!file || (whyFixed(file) === '' && editSelectedValue())) return;
  const nothing = file.selection.peek() ? 'The selection has no value of its own.' : 'Select a value first.';
  announcement.value = whyFixed(file) || nothing;
}

function isPossible(edit: ListEdit): boolean {
  const file = activeFile.value;
  const element = selectedListElement(file);
  if (!file || !element) return false;
  if (element.index < 0) return edit === 'insert';
  if (edit === 'up') return element.index > 0;
  if (edit !== 'down') return true;
  const list = listOf(file.parsed, element.path);
  return list !== null && element.index < list.count - 1;
}

export const valueCommands: readonly Command[] = [
  {
    id: 'edit.value',
    label: 'Change the selected value',
    group: 'Edit',
    key: 'F2',
    enabled: () => activeFile.value !== null,
    run: changeSelected,
  },
  ...(Object.keys(LABELS) as ListEdit[]).map(
    (edit): Command => ({
      id: `edit.${edit}`,
      label: LABELS[edit],
      group: 'Edit',
      enabled: () => isPossible(edit),
      run: () => editSelectedList(edit),
    }),
  ),
];

/** A panel that can edit the selected value, for the command that works in all panels. */
interface ValueHost {
  readonly element: HTMLElement;
  /**
   * Edits the selected value; false if the panel does not show it.
   * @param back restores the focus outside the panel afterwards; absent: the panel takes it
   */
  edit(back?: () => void): boolean;
}

const hosts: ValueHost[] = [];

/** Adds a panel, until the current scope ends. */
export function addValueHost(host: ValueHost): void {
  hosts.push(host);
  onEnd(() => hosts.splice(hosts.indexOf(host), 1));
}

/**
 * Edits the selected value in the panel with the focus, otherwise in the nearest one that shows it: for the bytes, in
 * the card below them.
 */
export function editSelectedValue(): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const distance = ({ element }: ValueHost) =>
    element.contains(focused) ? 0 : focused && columnOf(element) === columnOf(focused) ? 1 : 2;
  const back =
    focused && focused !== document.body ? () => focused.focus({ preventScroll: true }) : undefined;
  return hosts
    .toSorted((a, b) => distance(a) - distance(b))
    .some((host) => host.element.checkVisibility() && host.edit(distance(host) === 0 ? undefined : back));
}
