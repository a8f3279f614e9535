/** The popovers of the toolbar: shading, overlays, and the camera. */

import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import {
  type Background,
  type Coloring,
  type Filtering,
  type Lighting,
  MAX_FIELD_OF_VIEW,
  MIN_FIELD_OF_VIEW,
  type Shading,
  type ViewSwitch,
  view,
} from '../document/view.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, setAttribute } from '../ui/dom.ts';
import { checkbox, choice, group, type Option, shownWhile } from '../ui/form.ts';
import { slider } from '../ui/inputs.ts';
import { keyLabelOf } from '../ui/keyboard.ts';
import { effect } from '../ui/scope.ts';
import { aidOptions } from './aid-options.ts';
import { backdropOptions } from './backdrop-options.ts';

export type Subject = 'shading' | 'overlays' | 'camera';

type Choices<T> = readonly (readonly [T, string])[];

const SHADINGS: Choices<Shading> = [
  ['textured', 'Textured'],
  ['shaded', 'Shaded'],
  ['flat', 'Flat'],
  ['wire', 'Wire'],
];
const COLORINGS: Choices<Coloring> = [
  ['none', 'Material'],
  ['weights', 'Weights'],
  ['influences', 'Influences'],
  ['winding', 'Winding'],
];
const LIGHTINGS: Choices<Lighting> = [
  ['studio', 'Studio'],
  ['headlight', 'Headlight'],
  ['side', 'Side'],
  ['game', 'Game'],
  ['unlit', 'Unlit'],
];
const BACKGROUNDS: Choices<Background> = [
  ['theme', 'Theme'],
  ['dark', 'Dark'],
  ['light', 'Light'],
  ['checker', 'Checker'],
  ['color', 'Colour'],
  ['picture', 'Image'],
];
const FILTERINGS: Choices<Filtering> = [
  ['smooth', 'Smooth'],
  ['texels', 'Sharp texels'],
];
const PROJECTIONS: Choices<'perspective' | 'orthographic'> = [
  ['perspective', 'Perspective'],
  ['orthographic', 'Orthographic'],
];
const OVERLAYS: Choices<ViewSwitch> = [
  ['skeleton', 'Skeleton'],
  ['bindSkeleton', 'Bind skeleton'],
  ['sockets', 'Sockets'],
  ['wireframe', 'Wireframe'],
  ['xray', 'X-ray'],
  ['outline', 'Outline selected piece'],
  ['vertexNormals', 'Vertex normals'],
  ['faceNormals', 'Face normals'],
  ['backfaces', 'Highlight back faces'],
  ['meshBox', 'Mesh box'],
  ['dims', 'Animation dims'],
  ['keyBounds', 'Key bounds'],
  ['hitBoxes', 'Hit boxes'],
  ['grid', 'Floor grid'],
  ['trails', 'Motion trails'],
  ['onion', 'Onion skins'],
  ['figure', 'Scale figure'],
  ['ruler', 'Ruler'],
  ['stats', 'Statistics'],
];
const CAMERA: Choices<ViewSwitch> = [
  ['turntable', 'Turntable'],
  ['inPlace', 'Lock position'],
  ['lightFollows', 'Light follows camera'],
];
/** Whether a file can have what an overlay shows, where not every model can. */
const APPLIES: Partial<Record<ViewSwitch, (file: OpenFile) => boolean>> = {
  keyBounds: ({ info }) => info.features.keyBounds,
  hitBoxes: ({ model }) => model !== null && model.hitBoxes().node.length > 0,
};
/** Commands of the camera, in the order of the grid of three columns. */
const SIDES: Choices<string> = [
  ['front', 'Front'],
  ['right', 'Right'],
  ['top', 'Top'],
  ['back', 'Back'],
  ['left', 'Left'],
  ['bottom', 'Bottom'],
  ['opposite', 'Opposite'],
  ['reset', 'Reset'],
];

const TITLES: Readonly<Record<Subject, string>> = {
  shading: 'Shading',
  overlays: 'Overlays',
  camera: 'Camera',
};
const CONTENTS: Readonly<Record<Subject, () => Node[]>> = { shading, overlays, camera };

/** Builds the popover of a subject. */
export function viewOptions(subject: Subject): HTMLElement {
  return el(
    'div',
    {
      class: `popover options view-options view-${subject}`,
      popover: 'auto',
      role: 'dialog',
      'aria-label': TITLES[subject],
    },
    ...CONTENTS[subject](),
  );
}

function shading(): Node[] {
  return [
    choice(keyed('Surface', 'view.shading'), view.shading, SHADINGS),
    choice('Colour by', view.coloring, COLORINGS),
    choice(keyed('Light', 'view.lighting'), view.lighting, LIGHTINGS),
    choice('Background', view.background, BACKGROUNDS),
    ...backdropOptions(),
    choice('Texture filter', view.filtering, FILTERINGS),
  ];
}

function overlays(): Node[] {
  return [switches(OVERLAYS), ...aidOptions()];
}

function camera(): Node[] {
  const sides = SIDES.map(([id, label]) => {
    const element = commandButton(command(`camera.${id}`), keyed(label, `camera.${id}`));
    setAttribute(element, 'aria-label', label);
    return element;
  });
  return [
    group('View from', el('div', { class: 'view-sides' }, ...sides)),
    choice(keyed('Projection', 'view.orthographic'), projection, PROJECTIONS),
    fieldOfView(),
    switches(CAMERA),
  ];
}

/** `view.orthographic` as a choice of two. */
const projection: Option<'perspective' | 'orthographic'> = {
  get value() {
    return view.orthographic.value ? 'orthographic' : 'perspective';
  },
  set value(next) {
    view.orthographic.value = next === 'orthographic';
  },
  peek: () => (view.orthographic.peek() ? 'orthographic' : 'perspective'),
};

/** A name and the key of its command, if it has one. */
function keyed(label: string, id: string): HTMLElement {
  const key = keyLabelOf(command(id));
  const hint = key ? [el('kbd', { 'aria-hidden': 'true' }, key)] : [];
  return el('span', { class: 'view-option' }, el('span', {}, label), ...hint);
}

function switches(options: Choices<ViewSwitch>): HTMLElement {
  const labels = options.map(([option, label]) => {
    const element = checkbox(keyed(label, `view.${option}`), view[option], {});
    const applies = APPLIES[option];
    return applies
      ? shownWhile(() => activeFile.value !== null && applies(activeFile.value), element)
      : element;
  });
  return el('div', { class: 'view-switches' }, ...labels);
}

function fieldOfView(): HTMLElement {
  const value = el('output');
  effect(() => {
    value.textContent = `${view.fieldOfView.value}°`;
  });
  const range = slider(view.fieldOfView, { min: MIN_FIELD_OF_VIEW, max: MAX_FIELD_OF_VIEW });
  return el('label', { class: 'view-slider' }, 'Field of view', range, value);
}
