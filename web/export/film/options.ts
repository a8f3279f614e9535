/** How films are made: what is remembered from one to the next. */

import { type Signal, signal } from '@preact/signals-core';
import { recall, remember } from '../../store/storage.ts';
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
export type FilmGround = (typeof GROUNDS)[number];
const GROUNDS = ['view', 'transparent', 'dark', 'light', 'colour'] as const;

/** Where the camera stands: where the user's does, or where it sees all of the film. */
export type FilmCamera = (typeof CAMERAS)[number];
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

type Options = typeof filmOptions;

/** What may be kept of each option: what was kept by hand or by another version is not trusted. */
const CHECKS: { readonly [Option in keyof Options]: (value: unknown) => boolean } = {
  format: oneOf(FORMATS),
  rate: oneOf(RATES),
  size: oneOf(SIZE_NAMES),
  width: within(MIN_SIDE, MAX_SIDE),
  height: within(MIN_SIDE, MAX_SIDE),
  ground: oneOf(GROUNDS),
  colour: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  camera: oneOf(CAMERAS),
  overlays: (value) => typeof value === 'boolean',
  quality: oneOf(QUALITIES),
  palette: oneOf(PALETTES),
  loops: within(1, MAX_LOOPS),
  turns: within(1, MAX_TURNS),
  seconds: within(1, MAX_SECONDS),
};

const NAMES = Object.keys(CHECKS) as (keyof Options)[];

/** Takes what was kept of the film before. */
export function recallOptions(): void {
  let kept: Partial<Record<string, unknown>>;
  try {
    kept = JSON.parse(recall(KEY) ?? '{}') ?? {};
  } catch {
    return;
  }
  for (const name of NAMES) {
    const value = kept[name];
    if (CHECKS[name](value)) (filmOptions[name] as Signal<unknown>).value = value;
  }
}

export function rememberOptions(): void {
  remember(KEY, JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, filmOptions[name].peek()]))));
}

function oneOf(values: readonly unknown[]): (value: unknown) => boolean {
  return (value) => values.includes(value);
}

function within(least: number, most: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
