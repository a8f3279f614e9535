/** The popover that chooses the level of detail. */

import type { OpenFile } from '../document/open-file.ts';
import { previewDistance } from '../document/previews.ts';
import { activeFile } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, setAttribute, visible } from '../ui/dom.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { levelAt, lodDistances } from './level-distances.ts';

/** The slider of distances ends at the last distance times this. */
const BEYOND = 1.25;
/** More levels than this are chosen by a slider. */
const MAX_LISTED_LEVELS = 32;

/** Builds the popover of the levels, which follows the active file. */
export function levelOptions(): HTMLElement {
  const element = el('div', {
    class: 'popover scene-levels',
    popover: 'auto',
    role: 'dialog',
    'aria-label': 'Level of detail',
  });
  effect(() => {
    const file = activeFile.value;
    element.replaceChildren();
    if (!file || file.info.lodCount < 2) return undefined;
    const control =
      file.info.features.collapses || file.info.lodCount > MAX_LISTED_LEVELS
        ? levelSlider(file)
        : levelButtons(file);
    const distance = distanceButton(file);
    if (distance) control.element.append(distance, distanceSlider(file));
    control.element.append(commandButton(command('view.levels'), 'Side by side'));
    element.append(control.element);
    return effect(() => {
      if (distance) setAttribute(distance, 'aria-pressed', String(file.look.lodByDistance.value));
      control.show(file.look.lod.value);
    });
  });
  return element;
}

/** A control for `look.lod`. */
interface LevelControl {
  readonly element: HTMLElement;
  show(lod: number): void;
}

/** Sets the level that the user chose. */
function choose(file: OpenFile, lod: number): void {
  file.look.lodByDistance.value = false;
  file.look.lod.value = lod;
}

/** The switch that chooses the level by distance; null if the file has no level distances. */
function distanceButton(file: OpenFile): HTMLButtonElement | null {
  if (lodDistances(file.info.header).length === 0) return null;
  return button(
    'Automatic, by distance',
    () => {
      file.look.lodByDistance.value = !file.look.lodByDistance.peek();
    },
    { title: 'Draw the level that a game draws at the current camera distance (LODDistances)' },
  );
}

/** The slider that previews a distance and the level a game draws there; the preview ends when it loses the focus. */
function distanceSlider({ id: file, info }: OpenFile): HTMLElement {
  const distances = lodDistances(info.header).filter(Number.isFinite);
  const max = Math.max(1, ...distances) * BEYOND;
  const slider = el('input', { type: 'range', min: 0, max, step: max / 500, value: 0 });
  const value = el('output');
  const end = () => {
    if (previewDistance.peek()?.file !== file) return;
    previewDistance.value = null;
  };
  slider.addEventListener('input', () => {
    previewDistance.value = { file, distance: slider.valueAsNumber };
  });
  slider.addEventListener('blur', end);
  effect(() => {
    const preview = previewDistance.value;
    const distance = preview?.file === file ? preview.distance : null;
    value.textContent =
      distance === null
        ? ''
        : `${Math.round(distance)}: level ${levelAt(distances, info.lodCount, distance)}`;
  });
  onEnd(end);
  const title = 'View from a distance, with the level that a game draws there; the file is not changed';
  return el('label', { class: 'scene-level-slider', title }, 'Distance', slider, value);
}

function levelButtons(file: OpenFile): LevelControl {
  const buttons = Array.from({ length: file.info.lodCount }, (_, lod) => {
    const words = el('span', { class: 'scene-level-words' }, levelWords(file, lod));
    const label = el('span', { class: 'scene-level' }, `Level ${lod}`, words);
    return button(label, () => choose(file, lod), {
      'aria-label': `Level ${lod}`,
      title: levelTitle(file, lod),
    });
  });
  return {
    element: el('div', { class: 'scene-level-list' }, ...buttons),
    show(lod) {
      buttons.forEach((element, level) => {
        setAttribute(element, 'aria-pressed', String(level === lod));
      });
    },
  };
}

/** Faces of a level, and the distance from which a game draws it. */
function levelWords({ info }: OpenFile, lod: number): string {
  const faces = info.pieces.reduce((sum, { lods }) => sum + (lods[lod]?.faces ?? 0), 0);
  const distance = lodDistances(info.header)[lod - 1];
  return [counted(faces, 'face'), ...(distance === undefined ? [] : [`from ${+distance.toFixed(2)}`])].join(
    ' · ',
  );
}

function levelTitle(file: OpenFile, lod: number): string {
  const { info } = file;
  const distance = lodDistances(info.header)[lod - 1];
  const level =
    lod === 0
      ? 'Full detail'
      : distance === undefined
        ? `Level ${lod}`
        : `Used from a distance of ${+distance.toFixed(2)}`;
  const empty = info.pieces.filter(
    ({ lods }) => lods[lod]?.faces === 0 && lods.some(({ faces }) => faces > 0),
  );
  return empty.length === 0
    ? level
    : `${level}; no faces here: ${empty.map(({ name }) => visible(name, 60)).join(', ')}`;
}

/** v6: each step collapses one edge, and with it removes two triangles. */
function levelSlider(file: OpenFile): LevelControl {
  const last = file.info.lodCount - 1;
  const slider = el('input', { type: 'range', min: 0, max: last });
  const value = el('output');
  slider.addEventListener('input', () => {
    choose(file, slider.valueAsNumber);
  });
  const { collapses } = file.info.features;
  const title = collapses ? 'LOD 0 has full detail; each further level collapses one more edge' : undefined;
  const label = el(
    'label',
    { class: 'scene-level-slider', title },
    collapses ? 'Collapses' : 'Level',
    slider,
    value,
  );
  return {
    element: el('div', { class: 'scene-level-list' }, label),
    show(lod) {
      slider.value = String(lod);
      value.textContent = `${lod} / ${last}`;
    },
  };
}
