/** When each frame of a film is, how many there are, and how large they are. */

import { formatCount } from '../../explain/describe.ts';

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
