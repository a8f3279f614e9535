/** A list of model elements: choosing a row selects its bytes, pointing at it lights it up in the picture. */
import type { ModelElement } from '@lithoscope/core';
import { selectedElement, selectionAt } from '../../store/elements.ts';
import { activeFile, highlighted, type OpenFile, select } from '../../store/state.ts';
import { button, el, fileText } from '../../ui/dom.ts';
import { RowGrid } from '../../ui/row-grid.ts';
import { effect } from '../../ui/scope.ts';

/** What a list is of: one key of ModelElement. */
export interface ElementKind {
  readonly key: 'piece' | 'node' | 'socket';
  /** Name of the list, for assistive technology. */
  readonly label: string;
  count(file: OpenFile): number;
  /** Name, and what the file says about the element; the cells behind the first. */
  row(file: OpenFile, index: number): { name: string; title?: string; indent?: number; cells: HTMLElement[] };
}

/** Fills a section with the elements of the active file. */
export function mountElements(host: HTMLElement, kind: ElementKind): RowGrid {
  const grid = new RowGrid(kind.label);
  host.append(grid.element);
  effect(() => {
    const file = activeFile.value;
    if (!file) {
      grid.fill(0, () => []);
      return undefined;
    }
    grid.fill(kind.count(file), (index) => cellsOf(file, kind, index));
    return effect(() => {
      const element = selectedElement(file);
      // A face or vertex lies in its piece: the piece's row shows where one is.
      grid.mark(element[kind.key] ?? -1);
    });
  });
  return grid;
}

function cellsOf(file: OpenFile, kind: ElementKind, index: number): HTMLElement[] {
  const { name, title, indent = 0, cells } = kind.row(file, index);
  const element: ModelElement = { [kind.key]: index };
  const choose = () => select(file, selectionAt(file, file.parsed.pathOf(element)), 'model');
  const main = button(fileText(name || '(no name)'), choose, { class: 'grid-name', title });
  main.style.paddingInlineStart = `${6 + Math.min(indent, 24) * 10}px`;
  const light = (on: boolean) => {
    highlighted.value = on ? element : null;
  };
  main.addEventListener('pointerenter', () => light(true));
  main.addEventListener('pointerleave', () => light(false));
  main.addEventListener('focus', () => light(true));
  main.addEventListener('blur', () => light(false));
  return [el('div', { class: 'grid-main' }, main), ...cells];
}
