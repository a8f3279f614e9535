/** Lists of pieces, nodes and sockets: a row selects the element's bytes, and highlights it in the picture. */

import type { Features, Info, ModelElement, NodeInfo } from '@lithoscope/core';
import type { OpenFile } from '../document/open-file.ts';
import { select, selectedElement, selectionAt } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { highlighted } from '../document/view.ts';
import { openRowMenu, rowMenuCell, runRowAction, useRowKey } from '../edit/lists/open-row.ts';
import type { ListRow, RowHost } from '../edit/lists/row.ts';
import { counted } from '../explain/describe.ts';
import { nodeFlags } from '../explain/flags.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { RowGrid } from '../ui/row-grid.ts';
import { effect } from '../ui/scope.ts';
import { attachCell, attachedLine, EYE, HIDDEN_EYE } from './attachments.ts';
import { isFiltered, wantedAmong } from './filter.ts';

/** Most levels in a tooltip; real pieces have up to five. */
const MAX_LEVELS = 16;

/** A kind of element, by its key in ModelElement. */
interface ElementKind {
  readonly key: 'piece' | 'node' | 'socket' | 'weightSet';
  /** Accessible name of the list. */
  readonly label: string;
  /** All of them, with their names. */
  all(info: Info): readonly { readonly name: string }[];
  row(file: OpenFile, index: number): Row;
}

interface Row {
  readonly name: string;
  /** Tooltip. */
  readonly title?: string;
  readonly indent?: number;
  /** Cells after the name. */
  readonly cells: readonly HTMLElement[];
  /** Element below the cells. */
  readonly under?: HTMLElement;
}

/** Fills a section with the elements of the active file. */
export function mountElements(host: HTMLElement, kind: ElementKind): RowHost {
  const grid = new RowGrid(kind.label);
  /** The element of each row, where the filter leaves some out. */
  let listed: readonly number[] | null = null;
  const rowOf = (index: number) => (listed ? listed.indexOf(index) : index);
  const rows: RowHost = {
    place: (index) => grid.placeOf(rowOf(index)),
    focus: (index) => grid.focus(rowOf(index)),
  };
  host.append(grid.element);
  effect(() => {
    const file = activeFile.value;
    if (!file) {
      grid.fill(0, () => []);
      return undefined;
    }
    const all = kind.all(file.info);
    listed = isFiltered.value ? wantedAmong(all) : null;
    grid.fill(listed?.length ?? all.length, (row) => cellsOf(file, kind, listed?.[row] ?? row, rows));
    return effect(() => {
      const element = selectedElement(file);
      // For a face or vertex, mark the row of its piece.
      grid.mark(rowOf(element[kind.key] ?? -1));
    });
  });
  return rows;
}

function cellsOf(file: OpenFile, kind: ElementKind, index: number, host: RowHost): HTMLElement[] {
  const { name, title, indent = 0, cells, under } = kind.row(file, index);
  const element: ModelElement = { [kind.key]: index };
  const choose = () => select(file, selectionAt(file, file.parsed.pathOf(element)), 'model');
  const main = button(fileText(name || '(no name)'), choose, { class: 'grid-name', title });
  main.style.paddingInlineStart = `${6 + Math.min(indent, 24) * 10}px`;
  const highlight = (on: boolean) => {
    highlighted.value = on ? element : null;
  };
  main.addEventListener('pointerenter', () => highlight(true));
  main.addEventListener('pointerleave', () => highlight(false));
  main.addEventListener('focus', () => highlight(true));
  main.addEventListener('blur', () => highlight(false));
  const first = el('div', { class: 'grid-main' }, main);
  const all = [first, ...cells];
  // A mesh that is not in a list of pieces cannot be changed like one.
  if (file.parsed.pathOf(element) !== '' && (kind.key !== 'piece' || file.info.features.pieces))
    all.push(changeable(main, { file, key: kind.key, index, host }, name));
  return under ? [...all, under] : all;
}

/** Makes a row changeable: by keys, double click, right click or long press, and the returned button. */
function changeable(main: HTMLElement, row: ListRow, name: string): HTMLElement {
  main.addEventListener('keydown', (event) => useRowKey(row, event));
  main.addEventListener('dblclick', () => runRowAction(row, 'rename'));
  main.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    // The menu key has no position.
    const { left, bottom } = main.getBoundingClientRect();
    const { clientX, clientY } = event;
    openRowMenu(row, clientX || clientY ? { x: clientX, y: clientY } : { x: left, y: bottom });
  });
  const cell = rowMenuCell(row, name);
  cell.classList.add('grid-extra');
  return cell;
}

export function mountPieces(host: HTMLElement): void {
  const rows = mountElements(host, {
    key: 'piece',
    label: 'Pieces',
    all: ({ pieces }) => pieces,
    row: (file, piece) => {
      const { name, materialIndex, lods } = file.info.pieces[piece] ?? {
        name: '',
        materialIndex: 0,
        lods: [],
      };
      return {
        name,
        title: lods
          .slice(0, MAX_LEVELS)
          .map(({ faces, vertices }, i) => `Level ${i}: ${faces} faces, ${vertices} vertices`)
          .join('\n'),
        cells: [slotCell(materialIndex), countCell(file, piece), eyeCell(file, piece), soloCell(file, piece)],
      };
    },
  });
  const showAll = () => {
    setHidden(activeFile.peek(), []);
    // The button goes.
    rows.focus(0);
  };
  const note = el('span', { class: 'outline-note' });
  const all = button('Show all', showAll, { class: 'button-small' });
  // Below the rows, none of which moves.
  const tools = el('div', { class: 'outline-tools' }, note, all);
  host.append(tools);
  effect(() => {
    const hidden = activeFile.value?.look.hiddenPieces.value.size ?? 0;
    tools.hidden = hidden === 0;
    note.textContent = `${counted(hidden, 'piece')} hidden`;
  });
}

