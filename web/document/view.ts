/** Global view options, and the highlighted element. */
import type { ModelElement } from '@lithoscope/core';
import { type Signal, signal } from '@preact/signals-core';

/** How surfaces are drawn. Flat shows the facets; wire shows edges alone. */
export type Shading = 'textured' | 'shaded' | 'flat' | 'wire';

/** What colours of the surface show instead of the material. */
export type Coloring = 'none' | 'weights' | 'influences' | 'winding';

/** Lighting of the model: three lights, one at the camera, one from the side, or none, which shows plain colours. */
export type Lighting = 'studio' | 'headlight' | 'side' | 'unlit';

export type Background = 'theme' | 'dark' | 'light' | 'checker';

/** How skins are drawn close up: blended, or with the edges of their texels. */
export type Filtering = 'smooth' | 'texels';

/** Options for all files. */
export const view = {
  skeleton: signal(false),
  wireframe: signal(false),
  grid: signal(true),
  shading: signal<Shading>('textured'),
  coloring: signal<Coloring>('none'),
  xray: signal(false),
  lighting: signal<Lighting>('studio'),
  /** Back faces are red. */
  backfaces: signal(false),
  /** A selected piece is outlined instead of tinted. */
  outline: signal(true),
  background: signal<Background>('theme'),
  filtering: signal<Filtering>('smooth'),
  /** Full vertical angle, degrees. */
  fieldOfView: signal(32),
  orthographic: signal(false),
  turntable: signal(false),
  lightFollows: signal(true),
  /** The model stays in place, and the ground moves. */
  inPlace: signal(false),
  stats: signal(false),
  sockets: signal(false),
  vertexNormals: signal(false),
  faceNormals: signal(false),
  bindSkeleton: signal(false),
  dims: signal(false),
  meshBox: signal(false),
  keyBounds: signal(false),
  hitBoxes: signal(false),
} as const;

export type ViewOptions = {
  readonly [Option in keyof typeof view]: (typeof view)[Option] extends Signal<infer Value> ? Value : never;
};

/** Default view options. */
export const VIEW_DEFAULTS: ViewOptions = Object.freeze(
  Object.fromEntries(Object.entries(view).map(([option, value]) => [option, value.peek()])),
) as unknown as ViewOptions;

/** Degrees. */
export const MIN_FIELD_OF_VIEW = 10;
export const MAX_FIELD_OF_VIEW = 90;

/** View options that are on or off. */
export type ViewSwitch = {
  [Option in keyof typeof view]: (typeof view)[Option] extends Signal<boolean> ? Option : never;
}[keyof typeof view];

/** The element under the pointer or focus in a list, highlighted in the view. */
export const highlighted: Signal<ModelElement | null> = signal(null);
