/** The buttons over the viewport: view switches, framing, display options, and the level of detail. */

import type { Info } from '@lithoscope/core';
import { command } from '../../store/commands.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { activeFile } from '../../store/state.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, setAttribute, visible } from '../../ui/dom.ts';
import { popoverToggle } from '../../ui/popover.ts';
import { effect } from '../../ui/scope.ts';
import { displayRequests } from './commands.ts';
import { displayOptions } from './display.ts';

/** More levels than this do not fit as buttons. */
const MAX_BUTTONS = 8;

/** Commands with a button, and the words on it; the command's own label says it in full. */
const BUTTONS: readonly (readonly [id: string, word: string])[] = [
  ['view.skeleton', 'Skeleton'],
  ['view.wireframe', 'Wireframe'],
  ['view.grid', 'Grid'],
  ['camera.frame', 'Frame'],
  ['view.picture', 'Picture'],
];

/** Builds the toolbar and keeps it in step with the store. */
export function sceneToolbar(): HTMLElement {
  const levels = el('div', { class: 'scene-levels' });
  effect(() => {
    const file = activeFile.value;
    levels.replaceChildren();
    if (!file || file.info.lodCount < 2) return undefined;
    const control =
      file.info.version === 6
        ? collapseSlider(file)
        : file.info.lodCount > MAX_BUTTONS
          ? levelSelect(file)
          : levelButtons(file);
    levels.append(control.element);
    return effect(() => control.show(file.look.lod.value, file.look.lodByDistance.value));
  });
  const buttons = el(
    'div',
    { class: 'button-group' },
    ...BUTTONS.map(([id, word]) => commandButton(command(id), word)),
    displayButton(),
  );
  return el('div', { class: 'scene-toolbar', role: 'toolbar', 'aria-label': 'View' }, buttons, levels);
}

function displayButton(): HTMLButtonElement {
  const button = commandButton(command('view.display'), 'Display');
  displayRequests.on(popoverToggle(button, displayOptions));
  return button;
}

/** A control for `OpenFile.lod`, and how it shows a level. */
interface LevelControl {
  element: HTMLElement;
  show(lod: number, byDistance: boolean): void;
}

/** The user's own choice of a level. */
function choose(file: OpenFile, lod: number): void {
  file.look.lodByDistance.value = false;
  file.look.lod.value = lod;
}

/** Lets the distance choose among the levels; null when the file says nothing of distances. */
function distanceButton(file: OpenFile): HTMLButtonElement | null {
  if (lodDistances(file.info.header).length === 0) return null;
  return button(
    'By distance',
    () => {
      file.look.lodByDistance.value = !file.look.lodByDistance.peek();
    },
    { title: 'Draw the level that a game draws at this distance of the camera (LODDistances)' },
  );
}

function levelButtons(file: OpenFile): LevelControl {
  const buttons = Array.from({ length: file.info.lodCount }, (_, lod) =>
    button(String(lod), () => choose(file, lod), {
      'aria-label': `Level ${lod}`,
      title: levelTitle(file, lod),
    }),
  );
  const distance = distanceButton(file);
  return {
    element: el(
      'div',
      { class: 'button-group', role: 'group', 'aria-label': 'Level of detail' },
      el('span', { class: 'group-label' }, 'LOD'),
      ...buttons,
      ...(distance ? [distance] : []),
    ),
    show(lod, byDistance) {
      if (distance) setAttribute(distance, 'aria-pressed', String(byDistance));
      buttons.forEach((element, level) => {
        setAttribute(element, 'aria-pressed', String(level === lod));
      });
    },
  };
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

function levelSelect(file: OpenFile): LevelControl {
  const levels = Array.from({ length: file.info.lodCount }, (_, lod) =>
    el('option', { value: lod }, String(lod)),
  );
  const select = el('select', {}, ...levels);
  select.addEventListener('change', () => {
    choose(file, Number(select.value));
  });
  const distance = distanceButton(file);
  const label = el('label', {}, el('span', { class: 'group-label' }, 'LOD'), select);
  return {
    element: el('div', { class: 'button-group' }, label, ...(distance ? [distance] : [])),
    show(lod, byDistance) {
      if (distance) setAttribute(distance, 'aria-pressed', String(byDistance));
      select.value = String(lod);
    },
  };
}

/** v6: every step takes one edge, and with it two triangles, away. */
function collapseSlider(file: OpenFile): LevelControl {
  const last = file.info.lodCount - 1;
  const slider = el('input', { type: 'range', min: 0, max: last });
  const value = el('output');
  slider.addEventListener('input', () => {
    choose(file, slider.valueAsNumber);
  });
  const label = el('span', { class: 'group-label' }, 'Collapses');
  return {
    element: el('label', { class: 'button-group' }, label, slider, value),
    show(lod) {
      slider.value = String(lod);
      value.textContent = `${lod} / ${last}`;
    },
  };
}

/**
 * Level i is used up to distances[i]; beyond the last one, the last level (abc.md §4).
 * @param distances `Header.LODDistances`, one fewer than there are levels
 * @param lodCount levels that there are
 */
export function levelAt(distances: readonly number[], lodCount: number, distance: number): number {
  const level = distances.findIndex((limit) => distance <= limit);
  return Math.max(0, Math.min(level < 0 ? distances.length : level, lodCount - 1));
}

/** The distances of a file; empty when it has none (v6). */
export function lodDistances(header: Info['header']): number[] {
  const distances = header.LODDistances;
  return Array.isArray(distances) ? distances : [];
}
