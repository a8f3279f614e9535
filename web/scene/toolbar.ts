/**
 * The row of buttons over the viewport: view switches, framing, and the display options, a popover with every view
 * option.
 */

import { activeFile } from '../document/state.ts';
import {
  type Background,
  type Coloring,
  type Lighting,
  MAX_FIELD_OF_VIEW,
  MIN_FIELD_OF_VIEW,
  type Shading,
  type ViewSwitch,
  view,
} from '../document/view.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, icon, setAttribute } from '../ui/dom.ts';
import { checkbox, choice, group, shownWhile, slider } from '../ui/form.ts';
import { overflowRow, placeBeside, popoverToggle } from '../ui/popover.ts';
import { effect } from '../ui/scope.ts';
import { displayRequests } from './commands.ts';
import { levelsButton } from './levels.ts';

interface Tool {
  /** Command. */
  readonly id: string;
  /** Short name; the command's label is the long one. */
  readonly name: string;
  /** SVG paths on a 24 × 24 grid. */
  readonly picture: readonly string[];
  /** Tools with larger values move into the overflow menu later. */
  readonly keep: number;
}

/** Tools in the order of the row. */
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
 * Builds the toolbar, which follows the store.
 * @param host the view, beside which the display options open
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

const SHADINGS: readonly (readonly [Shading, string])[] = [
  ['textured', 'Textured'],
  ['shaded', 'Shaded'],
  ['flat', 'Flat'],
  ['wire', 'Wire'],
];
const COLORINGS: readonly (readonly [Coloring, string])[] = [
  ['none', 'Material'],
  ['weights', 'Weights'],
  ['influences', 'Influences'],
  ['winding', 'Winding'],
];
const LIGHTINGS: readonly (readonly [Lighting, string])[] = [
  ['studio', 'Studio'],
  ['headlight', 'Headlight'],
  ['side', 'Side'],
  ['unlit', 'Unlit'],
];
const BACKGROUNDS: readonly (readonly [Background, string])[] = [
  ['theme', 'Theme'],
  ['dark', 'Dark'],
  ['light', 'Light'],
  ['checker', 'Checker'],
];
const OVERLAYS: readonly (readonly [ViewSwitch, string])[] = [
  ['wireframe', 'Wireframe'],
  ['xray', 'X-ray'],
  ['skeleton', 'Skeleton'],
  ['bindSkeleton', 'Bind skeleton'],
  ['sockets', 'Sockets'],
  ['vertexNormals', 'Vertex normals'],
  ['faceNormals', 'Face normals'],
  ['dims', 'Animation dims'],
  ['meshBox', 'Mesh box'],
  ['keyBounds', 'Key bounds'],
  ['grid', 'Floor grid'],
  ['backfaces', 'Back faces in red'],
  ['outline', 'Outline of a piece'],
];
const CAMERA: readonly (readonly [ViewSwitch, string])[] = [
  ['orthographic', 'Orthographic'],
  ['turntable', 'Turntable'],
  ['lightFollows', 'Light follows camera'],
  ['inPlace', 'Hold in place'],
  ['stats', 'Statistics'],
];
const SIDES: readonly (readonly [string, string])[] = [
  ['front', 'Front'],
  ['back', 'Back'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['top', 'Top'],
  ['bottom', 'Bottom'],
];

/** Builds the popover of the display options. */
function displayOptions(): HTMLElement {
  return el(
    'div',
    {
      class: 'popover options display',
      id: 'display-options',
      popover: 'auto',
      role: 'dialog',
      'aria-label': 'Display',
    },
    choice('Shading', view.shading, SHADINGS),
    choice('Colours', view.coloring, COLORINGS),
    choice('Lighting', view.lighting, LIGHTINGS),
    choice('Background', view.background, BACKGROUNDS),
    group(
      'Overlays',
      switches(OVERLAYS),
      el(
        'div',
        { class: 'display-actions' },
        commandButton(command('view.measure'), 'Measure a distance', 'button-small'),
      ),
    ),
    group(
      'Camera',
      fieldOfView(),
      el(
        'div',
        { class: 'options-choice display-sides', role: 'group', 'aria-label': 'Look from' },
        ...SIDES.map(([id, label]) => commandButton(command(`camera.${id}`), label)),
      ),
      switches(CAMERA),
    ),
    group(
      'Picture',
      el(
        'div',
        { class: 'display-actions' },
        commandButton(command('export.picture'), 'Picture…', 'button-small'),
        commandButton(command('view.picture'), 'Save as PNG', 'button-small'),
        commandButton(command('view.copyPicture'), 'Copy', 'button-small'),
      ),
    ),
  );
}

function switches(options: readonly (readonly [ViewSwitch, string])[]): HTMLElement {
  const labels = options.map(([option, label]) => {
    const element = checkbox(label, view[option], {});
    if (option !== 'keyBounds') return element;
    return shownWhile(() => activeFile.value?.info.features.keyBounds === true, element);
  });
  return el('div', { class: 'display-switches' }, ...labels);
}

function fieldOfView(): HTMLElement {
  const value = el('output');
  effect(() => {
    value.textContent = `${view.fieldOfView.value}°`;
  });
  const range = slider(view.fieldOfView, { min: MIN_FIELD_OF_VIEW, max: MAX_FIELD_OF_VIEW });
  return el('label', { class: 'display-slider' }, 'Field of view', range, value);
}
