/** What the pictures of models depend on in the store. */

import type { ModelElement, PoseRequest } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { clipInfo } from '../document/animation-clips.ts';
import type { DrawnFile } from '../document/open-file.ts';
import { poseRequest } from '../document/pose-request.ts';
import { draft } from '../document/previews.ts';
import { selectedElement } from '../document/selection.ts';
import { highlighted, view } from '../document/view.ts';
import { theme } from '../ui/theme.ts';
import type { ModelInputs, SceneInputs, ViewOptions } from './overlays/overlay.ts';

const NO_ELEMENT: ModelElement = Object.freeze({});

/** Another object whenever a view option is another. */
const viewOptions = computed(
  () => Object.fromEntries(Object.entries(view).map(([option, { value }]) => [option, value])) as ViewOptions,
);

/** Of the file in front. */
export function sceneInputs(file: DrawnFile): ReadonlySignal<SceneInputs> {
  const model = modelInputs(
    file,
    () => poseRequest(file),
    () => file.look.hiddenPieces.value,
  );
  return computed(() => {
    const { playback, look } = file;
    return {
      ...model.value,
      clip: playback.clip.value,
      animation: clipInfo(file, playback.clip.value),
      mirrorZ: mirrorsZ(file),
      lodByDistance: look.lodByDistance.value,
      highlighted: highlighted.value ?? NO_ELEMENT,
      draft: draft.value,
    };
  });
}

/**
 * Of any model in the picture.
 * @param request its pose; reads signals
 * @param hidden its hidden pieces; reads signals
 */
export function modelInputs(
  file: DrawnFile,
  request: () => PoseRequest,
  hidden: () => ReadonlySet<number>,
): ReadonlySignal<ModelInputs> {
  // Apart from the others, so that a frame of playing does not look for it in the structure.
  const selected = computed(() => selectedElement(file));
  return computed(() => ({
    options: viewOptions.value,
    theme: theme.value,
    request: request(),
    interpretation: file.look.interpretation.value,
    hidden: hidden(),
    skins: file.skins.worn.value,
    selected: selected.value,
    highlighted: NO_ELEMENT,
  }));
}

/** Whether the scene mirrors what is in a file. Reads signals. */
export function mirrorsZ({ look, info }: DrawnFile): boolean {
  return look.interpretation.value.mirrorZ ?? info.space.mirrorZ;
}

const NO_OVERLAYS = {
  grid: false,
  skeleton: false,
  bindSkeleton: false,
  sockets: false,
  vertexNormals: false,
  faceNormals: false,
  dims: false,
  meshBox: false,
  keyBounds: false,
} as const satisfies Partial<ViewOptions>;

/** The same without ground, overlays and marks: what a picture of the model alone depends on. */
export function withoutMarks<Inputs extends ModelInputs>(inputs: Inputs): Inputs {
  const { selected, options } = inputs;
  return {
    ...inputs,
    options: { ...options, ...NO_OVERLAYS },
    // The weights view shows those of the selected node; its mark is an overlay.
    selected: options.coloring === 'weights' && selected.node !== undefined ? selected : NO_ELEMENT,
    highlighted: NO_ELEMENT,
  };
}
