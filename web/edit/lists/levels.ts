/** The distances up to which levels of detail are drawn (v9 and later): changed in place, added, removed, and looked at. */

import type { EditOperation } from '@lithoscope/core';
import { previewDistance } from '../../document/lod-preview.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { formatF32 } from '../../explain/values.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { RowGrid } from '../../ui/row-grid.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { editValue } from '../value/open-value.ts';
import { openReplaceLevel } from './level-form.ts';
import { changeAndSay } from './now.ts';
import { isChangeable } from './row.ts';
import './lists.css';

const PATH = 'Header.LODDistances';
/** The preview reaches so many times as far as the last distance. */
const BEYOND = 1.5;
/** Where there is none yet, units. */
const FIRST_DISTANCE = 250;
/** Steps of the slider. */
const STEPS = 300;

/** Fills the section; it follows the active file. */
export function mountLevels(host: HTMLElement): void {
  const rows = new RowGrid('Distances of the levels');
  const slider = el('input', {
    type: 'range',
    min: 0,
    max: STEPS,
    value: 0,
    'aria-label': 'Look from a distance',
  });
  const seen = el('span', { class: 'levels-seen' });
  const preview = el('label', { class: 'levels-preview' }, 'Look from', slider, seen);
  const add = button('Add a level', () => addLevel(activeFile.peek()), {
    class: 'button-small',
    title: 'The new last level is a copy of the one before, in every piece',
  });
  const replace = button('Replace a level…', () => replaceLevel(activeFile.peek(), replace), {
    class: 'button-small',
    title: 'Give a level of a piece the mesh of another open model',
  });
  const tools = el('div', { class: 'outline-tools' }, add, replace);
  host.append(rows.element, preview, tools);
  const look = () => {
    const file = activeFile.peek();
    if (!file) return;
    const distance = (slider.valueAsNumber / STEPS) * reach(file);
    previewDistance.value = { file: file.id, distance };
    seen.textContent = `${Math.round(distance)} units: level ${levelAt(file, distance)}`;
  };
  const end = () => {
    previewDistance.value = null;
    seen.textContent = '';
  };
  slider.addEventListener('input', look);
  slider.addEventListener('change', end);
  slider.addEventListener('blur', end);
  onEnd(end);
  effect(() => {
    const file = activeFile.value;
    const distances = file ? distancesOf(file) : [];
    preview.hidden = distances.length === 0;
    tools.hidden = !file || !isChangeable(file) || !file.info.features.levels;
    const count = file?.info.features.levels ? distances.length + 1 : 0;
    rows.fill(count, (level) => (file ? cellsOf(file, level, host) : []));
  });
}

/** The distances as the header has them. */
function distancesOf({ info }: OpenFile): readonly number[] {
  const { LODDistances } = info.header;
  return Array.isArray(LODDistances) ? LODDistances : [];
}

/** A level is drawn up to its distance, the last one beyond all of them (abc.md §4). */
function levelAt(file: OpenFile, distance: number): number {
  const level = distancesOf(file).findIndex((limit) => distance <= limit);
  return level < 0 ? distancesOf(file).length : level;
}

function reach(file: OpenFile): number {
  const finite = distancesOf(file).filter((distance) => Number.isFinite(distance));
  return BEYOND * Math.max(...finite, 1);
}

function cellsOf(file: OpenFile, level: number, host: HTMLElement): HTMLElement[] {
  const distance = distancesOf(file)[level];
  const name = el('div', { class: 'grid-main weights-node' }, `Level ${level}`);
  if (distance === undefined)
    return [name, el('div', { class: 'grid-text' }, level === 0 ? 'always' : 'beyond')];
  const find = () => host.querySelector<HTMLElement>(`[data-level="${level}"]`);
  const edit = () =>
    editValue({
      file,
      path: `${PATH}[${level}]`,
      place: () => find()?.getBoundingClientRect() ?? null,
      back: () => find()?.focus(),
    });
  const value = button(`up to ${formatF32(distance)}`, edit, {
    class: 'grid-small weights-value',
    title: 'Change the distance',
    'aria-label': `Level ${level} up to ${formatF32(distance)} units: change`,
    'data-level': level,
    disabled: !isChangeable(file),
  });
  const remove = button(icon(CROSS), () => removeLevel(file, level), {
    class: 'grid-icon',
    'aria-label': `Delete the distance of level ${level}`,
    title: 'Delete this distance, and the level after it in every piece',
  });
  return [name, el('div', {}, value), el('div', {}, remove)];
}

function replaceLevel(file: OpenFile | null, at: HTMLElement): void {
  if (file) openReplaceLevel(file, at);
}

/** The new distance is twice the last one. */
function addLevel(file: OpenFile | null): void {
  if (!file) return;
  const distances = distancesOf(file);
  const last = distances.at(-1);
  const value = last === undefined || !Number.isFinite(last) || last <= 0 ? FIRST_DISTANCE : last * 2;
  const operations: EditOperation[] = [
    { op: 'insert', path: `${PATH}[${distances.length}]`, values: [value] },
  ];
  changeAndSay(file, {
    label: `Add level ${distances.length + 1}`,
    after: `from ${formatF32(value)} units`,
    operations,
  });
}

function removeLevel(file: OpenFile, level: number): void {
  const before = formatF32(distancesOf(file)[level] ?? 0);
  const operations: EditOperation[] = [{ op: 'remove', path: `${PATH}[${level}]` }];
  changeAndSay(file, { label: `Delete the distance of level ${level}`, before, operations });
}
