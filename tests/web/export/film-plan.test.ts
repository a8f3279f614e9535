/** When the frames of a film are, against the sentences that say so. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitrateFor,
  type FilmRequest,
  fitSize,
  frameName,
  gifDelay,
  gifRateWords,
  MAX_GIF_RATE,
  MAX_SIDE,
  MIN_SIDE,
  planFilm,
  RATES,
} from '../../../web/export/film/plan.ts';

const WISH: FilmRequest = { lengthMs: 1000, play: 'loop', loops: 1, seconds: 4, turns: 0, rate: 30 };
const plan = (wish: Partial<FilmRequest>) => planFilm({ ...WISH, ...wish });
const times = (wish: Partial<FilmRequest>) => {
  const film = plan(wish);
  return Array.from({ length: film.count }, (_, i) => Math.round(film.moment(i).timeMs * 10) / 10);
};

const rates = fc.constantFrom(...RATES);
const lengths = fc.integer({ min: 1, max: 20_000 });
const loops = fc.integer({ min: 1, max: 5 });

describe('the frames of a film', () => {
  it('are as far apart as the rate says, and do not repeat the first at the end', () => {
    expect(times({ lengthMs: 500, rate: 12 })).toEqual([0, 83.3, 166.7, 250, 333.3, 416.7]);
    expect(times({ lengthMs: 250, rate: 12, loops: 2 })).toEqual([0, 83.3, 166.7, 0, 83.3, 166.7]);
    expect(plan({ rate: 60 })).toMatchObject({ count: 60, durationMs: 1000 });
  });

  it('end with the last pose of an animation that is shown once', () => {
    expect(times({ lengthMs: 250, rate: 12, play: 'once', loops: 3 })).toEqual([0, 83.3, 166.7, 250]);
    expect(times({ lengthMs: 260, rate: 12, play: 'once' })).toEqual([0, 83.3, 166.7, 250, 260]);
  });

  it('go there and back', () => {
    expect(times({ lengthMs: 250, rate: 12, play: 'pingpong' })).toEqual([0, 83.3, 166.7, 250, 166.7, 83.3]);
  });

  it('last as long as is said where nothing plays', () => {
    expect(plan({ lengthMs: 0, seconds: 2.5 })).toMatchObject({ count: 75, durationMs: 2500 });
    expect(plan({ lengthMs: 0, seconds: 0 }).count).toBe(1);
    expect(plan({ lengthMs: 0, seconds: Number.NaN }).count).toBe(1);
    expect(plan({ loops: Number.NaN }).count).toBe(30);
  });

  it('turn by even steps, and the step after the last one is the first picture', () => {
    const film = plan({ lengthMs: 0, seconds: 2, rate: 12, turns: 3 });
    expect(film.count).toBe(24);
    expect(film.moment(0).turn).toBe(0);
    expect(film.moment(8).turn).toBeCloseTo(1, 12);
    expect(film.moment(23).turn).toBeCloseTo(3 - 1 / 8, 12);
  });

  it('stay within the animation, are as long as it to half a frame, and each loop is like the first', () => {
    fc.assert(
      fc.property(
        lengths,
        rates,
        loops,
        fc.constantFrom('loop', 'pingpong'),
        (lengthMs, rate, count, play) => {
          const film = plan({ lengthMs, rate, loops: count, play });
          const cycle = play === 'loop' ? lengthMs : 2 * lengthMs;
          expect(Math.abs(film.durationMs - count * cycle)).toBeLessThanOrEqual(
            film.count > 1 ? 500 / rate + 1e-6 : 1000 / rate,
          );
          for (const i of [0, 1, 2, Math.floor(film.count / 2), film.count - 1].filter(
            (at) => at < film.count,
          )) {
            const { timeMs, elapsedMs } = film.moment(i);
            expect(elapsedMs).toBeCloseTo((i * 1000) / rate, 6);
            expect(timeMs).toBeGreaterThanOrEqual(0);
            expect(timeMs).toBeLessThanOrEqual(lengthMs);
            // Independent of how it is folded: the distance to the nearest multiple of the cycle.
            const phase = elapsedMs - Math.round(elapsedMs / cycle) * cycle;
            if (play === 'pingpong') expect(timeMs).toBeCloseTo(Math.abs(phase), 5);
            else expect(Math.cos((2 * Math.PI * (timeMs - elapsedMs)) / cycle)).toBeCloseTo(1, 5);
          }
          // The last picture is not the first again: half a frame at least lies between them.
          if (film.count > 1)
            expect(film.moment(film.count - 1).elapsedMs).toBeLessThanOrEqual(count * cycle - 499 / rate);
        },
      ),
    );
  });
});

describe('a GIF', () => {
  it('shows each frame within half of 1/100 s of its time, and none so short that players slow it down', () => {
    for (const rate of RATES.filter((offered) => offered <= MAX_GIF_RATE)) {
      let shown = 0;
      for (let i = 0; i < 1000; i++) {
        expect(Math.abs(shown - (i * 100) / rate)).toBeLessThanOrEqual(0.5);
        expect(gifDelay(i, rate)).toBeGreaterThanOrEqual(2);
        shown += gifDelay(i, rate);
      }
    }
  });

  it('says what it makes of a rate', () => {
    expect(RATES.filter((rate) => gifRateWords(rate) === '')).toEqual([25, 50]);
    expect(gifRateWords(30)).toContain('3 or 4 of them, 30 per second');
    expect(gifRateWords(60)).toContain('at most 50');
    const delays = Array.from({ length: 24 }, (_, i) => gifDelay(i, 24));
    expect(new Set(delays)).toEqual(new Set([4, 5]));
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(100);
  });
});

describe('the size of a film', () => {
  it('is what was asked for within the limits, in even numbers for a video', () => {
    expect(fitSize([641, 359], 'mp4')).toEqual([640, 358]);
    expect(fitSize([641, 359], 'gif')).toEqual([641, 359]);
    expect(fitSize([0, Number.NaN], 'png')).toEqual([MIN_SIDE, MIN_SIDE]);
    expect(fitSize([1e9, 99.6], 'webm')).toEqual([MAX_SIDE, 100]);
  });

  it('grows in bytes with pixels, rate and quality', () => {
    const small = bitrateFor([640, 360], 30, 'low');
    expect(bitrateFor([1280, 720], 30, 'low')).toBe(4 * small);
    expect(bitrateFor([640, 360], 60, 'low')).toBeGreaterThan(small);
    expect(bitrateFor([640, 360], 60, 'low')).toBeLessThan(2 * small);
    expect(bitrateFor([640, 360], 30, 'high')).toBeGreaterThan(bitrateFor([640, 360], 30, 'medium'));
  });

  it('is never so small that the level of the video is one that browsers do not play', () => {
    expect(bitrateFor([160, 120], 12, 'low')).toBe(200_000);
  });

  it('names frames so that they sort', () => {
    const names = [1, 9, 10, 9999, 10_000, 12_345].map((n) => frameName('a', n - 1, 12_345));
    expect(names.toSorted()).toEqual(names);
    expect(frameName('agent-Walk', 6, 40)).toBe('agent-Walk-0007.png');
  });
});
