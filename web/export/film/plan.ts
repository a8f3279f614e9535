/**
 * Film plan and options: when each frame is, how many there are, how large they are, and what is kept from one film to
 * the next.
 */

import type { Signal } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { color, flag, kept, oneOf, record, signalsOf, valuesOf, within } from '../../store/kept.ts';

export type FilmFormat = 'webm' | 'mp4' | 'gif' | 'png';

/** Frame rates offered. */
export const RATES = [12, 15, 24, 25, 30, 50, 60] as const;

/** A GIF counts in 1/100 s, and players show frames of 1/100 s for 1/10 s: each must last two. */
export const MAX_GIF_RATE = 50;

/** Maximum number of files in a zip, and so of frames in any film. */
export const MAX_FRAMES = 65_535;

/** Sides of a film, pixels. */
export const MIN_SIDE = 16;
export const MAX_SIDE = 4096;

/** How an animation repeats. `once` ends with its last pose, the others where they would start over. */
export type FilmPlay = 'loop' | 'once' | 'pingpong';

/** The content of a film. */
export interface FilmRequest {
  /** Length of the animation, ms; 0 if nothing plays, so that `seconds` applies. */
  readonly lengthMs: number;
  readonly play: FilmPlay;
  /** Repetitions of the animation (there and back in ping-pong); a whole number from 1. */
  readonly loops: number;
  /** Length of a film without an animation, s. */
  readonly seconds: number;
  /** Turns of the camera in the whole film; 0 if it stands still. */
  readonly turns: number;
  /** Frames a second. */
  readonly rate: number;
}

/** A moment of a film. */
interface FilmMoment {
  /** Since the beginning of the film, ms. */
  readonly elapsedMs: number;
  /** Time in the animation, ms, from 0 to its length. */
  readonly timeMs: number;
  /** Angle of the camera in turns, below `FilmRequest.turns`. */
  readonly turn: number;
}

export interface FilmPlan {
  /** Frames, 1 or more. */
  readonly count: number;
  readonly rate: number;
  /** Of the film, ms. */
  readonly durationMs: number;
  /** @param frame from 0 to `count` − 1; frame i is i / rate seconds after the first */
  moment(frame: number): FilmMoment;
}

/**
 * A looping film ends one frame before its first picture would repeat. A length that is not a whole number of frames is
 * rounded.
 */
export function planFilm(request: FilmRequest): FilmPlan {
  const { lengthMs, play, turns, rate } = request;
  const loops = Math.max(1, Math.floor(request.loops) || 1);
  const frameMs = 1000 / rate;
  const plays = lengthMs > 0;
  const cycle = play === 'pingpong' ? 2 * lengthMs : lengthMs;
  const isOnce = plays && play === 'once';
  const whole = plays ? (isOnce ? lengthMs : loops * cycle) : Math.max(request.seconds, 0) * 1000;
  // No extra frame due to the rounding of an exact number of frames.
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

/** Remainder of a division; 0 for a multiple, despite rounding. */
function remainder(value: number, divisor: number): number {
  const rest = value % divisor;
  return divisor - rest < 1e-6 ? 0 : rest;
}

/** Duration of a GIF frame, 1/100 s: frames start within half a unit of their exact time. */
export function gifDelay(frame: number, rate: number): number {
  return Math.round(((frame + 1) * 100) / rate) - Math.round((frame * 100) / rate);
}

/** How a GIF changes a frame rate, in words; '' if it does not. */
export function gifRateWords(rate: number): string {
  if (rate > MAX_GIF_RATE) {
    return `A GIF has at most ${MAX_GIF_RATE} frames per second: it counts in 1/100 s, and players slow down frames of 1/100 s.`;
  }
  const short = Math.floor(100 / rate);
  if (short * rate === 100) return '';
  return `A GIF counts in 1/100 s: its frames last ${short} or ${short + 1} of them, ${rate} per second on average.`;
}

/** Width and height, pixels. */
export type Size = readonly [width: number, height: number];

/** The size that is drawn: whole numbers within the limits; even for videos, due to chroma subsampling. */
export function fitSize([width, height]: Size, format: FilmFormat): Size {
  const step = format === 'webm' || format === 'mp4' ? 2 : 1;
  const limited = (side: number) =>
    Math.floor(Math.min(Math.max(Math.round(side) || 0, MIN_SIDE), MAX_SIDE) / step) * step;
  return [limited(width), limited(height)];
}

export type Quality = 'low' | 'medium' | 'high';

/** Bits per pixel. Rendered models on a plain background need fewer than camera footage. */
const BITS_PER_PIXEL: Readonly<Record<Quality, number>> = { low: 0.05, medium: 0.12, high: 0.3 };

/** Below this, H.264 gets level 1b, which Chromium does not play. */
const MIN_BITRATE = 200_000;

/** Bits per second of a video. Twice the frames need less than twice the bits, as they differ less. */
export function bitrateFor([width, height]: Size, rate: number, quality: Quality): number {
  const bits = BITS_PER_PIXEL[quality] * width * height * 30 * Math.sqrt(rate / 30);
  return Math.max(MIN_BITRATE, Math.round(bits));
}

/** A length in words: `1.6 s`. */
export function secondsOf(ms: number): string {
  return `${formatCount(Math.round(ms / 100) / 10)} s`;
}

/** Name of a frame in a zip, `agent-Walk-0007.png`: with as many digits as the last one needs. */
export function frameName(base: string, frame: number, count: number): string {
  return `${base}-${String(frame + 1).padStart(Math.max(4, String(count).length), '0')}.png`;
}

/** A preset `1280x720`, the size of the view, or a custom size. */
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

/** Background. */
const GROUNDS = ['view', 'transparent', 'dark', 'light', 'colour'] as const;

/** Camera: the user's, or one that frames the whole film. */
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
    /** Pixels, if `size` is `own`. */
    width: within(SIDE, 1280),
    height: within(SIDE, 720),
    ground: oneOf(GROUNDS, 'view'),
    /** If `ground` is `colour`. */
    colour: color('#ffffff'),
    camera: oneOf(CAMERAS, 'view'),
    overlays: flag(false),
    quality: oneOf(QUALITIES, 'medium'),
    /** Palette of a GIF: one for the film, or one per frame. */
    palette: oneOf(PALETTES, 'frame'),
    loops: within({ min: 1, max: MAX_LOOPS }, 1),
    /** Turns of the camera on a turntable. */
    turns: within({ min: 1, max: MAX_TURNS }, 1),
    /** Length of a film without an animation. */
    seconds: within({ min: 1, max: MAX_SECONDS }, 6),
  }),
);

export const filmOptions = signalsOf(keptFilm.read());

/** Restores the options of the last film; later changes that were not filmed are discarded. */
export function recallFilm(): void {
  const values: Readonly<Record<string, unknown>> = keptFilm.read();
  for (const [name, option] of Object.entries<Signal<unknown>>(filmOptions)) option.value = values[name];
}

/** Keeps the options; called when a film is made. */
export function rememberFilm(): void {
  keptFilm.write(valuesOf(filmOptions));
}
