/** View options, which hold for every file. */
import type { ModelElement } from '@lithoscope/core';
import { type Signal, signal } from '@preact/signals-core';

/** How surfaces are drawn. Flat shows the facets; wire shows edges alone. */
export type Shading = 'textured' | 'shaded' | 'flat' | 'wire';

/** What the colours of the surface say instead of the material. */
export type Coloring = 'none' | 'weights' | 'influences' | 'winding';

/**
 * How the model is lit: three lights, one from the eye, one from the side, or none, which shows colours as they are.
 */
export type Lighting = 'studio' | 'headlight' | 'side' | 'unlit';

export type Background = 'theme' | 'dark' | 'light' | 'checker';

/** View options that hold for every file. */
export const view = {
  skeleton: signal(false),
  wireframe: signal(false),
  grid: signal(true),
  shading: signal<Shading>('textured'),
  coloring: signal<Coloring>('none'),
  xray: signal(false),
  lighting: signal<Lighting>('studio'),
  /** The backs of faces are red. */
  backfaces: signal(false),
  /** A selected piece is outlined; else it is tinted. */
  outline: signal(true),
  background: signal<Background>('theme'),
  /** Full vertical angle, degrees. */
  fieldOfView: signal(32),
  orthographic: signal(false),
  turntable: signal(false),
  lightFollows: signal(true),
  /** The model stays where it is and the ground moves under it. */
  inPlace: signal(false),
  stats: signal(false),
  sockets: signal(false),
  vertexNormals: signal(false),
  faceNormals: signal(false),
  bindSkeleton: signal(false),
  dims: signal(false),
  meshBox: signal(false),
  keyBounds: signal(false),
} as const;

export type ViewOptions = {
  readonly [Option in keyof typeof view]: (typeof view)[Option] extends Signal<infer Value> ? Value : never;
};

/** The view options before anything changed them. */
export const VIEW_DEFAULTS: ViewOptions = Object.freeze(
  Object.fromEntries(Object.entries(view).map(([option, value]) => [option, value.peek()])),
) as unknown as ViewOptions;

/** Degrees. */
export const MIN_FIELD_OF_VIEW = 10;
export const MAX_FIELD_OF_VIEW = 90;

/** The view options that are on or off. */
export type ViewSwitch = {
  [Option in keyof typeof view]: (typeof view)[Option] extends Signal<boolean> ? Option : never;
}[keyof typeof view];

/** What the pointer or the focus is on in some list: the picture lights it up. */
export const highlighted: Signal<ModelElement | null> = signal(null);
