/** The line over the table: the lists around it, what it holds, and copying it; without a table, what there is to choose. */

import type { OpenFile } from '../../document/open-file.ts';
import { formatCount } from '../../explain/describe.ts';
import { command } from '../../store/commands.ts';
import { commandButton } from '../../ui/command-button.ts';

import { button, el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { arraysAround, mainArrays } from './arrays.ts';
import type { TableLayout } from './columns.ts';
import { copyTableCommand, copyTableCsvCommand } from './commands.ts';
import { showTable } from './current.ts';

export class TableBar {
  readonly #crumbs = el('nav', { class: 'table-crumbs', 'aria-label': 'Lists around the table' });
  readonly #note = el('span', { class: 'table-note', role: 'status' });
  readonly element: HTMLElement = el(
    'div',
    { class: 'table-bar' },
    this.#crumbs,
    this.#note,
    el(
      'div',
      { class: 'table-tools' },
      commandButton(copyTableCommand, 'Copy', 'button-small'),
      commandButton(copyTableCsvCommand, 'Copy CSV', 'button-small'),
      commandButton(command('export.table'), 'Save CSV', 'button-small'),
    ),
  );

  /** Shows the bar of an array's table. */
  show(file: OpenFile, path: string): void {
    this.#crumbs.replaceChildren(...crumbs(file, path));
  }

  /** What is being done. */
  say(words: string): void {
    if (this.#note.textContent !== words) this.#note.textContent = words;
  }

  /** What is shown, when nothing is being done. */
  describe({ type, count, more }: TableLayout): void {
    this.say(`${type} ×${formatCount(count)}${more ? ', the first columns' : ''}`);
  }
}

/** The arrays around this one, as buttons that show them. */
function crumbs(file: OpenFile, path: string): HTMLElement[] {
  const list: HTMLElement[] = [];
  let inside = '';
  for (const array of arraysAround(file.parsed, path)) {
    if (inside) list.push(el('span', { class: 'table-separator', 'aria-hidden': 'true' }, '›'));
    const name = fileText(array.path.slice(inside.length).replace(/^\./, ''));
    const current = array.path === path;
    const crumb = button(name, () => showTable(array.path), {
      class: 'card-crumb',
      title: `${visible(array.path)}\n${array.doc}`,
      'aria-current': current && 'location',
    });
    list.push(crumb);
    inside = array.path;
  }
  return list;
}

/** The lists of a file, to begin with. */
export function choices(file: OpenFile): HTMLElement[] {
  const arrays = mainArrays(file.parsed);
  if (arrays.length === 0) return [el('p', {}, 'This file has no lists to show as a table.')];
  const buttons = arrays.map(({ path, name, type, count, doc }) => {
    const element = button(fileText(name), () => showTable(path), {
      class: 'button-small',
      title: doc,
    });
    element.append(el('span', { class: 'table-count' }, `${type} ×${formatCount(count)}`));
    setAttribute(element, 'aria-label', `${visible(path)}, ${formatCount(count)} elements`);
    return element;
  });
  const hint = 'Select an element of a list, or choose one: its elements stand here as rows.';
  return [el('p', {}, hint), el('div', { class: 'table-choices' }, ...buttons)];
}
