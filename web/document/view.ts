/** Global view options, and the highlighted element. */
import type { ModelElement } from '@lithoscope/core';
import { type Signal, signal } from '@preact/signals-core';
import { color, fallbacksOf, flag, keptSignals, oneOf, within } from '../store/kept.ts';

/** How surfaces are drawn. Flat shows the facets; wire shows edges alone. */
export type Shading = 'textured' | 'shaded' | 'flat' | 'wire';

/** What colours of the surface show instead of the material. */
export type Coloring = 'none' | 'weights' | 'influences' | 'winding';

/**
 * Lighting of the model: three lights, one at the camera, one from the side, the sun and the even light of a game, or none,
 * which shows plain colours.
 */
export type Lighting = 'studio' | 'headlight' | 'side' | 'game' | 'unlit';

export const LIGHTINGS: readonly Lighting[] = ['studio', 'headlight', 'side', 'game', 'unlit'];

/** `theme` is a gradient. A picture is in `backdrop`. */
export type Background = 'theme' | 'dark' | 'light' | 'checker' | 'color' | 'picture';

/** A picture behind the model. It is in the memory of the page alone. */
export interface Backdrop {
  /** Of the file. */
  readonly name: string;
  readonly picture: ImageBitmap;
  /** Address of the same picture for style sheets, `blob:`. */
  readonly url: string;
}

/** The picture of the background `picture`; null until one is chosen. */
export const backdrop: Signal<Backdrop | null> = signal(null);

/** What is between two onion skins: keys, or frames of 1/30 s. */
export type OnionStep = (typeof ONION_STEPS)[number];
export const ONION_STEPS = ['keys', 1, 2, 3, 5, 10] as const;

/** Most onion skins on each side of the present. */
export const MAX_ONION = 8;
/** Height of the scale figure, in units. A human is about 100 units tall (abc.md §1). */
export const FIGURE_HEIGHT = { min: 1, max: 10_000 } as const;

const SETTINGS = {
  /** Onion skins before and after the present. */
  onionBefore: within({ min: 0, max: MAX_ONION }, 2),
  onionAfter: within({ min: 0, max: MAX_ONION }, 2),
  onionStep: oneOf(ONION_STEPS, 'keys'),
  /** Onion skins are drawn while the animation plays, too. */
  onionPlaying: flag(false),
  figureHeight: within(FIGURE_HEIGHT, 100),
  /** The colour of the background `color`: `#rrggbb`. */
  backgroundColor: color('#5b7a99'),
};

/** Settings that mean something only while the option that they belong to is on. The browser keeps them. */
const settings = keptSignals('view', SETTINGS);

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
  /** The ways of the selected and the kept nodes and sockets over the animation. */
  trails: signal(false),
  onion: signal(false),
  figure: signal(false),
  ruler: signal(false),
  ...settings,
} as const;

export type ViewOptions = {
  readonly [Option in keyof typeof view]: (typeof view)[Option] extends Signal<infer Value> ? Value : never;
};

/** Default view options. */
export const VIEW_DEFAULTS: ViewOptions = Object.freeze({
  ...Object.fromEntries(Object.entries(view).map(([option, value]) => [option, value.peek()])),
  ...fallbacksOf(SETTINGS),
}) as unknown as ViewOptions;

/** Whether the option that a setting belongs to is on; null for an option that is no setting. Reads signals. */
export function settingApplies(option: keyof typeof view): boolean | null {
  if (!Object.hasOwn(SETTINGS, option)) return null;
  if (option === 'figureHeight') return view.figure.value;
  return option === 'backgroundColor' ? view.background.value === 'color' : view.onion.value;
}

/** Degrees. */
export const MIN_FIELD_OF_VIEW = 10;
export const MAX_FIELD_OF_VIEW = 90;

/** View options that are on or off. */
export type ViewSwitch = {
  [Option in keyof typeof view]: (typeof view)[Option] extends Signal<boolean> ? Option : never;
}[keyof typeof view];

/** The element under the pointer or focus in a list, highlighted in the view. */
export const highlighted: Signal<ModelElement | null> = signal(null);

/** The background of the view, a colour as `#rrggbb`; without a picture, `picture` is `theme`. Reads signals. */
export function shownBackground(): Exclude<Background, 'color'> | `#${string}` {
  const { value } = view.background;
  if (value !== 'color') return value === 'picture' && !backdrop.value ? 'theme' : value;
  return view.backgroundColor.value as `#${string}`;
}
