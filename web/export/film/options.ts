/** How films are made: what is remembered from one to the next. */

import { signal } from '@preact/signals-core';
import { type Checks, isColor, oneOf, recallOptions, rememberOptions, within } from '../kept-options.ts';
import { type FilmFormat, MAX_SIDE, MIN_SIDE, type Quality, RATES } from './plan.ts';

/** A preset `1280x720`, as the view, or the two fields. */
export type SizeName = (typeof SIZE_NAMES)[number];

/** Wide, square and tall. */
export const PRESETS = [
  '1920x1080',
  '1280x720',
  '854x480',
  '640x360',
  '1080x1080',
  '720x720',
  '480x480',
  '1080x1920',
  '720x1280',
] as const;

const SIZE_NAMES = [...PRESETS, 'view', 'own'] as const;

/** What is behind the model. */
type FilmGround = (typeof GROUNDS)[number];
const GROUNDS = ['view', 'transparent', 'dark', 'light', 'colour'] as const;

/** Where the camera stands: where the user's does, or where it sees all of the film. */
type FilmCamera = (typeof CAMERAS)[number];
const CAMERAS = ['view', 'frame'] as const;

const FORMATS = ['mp4', 'webm', 'gif', 'png'] as const satisfies readonly FilmFormat[];
const QUALITIES = ['low', 'medium', 'high'] as const satisfies readonly Quality[];
const PALETTES = ['film', 'frame'] as const;

export const MAX_LOOPS = 100;
export const MAX_TURNS = 20;
export const MAX_SECONDS = 600;

/** Kept when a film is made. */
export const filmOptions = {
  format: signal<FilmFormat>('mp4'),
  rate: signal<number>(30),
  size: signal<SizeName>('1280x720'),
  /** Pixels, where `size` is `own`. */
  width: signal(1280),
  height: signal(720),
  ground: signal<FilmGround>('view'),
  /** `#rrggbb`, where `ground` is `colour`. */
  colour: signal('#ffffff'),
  camera: signal<FilmCamera>('view'),
  overlays: signal(false),
  quality: signal<Quality>('medium'),
  /** Of a GIF: one for the film, or one for each frame. */
  palette: signal<(typeof PALETTES)[number]>('frame'),
  loops: signal(1),
  /** How often the camera goes round when it does. */
  turns: signal(1),
  /** Length of a film without an animation. */
  seconds: signal(6),
} as const;

const KEY = 'film';

const SIDE = { min: MIN_SIDE, max: MAX_SIDE };

const CHECKS: Checks<typeof filmOptions> = {
  format: oneOf(FORMATS),
  rate: oneOf(RATES),
  size: oneOf(SIZE_NAMES),
  width: within(SIDE),
  height: within(SIDE),
  ground: oneOf(GROUNDS),
  colour: isColor,
  camera: oneOf(CAMERAS),
  overlays: oneOf([true, false]),
  quality: oneOf(QUALITIES),
  palette: oneOf(PALETTES),
  loops: within({ min: 1, max: MAX_LOOPS }),
  turns: within({ min: 1, max: MAX_TURNS }),
  seconds: within({ min: 1, max: MAX_SECONDS }),
};

/** Takes what was kept of the film before. */
export function recallFilm(): void {
  recallOptions(KEY, filmOptions, CHECKS);
}

export function rememberFilm(): void {
  rememberOptions(KEY, filmOptions);
}
