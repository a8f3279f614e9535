import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlayMode } from '../../../web/document/open-file.ts';
import { advance, firedBy, type Moment } from '../../../web/document/playback-clock.ts';

const at = (timeMs: number, backwards = false): Moment => ({ timeMs, backwards });

describe('advance', () => {
  test('adds the time that passed', () => {
    expect(advance(at(100), 16, 1000, 'loop')).toEqual({ timeMs: 116, backwards: false, playing: true });
  });

  test('wraps only past the end: the length itself is the last key', () => {
    expect(advance(at(990), 10, 1000, 'loop').timeMs).toBe(1000);
    expect(advance(at(1000), 16, 1000, 'loop').timeMs).toBe(16);
    expect(advance(at(0), 3500, 1000, 'loop').timeMs).toBe(500);
    expect(advance(at(0), 3000, 1000, 'loop').timeMs).toBe(1000);
  });

  test('stops at the end when it does not loop', () => {
    expect(advance(at(990), 5, 1000, 'once')).toMatchObject({ timeMs: 995, playing: true });
    expect(advance(at(990), 16, 1000, 'once')).toMatchObject({ timeMs: 1000, playing: false });
  });

  test('goes there and back', () => {
    expect(advance(at(990), 20, 1000, 'pingpong')).toMatchObject({ timeMs: 990, backwards: true });
    expect(advance(at(10, true), 30, 1000, 'pingpong')).toMatchObject({ timeMs: 20, backwards: false });
    expect(advance(at(0), 5300, 1000, 'pingpong')).toMatchObject({ timeMs: 700, backwards: true });
  });

  test('does not play what has no length', () => {
    for (const length of [0, -1, Number.NaN]) {
      expect(advance(at(0), 16, length, 'loop')).toEqual({ timeMs: 0, backwards: false, playing: false });
    }
  });

  test('plays two keys one millisecond apart', () => {
    expect(advance(at(0), 16.5, 1, 'loop')).toMatchObject({ timeMs: 0.5, playing: true });
  });
});

const event = (timeMs: number) => ({ timeMs });
const times = (fired: readonly { timeMs: number }[]) => fired.map(({ timeMs }) => timeMs);
const fires = (keys: number[], moment: Moment, elapsed: number, length: number, mode: PlayMode) =>
  times(firedBy(keys.map(event), moment, elapsed, length, mode));

describe('frame strings', () => {
  test('fire in order when their time is passed, several in one tick', () => {
    expect(fires([300, 100, 200, 900], at(50), 500, 1000, 'loop')).toEqual([100, 200, 300]);
  });

  test('at the start and the end fire once a pass', () => {
    expect(fires([0, 1000], at(0), 16, 1000, 'loop')).toEqual([0]);
    expect(fires([0, 1000], at(990), 16, 1000, 'loop')).toEqual([1000, 0]);
    expect(fires([0, 1000], at(990), 16, 1000, 'once')).toEqual([1000]);
    expect(fires([0, 1000], at(990), 20, 1000, 'pingpong')).toEqual([1000]);
    expect(fires([0, 1000], at(10, true), 20, 1000, 'pingpong')).toEqual([0]);
  });

  test('are not lost when a tick jumps over whole loops', () => {
    expect(fires([100, 200], at(150), 2000, 1000, 'loop')).toEqual([200, 100, 200, 100]);
  });

  test('fire on the way back too', () => {
    expect(fires([100, 900], at(850), 300, 1000, 'pingpong')).toEqual([900, 900]);
  });

  test('of a key that the animation does not reach, or without a length, never fire', () => {
    expect(fires([-5, 1500, Number.NaN], at(0), 5000, 1000, 'loop')).toEqual([]);
    expect(fires([0], at(0), 100, 0, 'loop')).toEqual([]);
  });

  test('of an animation of a millisecond are not listed without end', () => {
    expect(fires([0, 1], at(0), 1e6, 1, 'loop').length).toBeLessThanOrEqual(1000);
  });

  test('fire the same whether time passes in one tick or in many', () => {
    const modes = fc.constantFrom<PlayMode>('loop', 'once', 'pingpong');
    const whole = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(
        fc.array(whole),
        fc.integer({ min: 1, max: 40 }),
        modes,
        fc.array(whole),
        (keys, length, mode, ticks) => {
          const reached = keys.filter((key) => key <= length);
          const events = reached.map(event);
          const total = ticks.reduce((sum, tick) => sum + tick, 0);
          const inOne = firedBy(events, at(0), total, length, mode);
          const inMany: { timeMs: number }[] = [];
          let moment: Moment & { playing?: boolean } = at(0);
          for (const tick of ticks) {
            if (moment.playing === false) break;
            inMany.push(...firedBy(events, moment, tick, length, mode));
            moment = advance(moment, tick, length, mode);
          }
          expect(times(inMany)).toEqual(times(inOne));
        },
      ),
    );
  });
});
