/** What can be done with the selected value from its card: a button for the value, and those for an element of a list. */

import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { addValueHost } from '../../edit/value/commands.ts';
import { valueNode, whyFixed } from '../../edit/value/editable.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { command } from '../../store/commands.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, icon, visible } from '../../ui/dom.ts';
import { COPY, DOWN, PENCIL, PLUS, TRASH, UP } from '../../ui/icons.ts';

/** What the buttons of an element show. */
const ELEMENT_TOOLS: readonly (readonly [id: string, icon: readonly string[]])[] = [
  ['edit.duplicate', COPY],
  ['edit.insert', [PLUS]],
  ['edit.up', [UP]],
  ['edit.down', [DOWN]],
  // Apart from the others (inspector.css): a slip of the pointer removes nothing.
  ['edit.remove', TRASH],
];

/** The path of the value that the selection stands for; null when it is none, or cannot be changed. */
function valuePath(file: OpenFile): string | null {
  const selection = file.selection.peek();
  const node = selection && file.parsed.isEditable ? file.parsed.resolve(selection.path) : null;
  if (!node || node.start !== selection?.start || node.end !== selection.end) return null;
  return valueNode(file.parsed, node)?.path ?? null;
}

/** Edits the selected value in a card. False when it has none. */
function editIn(card: HTMLElement, back?: () => void): boolean {
  const file = activeFile.peek();
  const path = file && valuePath(file);
  if (!file || !path) return false;
  editValue({
    file,
    path,
    place: () => card.querySelector('.card-value, .card-place')?.getBoundingClientRect() ?? null,
    back: back ?? (() => card.querySelector<HTMLElement>('.card-edit')?.focus()),
  });
  return true;
}

/** Lets a card edit what it shows: a double press on the value, and the command. */
export function editInCard(card: HTMLElement): void {
  addValueHost({ element: card, edit: (back) => editIn(card, back) });
  card.addEventListener('dblclick', ({ target }) => {
    if (target instanceof Element && target.closest('.card-value')) editIn(card);
  });
}

/** The button beside the value. */
export function pencil(file: OpenFile, card: HTMLElement): HTMLElement[] {
  const path = valuePath(file);
  if (path === null) return [];
  return [
    button(icon(...PENCIL), () => editIn(card), {
      class: 'button-quiet card-edit',
      title: `Change ${visible(path)}`,
      'aria-label': `Change ${visible(path)}`,
    }),
  ];
}

/** The buttons of an element of a list. */
export function elementTools(file: OpenFile): HTMLElement[] {
  const path = file.selection.peek()?.path ?? '';
  if (whyFixed(file) || !path.endsWith(']')) return [];
  const buttons = ELEMENT_TOOLS.map(([id, paths]) =>
    commandButton(command(id), icon(...paths), 'button-quiet'),
  );
  return [
    el('div', { class: 'card-tools', role: 'group', 'aria-label': 'The element in its list' }, ...buttons),
  ];
}
