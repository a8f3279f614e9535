/** What the scene is drawn from: the values of the store, and what is in the picture. */
import type { AnimationInfo, Frame, ModelElement, PoseRequest, V6Interpretation } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Box3, Object3D } from 'three';
import { clipInfo } from '../document/animation-clips.ts';
import type { Clip, DrawnFile, Skin, TrailOf } from '../document/open-file.ts';
import { poseRequest } from '../document/pose-request.ts';
import { type Draft, draft } from '../document/previews.ts';
import { selectedElement } from '../document/selection.ts';
import { highlighted, view } from '../document/view.ts';
import { type Theme, theme } from '../ui/theme.ts';
import type { PieceMesh } from './model-view.ts';
import type { Projection } from './picking.ts';

const NO_TRAILS: readonly TrailOf[] = [];
const NO_ELEMENT: ModelElement = Object.freeze({});

/** All view options; a new object for each change. */
const viewOptions = computed(
  () => Object.fromEntries(Object.entries(view).map(([option, { value }]) => [option, value])) as ViewOptions,
);

/** The inputs of the active file. */
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
      isPlaying: view.onion.value && playback.playing.value,
      trails: view.trails.value ? look.trails.value : NO_TRAILS,
    };
  });
}

/**
 * The inputs of any model in the picture.
 * @param request gives its pose; reads signals
 * @param hidden gives its hidden pieces; reads signals
 */
export function modelInputs(
  file: DrawnFile,
  request: () => PoseRequest,
  hidden: () => ReadonlySet<number>,
): ReadonlySignal<ModelInputs> {
  // Computed separately, so that playing does not look it up in the structure for each frame.
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

/** Whether the scene mirrors a file along Z. Reads signals. */
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
  trails: false,
  onion: false,
  figure: false,
  ruler: false,
} as const satisfies Partial<ViewOptions>;

/** The inputs without ground, overlays and marks, for a picture of the model alone. */
export function withoutMarks<Inputs extends ModelInputs>(inputs: Inputs): Inputs {
  const { selected, options } = inputs;
  return {
    ...inputs,
    options: { ...options, ...NO_OVERLAYS },
    // The weights view needs the selected node, whose mark is an overlay.
    selected: options.coloring === 'weights' && selected.node !== undefined ? selected : NO_ELEMENT,
    highlighted: NO_ELEMENT,
  };
}

/** The values of all view options. */
type ViewOptions = { readonly [Option in keyof typeof view]: (typeof view)[Option]['value'] };

/** All values of the store that determine the look and the pose of one model. */
export interface ModelInputs {
  readonly options: ViewOptions;
  readonly theme: Theme;
  readonly request: PoseRequest;
  readonly interpretation: V6Interpretation;
  readonly hidden: ReadonlySet<number>;
  readonly skins: ReadonlyMap<number, Skin>;
  readonly selected: ModelElement;
  readonly highlighted: ModelElement;
}

/** All values of the store that determine the picture of a file, besides camera and size. */
export interface SceneInputs extends ModelInputs {
  readonly clip: Clip;
  /** Animation of the clip; null for the bind pose. */
  readonly animation: AnimationInfo | null;
  readonly mirrorZ: boolean;
  readonly lodByDistance: boolean;
  readonly draft: Draft | null;
  /** Whether it plays; false while nothing that is drawn depends on it. */
  readonly isPlaying: boolean;
  /** Kept motion trails; empty while trails are off. */
  readonly trails: readonly TrailOf[];
}

/** The content of a picture; file space. */
export interface Shown {
  readonly file: DrawnFile;
  readonly inputs: SceneInputs;
  readonly frame: Frame;
  readonly lod: number;
  /** By piece; null for a hidden piece. The same array until one of them changes. */
  readonly meshes: readonly (PieceMesh | null)[];
  /** Whether only the models are drawn, as in a saved picture. */
  readonly isPlain: boolean;
  /** Whether the joints of the skeleton are shown. */
  readonly joints: boolean;
  /** Diagonal of the model in its bind pose. */
  readonly size: number;
  /** Bounds of the model in its bind pose, on whose lower side the ground is; empty for an empty model. */
  readonly rest: Box3;
  /** How far the ground has moved under a model that is held in place. */
  readonly step: { readonly x: number; readonly z: number };
}

/** The overlays that are loaded when one of them is first shown, in the order in which they are described. */
export const LAZY_OVERLAYS = [
  ...(['sockets', 'vertexNormals', 'faceNormals', 'bindSkeleton'] as const),
  ...(['dims', 'meshBox', 'keyBounds', 'hitBoxes'] as const),
  ...(['onion', 'trails', 'figure', 'ruler'] as const),
] as const;

/** What makes them. */
export interface OverlayMakers {
  readonly make: Readonly<Record<(typeof LAZY_OVERLAYS)[number], (file: DrawnFile) => Overlay>>;
  /**
   * The room of what stands beside a model in the current view; empty for nothing. File space.
   * @param rest bounds of the model in its bind pose, not empty
   */
  roomBeside(rest: Box3): Box3;
}

/** One kind of marks over the model of a file. */
export interface Overlay {
  /** In file space; its owner disposes of it. */
  readonly object: Object3D;
  /** Labels over the picture. */
  readonly element?: HTMLElement;
  /** A sentence about what is visible, or why nothing is; else ''. */
  readonly note?: string;
  update(shown: Shown): void;
  /** Takes the theme's colours. */
  paint(): void;
  /** Moves the labels to their marks in the picture. */
  place?(projection: Projection): void;
}
