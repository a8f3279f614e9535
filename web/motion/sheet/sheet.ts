/** The dope sheet: frame strings and nodes as rows of keys, and the curves of the current row, on one scale. */

import { currentKey, currentKeys } from '../../document/keyframes.ts';
import { activeFile } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { MORE, PLUS, TRASH } from '../../ui/icons.ts';
import { collapsed } from '../../ui/layout.ts';
import { addListFilter } from '../../ui/list-keys.ts';
import { menuButton } from '../../ui/menu.ts';
import { usePart } from '../../ui/parts.ts';
import { effect, once, scope } from '../../ui/scope.ts';
import { commandNotes } from '../command-list.ts';
import { canChangeKeys, loadKeyEdit } from '../timeline/time-slider.ts';
import { SheetCommands } from './commands.ts';
import { sheetCurves } from './curves.ts';
import { SheetGrid } from './grid.ts';
import { ruler, sheetPlayhead } from './ruler.ts';
import { SheetState } from './state.ts';
import './sheet.css';

/** Fills the panel, which follows the active file and its animation. */
export function mountSheet(host: HTMLElement): void {
  const state = new SheetState();
  const commands: SheetCommands = new SheetCommands(state, () => grid.element);
  const grid = new SheetGrid(state, commands);
  host.classList.add('sheet');
  host.append(
    el('div', { class: 'sheet-top' }, filterField(host, state, grid.element), ruler(state.scale)),
    grid.element,
    sheetCurves(state),
    el('div', { class: 'sheet-over' }, sheetPlayhead(state.scale)),
    foot(state, commands, grid),
  );
}

/** In the corner over the names. */
function filterField(host: HTMLElement, state: SheetState, rows: HTMLElement): HTMLElement {
  const field = el('input', {
    type: 'search',
    class: 'sheet-filter',
    'aria-label': 'Filter the nodes of the dope sheet',
    placeholder: 'Filter nodes',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  field.addEventListener('input', () => {
    state.text.value = field.value;
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && field.value !== '') {
      field.value = '';
      state.text.value = '';
    } else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') rows.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  addListFilter(host, field);
  return field;
}

/** The key at the playhead: its fields, what its frame string does, and buttons for those without a keyboard. */
function foot(state: SheetState, commands: SheetCommands, grid: SheetGrid): HTMLElement {
  const which = el('span', { class: 'sheet-which' });
  const fields = el('div', {
    class: 'key-edit',
    role: 'group',
    'aria-label': 'Key at the playhead',
    hidden: true,
  });
  const note = el('span', { class: 'sheet-note' });
  const add = button(icon(PLUS), () => commands.addKey(), {
    'aria-label': 'Add a key',
    title: 'Add a key at the playhead with the current pose (Insert)',
  });
  const remove = button(icon(...TRASH), () => commands.deleteKeys(), {
    'aria-label': 'Delete the key',
    title: 'Delete the selected keys, or the key at the playhead (Delete)',
  });
  const more = menuButton(
    [icon(...MORE)],
    'More of the dope sheet',
    (at) => commands.openMenu(at, () => grid.place()),
    '',
  );
  const own = scope();
  once(
    () => !collapsed.sheet.value && canChangeKeys(),
    () => void usePart(loadKeyEdit, (part) => own.run(() => part.mountKeyEdit(fields))),
  );
  const buttons = el('span', { class: 'sheet-buttons' }, add, remove, more);
  const bar = el('div', { class: 'sheet-foot' }, which, fields, note, buttons);
  effect(() => {
    const { times, strings } = currentKeys.value;
    const { size } = state.selected.value;
    const key = currentKey.value;
    const isEditable = canChangeKeys();
    bar.classList.toggle('sheet-several', size > 1);
    if (times.length === 0) which.textContent = 'No keys';
    else
      which.textContent = size > 1 ? `${counted(size, 'key')} selected` : `Key ${key + 1} of ${times.length}`;
    const string = strings[key] ?? '';
    const does = commandNotes(string);
    note.textContent = isEditable ? does : [string, does].filter(Boolean).join(': ');
    note.title = note.textContent;
    add.hidden = !isEditable;
    remove.hidden = !isEditable;
    remove.disabled = Math.max(size, 1) >= times.length;
  });
  effect(() => {
    const now = Math.round(activeFile.value?.playback.timeMs.value ?? 0);
    add.disabled = currentKeys.value.times.includes(now);
  });
  return bar;
}
