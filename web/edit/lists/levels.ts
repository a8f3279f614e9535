/**
 * Levels of detail (v9 and later): their distances, changed in place, added, removed and previewed; and replacing the
 * mesh of a level.
 */
import type { AbcFile, EditOperation } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { previewDistance } from '../../document/previews.ts';
import { activeFile } from '../../document/state.ts';
import { formatF32 } from '../../explain/values.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { RowGrid } from '../../ui/row-grid.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { editValue } from '../value/open-value.ts';
import { changeAndSay, changedBy, modelFrom, modelNow, quoted } from './now.ts';
import { isWhollyChangeable } from './row.ts';
import './lists.css';
import { counted } from '../../explain/describe.ts';
import { donorField, donorIn, donorsFor, MAX_CHOICES, openForm } from './form.ts';

const PATH = 'Header.LODDistances';
/** Range of the preview, in units of the last distance. */
const BEYOND = 1.5;
/** First distance of a model without any, in the file's units. */
const FIRST_DISTANCE = 250;
/** Steps of the slider. */
const STEPS = 300;

/** Fills the section, which shows the active file. */
export function mountLevels(host: HTMLElement): void {
  const rows = new RowGrid('Level distances');
  const slider = el('input', {
    type: 'range',
    min: 0,
    max: STEPS,
    value: 0,
    'aria-label': 'View from a distance',
  });
  const seen = el('span', { class: 'levels-seen' });
  const preview = el('label', { class: 'levels-preview' }, 'View from', slider, seen);
  const add = button('Add a level', () => addLevel(activeFile.peek()), {
    class: 'button-small',
    title: 'The new last level is a copy of the previous one in every piece',
  });
  const replace = button('Replace a level…', () => replaceLevel(activeFile.peek(), replace), {
    class: 'button-small',
    title: 'Replace a level of a piece with a level of another open model',
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
    tools.hidden = !file || !isWhollyChangeable(file) || !file.info.features.levels;
    const count = file?.info.features.levels ? distances.length + 1 : 0;
    rows.fill(count, (level) => (file ? cellsOf(file, level, host) : []));
  });
}

/** Distances in the header. */
function distancesOf({ info }: OpenFile): readonly number[] {
  const { LODDistances } = info.header;
  return Array.isArray(LODDistances) ? LODDistances : [];
}

/** The level drawn at a distance: each is drawn up to its distance, the last one beyond it (abc.md §4). */
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
  const words = `up to ${formatF32(distance)}`;
  if (!file.parsed.resolve(`${PATH}[${level}]`)) return [name, el('div', { class: 'grid-text' }, words)];
  const find = () => host.querySelector<HTMLElement>(`[data-level="${level}"]`);
  const edit = () =>
    editValue({
      file,
      path: `${PATH}[${level}]`,
      place: () => find()?.getBoundingClientRect() ?? null,
      back: () => find()?.focus(),
    });
  const value = button(words, edit, {
    class: 'grid-small weights-value',
    title: 'Change the distance',
    'aria-label': `Level ${level} up to ${formatF32(distance)} units: change`,
    'data-level': level,
    disabled: !isWhollyChangeable(file),
  });
  const remove = button(icon(CROSS), () => removeLevel(file, level), {
    class: 'grid-icon',
    'aria-label': `Delete the distance of level ${level}`,
    title: 'Delete this distance, and the level after it in every piece',
  });
  return [name, el('div', {}, value), el('div', {}, ...(isWhollyChangeable(file) ? [remove] : []))];
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

/** A level of a piece of this or another open model. */
interface LevelChoice {
  readonly path: string;
  readonly words: string;
  /** `120 vertices, 200 triangles` */
  readonly size: string;
}

/** Opens the form at its button. */
function openReplaceLevel(file: OpenFile, at: HTMLElement): void {
  const model = modelNow(file);
  if (!model) return;
  const present = modelFrom(file);
  const own = levelsOf(model);
  const others = donorsFor(file, model, (other) => levelsOf(other).length > 0);
  const [first] = others;
  const theirs = first?.file.model ? levelsOf(first.file.model) : [];
  openForm({
    title: 'Replace a level',
    note: 'The vertices, weights and triangles of the level are replaced with those of another open model with the same skeleton. Vertices of the previous level collapse to the nearest new ones.',
    at: at.getBoundingClientRect(),
    action: 'Replace',
    fields: [
      // The lowest level is the one most often replaced.
      { id: 'level', label: 'Level', value: own.at(-1)?.path ?? '', choices: choicesOf(own) },
      donorField(others),
      {
        id: 'by',
        label: 'Level to copy',
        value: theirs[0]?.path ?? '',
        choices: choicesOf(theirs),
      },
    ],
    check: (values, id, { choose }) => {
      const now = present();
      if (typeof now === 'string') return { words: now, isProblem: true };
      const source = donorIn(others, values);
      if (!source) return { words: 'No other model with levels is open.', isProblem: true };
      const other = source.model();
      if (typeof other === 'string')
        return { words: `“${quoted(source.file.name)}”: ${other}`, isProblem: true };
      if (id === 'source') choose('by', choicesOf(levelsOf(other)));
      const why = now.skeletonDifference(other);
      if (why) return { words: why, isProblem: true };
      return {
        words: `${sizeOf(now, values.text('level'))} → ${sizeOf(other, values.text('by'))}.`,
      };
    },
    apply: (values) => {
      const source = donorIn(others, values)?.file;
      const other = source && modelNow(source);
      if (!other) return { refused: 'The file was closed.' };
      const path = values.text('level');
      const level = values.text('by');
      return changedBy(file, [{ op: 'adoptLevel', path, from: other.bytes, level }], {
        label: 'Replace a level',
        path,
        after: `${quoted(source.name)}, ${sizeOf(other, level)}`,
      });
    },
    closed: () => at.focus(),
  });
}

function levelsOf({ info }: AbcFile): LevelChoice[] {
  if (!info.features.levels) return [];
  const all = info.pieces.flatMap(({ name, lods }, piece) =>
    lods.map(({ vertices, faces }, level) => ({
      path: `Pieces.Pieces[${piece}].LODs[${level}]`,
      words: `${quoted(name)}, level ${level}`,
      size: `${counted(vertices, 'vertex')}, ${counted(faces, 'triangle')}`,
    })),
  );
  return all.slice(0, MAX_CHOICES);
}

const choicesOf = (levels: readonly LevelChoice[]) => levels.map(({ path, words }) => [path, words] as const);

const sizeOf = (model: AbcFile, path: string) =>
  levelsOf(model).find((level) => level.path === path)?.size ?? '';
