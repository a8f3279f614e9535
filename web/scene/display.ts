/** The display options: a popover with every view option. */

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
import { el } from '../ui/dom.ts';
import { checkbox, choice, group, shownWhile, slider } from '../ui/form.ts';
import { effect } from '../ui/scope.ts';

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

/** Builds the popover; it closes by Escape and by a press beside it. */
export function displayOptions(): HTMLElement {
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
