/** How films are made: what is kept from one to the next. */

import type { Signal } from '@preact/signals-core';
import { flag, kept, oneOf, record, signalsOf, valuesOf } from '../../store/kept.ts';
import { color, within } from '../kept-options.ts';
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
const GROUNDS = ['view', 'transparent', 'dark', 'light', 'colour'] as const;

/** Where the camera stands: where the user's does, or where it sees all of the film. */
const CAMERAS = ['view', 'frame'] as const;

const FORMATS = ['mp4', 'webm', 'gif', 'png'] as const satisfies readonly FilmFormat[];
const QUALITIES = ['low', 'medium', 'high'] as const satisfies readonly Quality[];
const PALETTES = ['film', 'frame'] as const;

export const MAX_LOOPS = 100;
export const MAX_TURNS = 20;
export const MAX_SECONDS = 600;

const SIDE = { min: MIN_SIDE, max: MAX_SIDE };

const keptFilm = kept(
  'film',
  record({
    format: oneOf(FORMATS, 'mp4'),
    rate: oneOf(RATES, 30),
    size: oneOf(SIZE_NAMES, '1280x720'),
    /** Pixels, where `size` is `own`. */
    width: within(SIDE, 1280),
    height: within(SIDE, 720),
    ground: oneOf(GROUNDS, 'view'),
    /** Where `ground` is `colour`. */
    colour: color('#ffffff'),
    camera: oneOf(CAMERAS, 'view'),
    overlays: flag(false),
    quality: oneOf(QUALITIES, 'medium'),
    /** Of a GIF: one for the film, or one for each frame. */
    palette: oneOf(PALETTES, 'frame'),
    loops: within({ min: 1, max: MAX_LOOPS }, 1),
    /** How often the camera goes round when it does. */
    turns: within({ min: 1, max: MAX_TURNS }, 1),
    /** Length of a film without an animation. */
    seconds: within({ min: 1, max: MAX_SECONDS }, 6),
  }),
);

export const filmOptions = signalsOf(keptFilm.read());

/** Takes what was kept of the film before: what was chosen since then, and not filmed, is given up. */
export function recallFilm(): void {
  const values: Readonly<Record<string, unknown>> = keptFilm.read();
  for (const [name, option] of Object.entries<Signal<unknown>>(filmOptions)) option.value = values[name];
}

/** Keeps the options: when a film is made. */
export function rememberFilm(): void {
  keptFilm.write(valuesOf(filmOptions));
}
