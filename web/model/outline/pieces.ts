/** The pieces: which are shown, their skin slot, faces and vertices at the level in view. */

import { counted, formatCount } from '../../explain/describe.ts';
import { activeFile, type OpenFile } from '../../store/state.ts';
import { button, el, icon, setAttribute, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { mountElements } from './element-rows.ts';

const EYE = ['M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z', 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z'];
const HIDDEN = [
  'M3 3l18 18',
  'M10 6a10 10 0 0 1 12 6 15 15 0 0 1-3 4M6 8a15 15 0 0 0-4 4s4 7 10 7a9 9 0 0 0 5-2',
];

export function mountPieces(host: HTMLElement): void {
  const all = button('Show all', () => activeFile.value && setHidden(activeFile.value, []), {
    class: 'button-small',
  });
  const note = el('span', { class: 'outline-note' });
  host.append(el('div', { class: 'outline-tools' }, note, all));
  effect(() => {
    const hidden = activeFile.value?.look.hiddenPieces.value.size ?? 0;
    all.disabled = hidden === 0;
    note.textContent = hidden > 0 ? `${counted(hidden, 'piece')} hidden` : '';
  });
  mountElements(host, {
    key: 'piece',
    label: 'Pieces',
    count: ({ info }) => info.pieces.length,
    row: (file, piece) => {
      const { name, materialIndex, lods } = file.info.pieces[piece] ?? {
        name: '',
        materialIndex: 0,
        lods: [],
      };
      return {
        name,
        title: lods
          .map(({ faces, vertices }, i) => `Level ${i}: ${faces} faces, ${vertices} vertices`)
          .join('\n'),
        cells: [slotCell(materialIndex), countCell(file, piece), eyeCell(file, piece), soloCell(file, piece)],
      };
    },
  });
}

function slotCell(slot: number): HTMLElement {
  return el('div', { class: 'grid-text', title: `MaterialIndex ${slot}: the skin slot` }, `slot ${slot}`);
}

function countCell(file: OpenFile, piece: number): HTMLElement {
  const cell = el('div', { class: 'grid-text grid-number' });
  const { info } = file;
  effect(() => {
    // v6 has one list of faces; its levels leave some out.
    const level = info.pieces[piece]?.lods[info.version === 6 ? 0 : file.look.lod.value];
    cell.textContent = level ? `${formatCount(level.faces)} f` : '';
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
    toggle.replaceChildren(icon(...(shown ? EYE : HIDDEN)));
  });
  return el('div', {}, toggle);
}

/** Shows one piece alone; once more shows all. */
function soloCell(file: OpenFile, piece: number): HTMLElement {
  const others = file.info.pieces.flatMap((_, i) => (i === piece ? [] : [i]));
  const isAlone = () => {
    const { value } = file.look.hiddenPieces;
    return value.size === others.length && !value.has(piece);
  };
  const solo = button('Solo', () => setHidden(file, isAlone() ? [] : others), { class: 'grid-small' });
  solo.disabled = others.length === 0;
  effect(() => setAttribute(solo, 'aria-pressed', String(others.length > 0 && isAlone())));
  return el('div', {}, solo);
}

function setHidden(file: OpenFile, pieces: readonly number[]): void {
  file.look.hiddenPieces.value = new Set(pieces);
}
