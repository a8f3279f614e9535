/** The row of pictures over the viewport: view switches, framing, display options, and the level of detail. */

import { levelsTogether } from '../document/drawn-together.ts';
import type { OpenFile } from '../document/open-file.ts';
import { previewDistance } from '../document/previews.ts';
import { activeFile } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, icon, setAttribute, visible } from '../ui/dom.ts';
import { overflowRow, placeBeside, popoverToggle } from '../ui/popover.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { displayRequests } from './commands.ts';
import { displayOptions } from './display.ts';
import { levelAt, lodDistances } from './distance.ts';

/** The slider of distances ends so far behind the last of them. */
const BEYOND = 1.25;
/** More levels than this are chosen by a slider. */
const MAX_LISTED_LEVELS = 32;

interface Tool {
  /** Command. */
  readonly id: string;
  /** Its name; the command's own label says it in full. */
  readonly name: string;
  /** SVG paths on a 24 × 24 grid. */
  readonly picture: readonly string[];
  /** The greater, the longer it stays out of the menu. */
  readonly keep: number;
}

/** Tools with a picture, in the order of the row. */
const TOOLS: readonly Tool[] = [
  {
    id: 'view.skeleton',
    name: 'Skeleton',
    picture: [
      'M12 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM6 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM18 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
      'M12 7v5l-5.2 5.2M12 12l5.2 5.2',
    ],
    keep: 60,
  },
  {
    id: 'view.wireframe',
    name: 'Wireframe',
    picture: ['M12 3.5L21 19.5H3z', 'M7.5 11.5h9L12 19.5z'],
    keep: 50,
  },
  { id: 'view.grid', name: 'Grid', picture: ['M7 6h10l4 13H3z', 'M12 6v13M5.2 12h13.6'], keep: 30 },
  {
    id: 'camera.frame',
    name: 'Frame',
    picture: ['M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', 'M9.5 9.5h5v5h-5z'],
    keep: 70,
  },
  {
    id: 'view.picture',
    name: 'Picture',
    picture: ['M3.5 8h4L9 5.5h6L16.5 8h4v11h-17z', 'M12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z'],
    keep: 40,
  },
];

const DISPLAY_PICTURE = ['M4 7h8M18 7h2M4 17h2M12 17h8', 'M15 4.5v5M9 14.5v5'];

/**
 * Builds the toolbar and keeps it in step with the store.
 * @param host the view: the display options open beside it
 */
export function sceneToolbar(host: HTMLElement): HTMLElement {
  const row = el('div', { class: 'scene-toolbar', role: 'toolbar', 'aria-label': 'View' });
  const levels = levelsButton();
  overflowRow(row, {
    label: 'More of the view',
    items: [
      ...TOOLS.map(({ id, name, picture, keep }) => ({ element: toolButton(id, name, picture), keep })),
      { element: displayButton(host), keep: 90 },
      { element: levels.element, keep: 80 },
    ],
    follows: levels.follow,
  });
  return row;
}

function toolButton(id: string, name: string, picture: readonly string[]): HTMLButtonElement {
  const label = el('span', { class: 'tool' }, icon(...picture), el('span', { class: 'tool-name' }, name));
  const element = commandButton(command(id), label);
  setAttribute(element, 'aria-label', name);
  return element;
}

function displayButton(host: HTMLElement): HTMLButtonElement {
  const element = toolButton('view.display', 'Display', DISPLAY_PICTURE);
  displayRequests.on(popoverToggle(element, displayOptions, placeBeside(host)));
  return element;
}

/** The level that is drawn, and a list to choose another; hidden where there is only one. */
function levelsButton(): { readonly element: HTMLElement; follow(): void } {
  const element = button('', () => toggle(), { class: 'scene-lod' });
  const toggle = popoverToggle(element, levelOptions);
  return {
    element,
    follow() {
      const file = activeFile.value;
      element.hidden = !file || file.info.lodCount < 2;
      if (!file) return;
      const { lodByDistance } = file.look;
      const by = lodByDistance.value ? ' by distance' : '';
      const word = file.info.features.collapses ? 'Collapses' : 'LOD';
      const shown = levelsTogether(file).join(', ');
      element.replaceChildren(`${word} ${shown}`, el('span', { 'aria-hidden': 'true' }, '▾'));
      setAttribute(element, 'title', `Level of detail ${shown}${by}: choose another`);
    },
  };
}

/** Builds the popover of the levels; it follows the active file. */
function levelOptions(): HTMLElement {
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
    control.element.append(commandButton(command('view.levels'), 'Side by side'));
    element.append(control.element);
    return effect(() => control.show(file.look.lod.value, file.look.lodByDistance.value));
  });
  return element;
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

/** Looks from other distances, and shows which level a game draws there; the camera is back when it loses the focus. */
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
  const title = 'Look from a distance, at the level that a game draws there; the file stays as it is';
  return el('label', { class: 'scene-level-slider', title }, 'From', slider, value);
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
  const distance = distanceButton(file);
  return {
    element: el(
      'div',
      { class: 'scene-level-list' },
      ...buttons,
      ...(distance ? [distance, distanceSlider(file)] : []),
    ),
    show(lod, byDistance) {
      if (distance) setAttribute(distance, 'aria-pressed', String(byDistance));
      buttons.forEach((element, level) => {
        setAttribute(element, 'aria-pressed', String(level === lod));
      });
    },
  };
}

/** How many faces a level has, and from which distance a game draws it. */
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

/** v6: every step takes one edge, and with it two triangles, away. */
function levelSlider(file: OpenFile): LevelControl {
  const last = file.info.lodCount - 1;
  const slider = el('input', { type: 'range', min: 0, max: last });
  const value = el('output');
  slider.addEventListener('input', () => {
    choose(file, slider.valueAsNumber);
  });
  const word = file.info.features.collapses ? 'Collapses' : 'Level';
  const label = el('label', { class: 'scene-level-slider' }, word, slider, value);
  const distance = distanceButton(file);
  return {
    element: el(
      'div',
      { class: 'scene-level-list' },
      label,
      ...(distance ? [distance, distanceSlider(file)] : []),
    ),
    show(lod, byDistance) {
      if (distance) setAttribute(distance, 'aria-pressed', String(byDistance));
      slider.value = String(lod);
      value.textContent = `${lod} / ${last}`;
    },
  };
}