function slotCell(slot: number): HTMLElement {
  return el(
    'div',
    { class: 'grid-text grid-slot', title: `MaterialIndex ${slot}: the skin slot` },
    `slot ${slot}`,
  );
}

function countCell(file: OpenFile, piece: number): HTMLElement {
  const cell = el('div', { class: 'grid-text grid-number' });
  const { info } = file;
  effect(() => {
    // Files with collapses have one list of faces, of which each level omits some.
    const level = info.pieces[piece]?.lods[info.features.collapses ? 0 : file.look.lod.value];
    cell.textContent = level ? counted(level.faces, 'face') : '';
    cell.title = level
      ? `${counted(level.faces, 'face')}, ${counted(level.vertices, 'vertex')}`
      : 'No such level';
    cell.classList.toggle('grid-empty', level?.faces === 0);
  });
  return cell;
}

function eyeCell(file: OpenFile, piece: number): HTMLElement {
  const name = file.info.pieces[piece]?.name ?? '';
  const toggle = button(
    '',
    () => {
      const hidden = new Set(file.look.hiddenPieces.value);
      if (!hidden.delete(piece)) hidden.add(piece);
      file.look.hiddenPieces.value = hidden;
    },
    { class: 'grid-icon', 'aria-label': `Show ${visible(name)}` },
  );
  effect(() => {
    const shown = !file.look.hiddenPieces.value.has(piece);
    setAttribute(toggle, 'aria-pressed', String(shown));
    toggle.title = shown ? 'Hide' : 'Show';
    toggle.replaceChildren(icon(...(shown ? EYE : HIDDEN_EYE)));
  });
  return el('div', {}, toggle);
}

/** Shows only one piece; a second press shows all. */
function soloCell(file: OpenFile, piece: number): HTMLElement {
  const others = file.info.pieces.length - 1;
  const isAlone = () => {
    const { value } = file.look.hiddenPieces;
    return value.size === others && !value.has(piece);
  };
  const toggle = () =>
    setHidden(file, isAlone() ? [] : [...file.info.pieces.keys()].filter((i) => i !== piece));
  const solo = button('Solo', toggle, { class: 'grid-small' });
  solo.disabled = others === 0;
  effect(() => setAttribute(solo, 'aria-pressed', String(others > 0 && isAlone())));
  return el('div', { class: 'grid-extra' }, solo);
}

function setHidden(file: OpenFile | null, pieces: readonly number[]): void {
  if (file) file.look.hiddenPieces.value = new Set(pieces);
}

export function mountNodes(host: HTMLElement): void {
  const depths = new WeakMap<Info, number[]>();
  mountElements(host, {
    key: 'node',
    label: 'Nodes',
    all: ({ nodes }) => nodes,
    row: ({ info }, index) => {
      const node = info.nodes[index];
      const depth = depths.get(info) ?? depthsOf(info.nodes);
      depths.set(info, depth);
      if (!node) return { name: '', cells: [] };
      const words = formatFlags(node, info.features);
      return {
        name: node.name,
        title: `Node ${index}, flags ${node.flags}`,
        indent: depth[index] ?? 0,
        cells: [el('div', { class: 'grid-text' }, words)],
      };
    },
  });
}

/** Depths of nodes; parents always precede their children. */
function depthsOf(nodes: readonly NodeInfo[]): number[] {
  const depths: number[] = [];
  for (const { parent } of nodes) depths.push(parent < 0 ? 0 : (depths[parent] ?? 0) + 1);
  return depths;
}

/** The flags of a node, unknown bits as a number, and the number of vertices it deforms. */
function formatFlags({ flags, deformationVertices }: NodeInfo, features: Features): string {
  const known = nodeFlags(features).filter(({ bit }) => flags & bit);
  const words = known.map(({ word }) => word);
  const unknown = known.reduce((rest, { bit }) => rest & ~bit, flags);
  if (unknown) words.push(`flags ${unknown}`);
  if (deformationVertices > 0) words.push(`moves ${counted(deformationVertices, 'deformation vertex')}`);
  return words.join(', ');
}

export function mountSockets(host: HTMLElement): void {
  mountElements(host, {
    key: 'socket',
    label: 'Sockets',
    all: ({ sockets }) => sockets,
    row: (file, index) => {
      const { info } = file;
      const socket = info.sockets[index];
      const node = info.nodes[socket?.node ?? -1];
      const place = node ? fileText(node.name) : `node ${socket?.node}, which does not exist`;
      const title = node ? `On the node ${visible(node.name)}` : undefined;
      const where = el('div', { class: 'grid-text grid-node', title }, '→ ', place);
      return {
        name: socket?.name ?? '',
        cells: [where, attachCell(file, index)],
        under: attachedLine(file, index),
      };
    },
  });
}
