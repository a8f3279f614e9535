/** Choice of the array that the table shows, and the bar above the table: the arrays around it, its size, and copying it. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { formatCount } from '../../explain/describe.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CHEVRON } from '../../ui/icons.ts';
import { commandItem, menuButton, openMenu } from '../../ui/menu.ts';
import { isList, isTable, type TableLayout } from './columns.ts';
import { copyTableCommand, copyTableCsvCommand, showTable } from './commands.ts';

export class TableBar {
  readonly #crumbs = el('nav', { class: 'table-crumbs', 'aria-label': 'Enclosing lists' });
  readonly #note = el('span', { class: 'table-note', role: 'status' });
  readonly element: HTMLElement = el(
    'div',
    { class: 'table-bar' },
    this.#crumbs,
    this.#note,
    menuButton(['Export', icon(CHEVRON)], 'Copy or save the table', openExportMenu, 'button-small'),
  );

  /** Shows the bar of an array's table. */
  show(file: OpenFile, path: string): void {
    this.#crumbs.replaceChildren(...crumbs(file, path));
  }

  /** Shows progress. */
  showStatus(words: string): void {
    if (this.#note.textContent !== words) this.#note.textContent = words;
  }

  /** Shows the type and size of the table. */
  describe({ type, count, more }: TableLayout): void {
    this.showStatus(`${type} ×${formatCount(count)}${more ? ', only the first columns' : ''}`);
  }
}

function openExportMenu(at: HTMLElement): void {
  const items = [
    commandItem(copyTableCommand.id, { label: 'Copy for a spreadsheet' }),
    commandItem(copyTableCsvCommand.id, { label: 'Copy as CSV' }),
    commandItem('export.table', { label: 'Save as CSV' }),
  ];
  openMenu('Export', [items], at);
}

/** The path of the table, as the card has that of a field; the lists in it are buttons that show them. */
function crumbs(file: OpenFile, path: string): HTMLElement[] {
  return pathTo(file.parsed, path).flatMap((node, at) => {
    const name = fileText(node.name);
    const step = isTable(node)
      ? button(name, () => showTable(node.path), {
          class: 'card-crumb',
          title: `${visible(node.path)}\n${node.doc}`,
          'aria-current': node.path === path && 'location',
        })
      : el('span', {}, name);
    if (node.label) step.append(' ', fileText(node.label, 'card-label'));
    // An element follows its list without a sign.
    if (at === 0 || node.index >= 0) return [step];
    return [el('span', { class: 'table-separator', 'aria-hidden': 'true' }, '›'), step];
  });
}

/** The lists of a file to choose from, as long as no table is shown. */
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
  const hint = 'Select a list, or choose one below, to see it as a table.';
  return [el('p', {}, hint), el('div', { class: 'table-choices' }, ...buttons)];
}

// Choice of the array

/**
 * The array to show for a selection: the selected one, else the current one if it contains the selection, else the
 * innermost one around the selection, else the current one. Plain numbers that are cells of another list do not replace
 * it.
 * @param chain the nodes around the selection, outermost first, ending with the selection
 * @param shown path of the current array; '' without one
 */
export function arrayFor(chain: readonly StructureNode[], shown: string): string {
  const selected = chain.at(-1);
  if (selected && isTable(selected)) return selected.path;
  if (shown !== '' && chain.some(({ path }) => path === shown)) return shown;
  const around = chain.findLast(isTable) ?? chain.findLast(isList);
  return around?.path ?? shown;
}

/** Sections to search for arrays; models of games have eight. */
const MAX_SECTIONS = 16;

/** The struct of unknown sections: they have no arrays, and may have names of 64 KB. */
const UNKNOWN_SECTION = 'Section';

/** The arrays of the first sections. */
export function mainArrays(parsed: ParsedFile): StructureNode[] {
  return parsed
    .children('', 0, MAX_SECTIONS)
    .filter(({ kind, type }) => kind === 'struct' && type !== UNKNOWN_SECTION)
    .flatMap(({ path }) => parsed.children(path))
    .filter(isList);
}

/** The nodes around an array, outermost first, ending with itself. */
export function pathTo(parsed: ParsedFile, path: string): StructureNode[] {
  const node = parsed.resolve(path);
  if (!node) return [];
  const isAround = (outer: StructureNode) =>
    /^[.[]/.test(path.slice(outer.path.length)) && path.startsWith(outer.path);
  return [...parsed.ancestors(node.start).filter(isAround), node];
}
