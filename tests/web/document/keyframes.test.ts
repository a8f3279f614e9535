import { describe, expect, test } from 'vitest';
import { keyAt, nearestKey, nextKeyTime, previousKeyTime } from '../../../web/document/keyframes.ts';

const times = Float64Array.of(0, 100, 250, 400);

describe('keys by time', () => {
  test('keyAt is the last key that was passed', () => {
    expect([0, 99, 100, 399, 400, 9999].map((time) => keyAt(times, time))).toEqual([0, 0, 1, 2, 3, 3]);
  });

  test('keyAt before the first key, and without keys, is 0', () => {
    expect(keyAt(Float64Array.of(50, 100), 10)).toBe(0);
    expect(keyAt(new Float64Array(), 10)).toBe(0);
  });

  test('stepping goes from key to key and stays at the ends', () => {
    expect(nextKeyTime(times, 0)).toBe(100);
    expect(nextKeyTime(times, 120)).toBe(250);
    expect(nextKeyTime(times, 400)).toBe(400);
    expect(previousKeyTime(times, 400)).toBe(250);
    expect(previousKeyTime(times, 120)).toBe(100);
    expect(previousKeyTime(times, 0)).toBe(0);
  });

  test('nearestKey keeps within its reach', () => {
    expect(nearestKey(times, 110, 20)).toBe(1);
    expect(nearestKey(times, 170, 20)).toBe(-1);
    expect(nearestKey(new Float64Array(), 0, 20)).toBe(-1);
  });

  test('keys in disorder still step forwards and backwards', () => {
    const disorder = Float64Array.of(0, 300, 100);
    expect(nextKeyTime(disorder, 0)).toBe(100);
    expect(nextKeyTime(disorder, 100)).toBe(300);
    expect(previousKeyTime(disorder, 300)).toBe(100);
    expect(keyAt(disorder, 150)).toBe(2);
  });
});
