/**
 * Film plan and options: when each frame is, how many there are, how large they are, and what is kept from one film to the next.
 */

import type { Signal } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { flag, kept, oneOf, record, signalsOf, valuesOf } from '../../store/kept.ts';
import { color, within } from '../kept-options.ts';

export type FilmFormat = 'webm' | 'mp4' | 'gif' | 'png';

/** Frames a second that are offered. */
export const RATES = [12, 15, 24, 25, 30, 50, 60] as const;

/** A GIF counts in 1/100 s, and players take a frame of 1/100 s for one of 1/10 s: each must last 2. */
export const MAX_GIF_RATE = 50;

/** A zip holds no more files, and no film may have more frames. */
export const MAX_FRAMES = 65_535;

/** Sides of a film, pixels. */
export const MIN_SIDE = 16;
export const MAX_SIDE = 4096;

/** How an animation is repeated. `once` ends with its last pose, the others where they begin again. */
export type FilmPlay = 'loop' | 'once' | 'pingpong';

/** What a film shows. */
export interface FilmWish {
  /** Length of the animation, ms; 0 where nothing plays: then `seconds` counts. */
  readonly lengthMs: number;
  readonly play: FilmPlay;
  /** How often the animation is shown, there and back in ping-pong; a whole number from 1 on. */
  readonly loops: number;
  /** Length of a film without an animation, s. */
  readonly seconds: number;
  /** How often the camera goes round in the whole film; 0: it stands still. */
  readonly turns: number;
  /** Frames a second. */
  readonly rate: number;
}

/** A moment of a film. */
interface FilmMoment {
  /** Since the film began, ms. */
  readonly elapsedMs: number;
  /** Of the animation, ms, from 0 to its length. */
  readonly timeMs: number;
  /** How far the camera has gone round, turns; below `FilmWish.turns`. */
  readonly turn: number;
}

export interface FilmPlan {
  /** Frames, 1 or more. */
  readonly count: number;
  readonly rate: number;
  /** Of the film, ms. */
  readonly durationMs: number;
  /** @param frame from 0 to `count` − 1; frame i is i / rate seconds behind the first */
  moment(frame: number): FilmMoment;
}

/**
 * A film that repeats ends a frame before it would show its first picture again. Where its length is no whole number of
 * frames, it is as long as the nearest one.
 */
export function planFilm(wish: FilmWish): FilmPlan {
  const { lengthMs, play, turns, rate } = wish;
  const loops = Math.max(1, Math.floor(wish.loops) || 1);
  const frameMs = 1000 / rate;
  const plays = lengthMs > 0;
  const cycle = play === 'pingpong' ? 2 * lengthMs : lengthMs;
  const isOnce = plays && play === 'once';
  const whole = plays ? (isOnce ? lengthMs : loops * cycle) : Math.max(wish.seconds, 0) * 1000;
  // Not one frame more for the rounding of a length that is a whole number of them.
  const frames = isOnce ? Math.ceil(whole / frameMs - 1e-6) + 1 : Math.round(whole / frameMs);
  const count = Math.max(1, Number.isFinite(frames) ? frames : 1);
  const timeAt = (elapsed: number) => {
    if (!plays) return 0;
    if (isOnce) return Math.min(elapsed, lengthMs);
    const phase = remainder(elapsed, cycle);
    return phase > lengthMs ? cycle - phase : phase;
  };
  return {
    count,
    rate,
    durationMs: (count * 1000) / rate,
    moment(frame) {
      const elapsedMs = (frame * 1000) / rate;
      return { elapsedMs, timeMs: timeAt(elapsedMs), turn: (turns * frame) / count };
    },
  };
}

/** Of a division; 0 for a multiple, whatever the rounding. */
function remainder(value: number, divisor: number): number {
  const rest = value % divisor;
  return divisor - rest < 1e-6 ? 0 : rest;
}

/** How long each frame of a GIF stands, 1/100 s: never off by more than half of one from where it belongs. */
export function gifDelay(frame: number, rate: number): number {
  return Math.round(((frame + 1) * 100) / rate) - Math.round((frame * 100) / rate);
}

/** What a GIF makes of a rate, in words; '' where it makes nothing of it. */
export function gifRateWords(rate: number): string {
  if (rate > MAX_GIF_RATE) {
    return `A GIF has at most ${MAX_GIF_RATE} frames a second: it counts in 1/100 s, and players slow down frames of one.`;
  }
  const short = Math.floor(100 / rate);
  if (short * rate === 100) return '';
  return `A GIF counts in 1/100 s: its frames stand ${short} or ${short + 1} of them, ${rate} a second on average.`;
}

/** Width and height, pixels. */
export type Size = readonly [width: number, height: number];

/** What is drawn for a wish: whole numbers within the limits; even ones for a video, whose colours lie in pairs. */
export function fitSize([width, height]: Size, format: FilmFormat): Size {
  const step = format === 'webm' || format === 'mp4' ? 2 : 1;
  const limited = (side: number) =>
    Math.floor(Math.min(Math.max(Math.round(side) || 0, MIN_SIDE), MAX_SIDE) / step) * step;
  return [limited(width), limited(height)];
}

export type Quality = 'low' | 'medium' | 'high';

/** Bits for a pixel of a frame. Drawn models on an even ground need fewer than pictures of a camera. */
const BITS_PER_PIXEL: Readonly<Record<Quality, number>> = { low: 0.05, medium: 0.12, high: 0.3 };

/** With fewer bits a second, H.264 is written for level 1b, which Chromium itself does not play. */
const MIN_BITRATE = 200_000;

/** Bits a second of a video. Twice the frames do not need twice the bits: they differ by less. */
export function bitrateFor([width, height]: Size, rate: number, quality: Quality): number {
  const bits = BITS_PER_PIXEL[quality] * width * height * 30 * Math.sqrt(rate / 30);
  return Math.max(MIN_BITRATE, Math.round(bits));
}

/** A length in words: `1.6 s`. */
export function secondsOf(ms: number): string {
  return `${formatCount(Math.round(ms / 100) / 10)} s`;
}

/** Name of a frame in a zip, `agent-Walk-0007.png`: as many digits as the last one needs. */
export function frameName(base: string, frame: number, count: number): string {
  return `${base}-${String(frame + 1).padStart(Math.max(4, String(count).length), '0')}.png`;
}

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
