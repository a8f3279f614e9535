/** The bar over the bytes while they are edited: which column is typed into, and what a keyboard has keys for. */
import { command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, icon, setAttribute } from '../../ui/dom.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { type EditedView, editSwitch } from '../hex/editing.ts';
import type { BytesColumn } from '../hex/row-text.ts';
import { Editor } from './editor.ts';
import './overwrite.css';

const COLUMNS: readonly (readonly [BytesColumn, string, string])[] = [
  ['hex', 'Hex', 'Type hex digits (Tab)'],
  ['text', 'Text', 'Type characters (Tab)'],
];

/** Makes the bytes of a view editable, with the bar over them, until the current scope ends. */
export function mountOverwrite(host: HTMLElement, view: EditedView): void {
  const editor = new Editor(view);
  const columns = COLUMNS.map(([column, label, title]) => {
    const choose = () => {
      editor.chooseColumn(column);
      editor.focus();
    };
    const element = button(label, choose, { title });
    effect(() => setAttribute(element, 'aria-pressed', String(editor.column === column)));
    return element;
  });
  const done = () => {
    editSwitch.value = false;
  };
  const bar = el(
    'div',
    { class: 'hex-edit-bar', role: 'group', 'aria-label': 'Edit the bytes' },
    el('span', { class: 'hex-edit-title' }, 'Overwrite'),
    el('span', { class: 'hex-edit-columns', role: 'group', 'aria-label': 'Column' }, ...columns),
    button('Paste', () => void paste(editor), { title: 'Paste over the bytes (Ctrl+V)' }),
    commandButton(command('hex.fill'), 'Fill…'),
    commandButton(command('changes.previous'), icon('M14 6l-6 6 6 6')),
    commandButton(command('changes.next'), icon('M10 6l6 6-6 6')),
    button('Done', done, { class: 'hex-edit-done', title: 'Stop editing (Escape)' }),
  );
  // The field keeps the focus, and a keyboard on the screen stays open.
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  host.prepend(bar);
  onEnd(() => bar.remove());
}

/** For who has no keyboard; the browser may ask whether the page may read the clipboard. */
async function paste(editor: Editor): Promise<void> {
  try {
    editor.paste(await navigator.clipboard.readText());
  } catch {
    announcement.value = 'The browser does not let the page read the clipboard.';
  }
}
