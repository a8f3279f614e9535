import { BYTE_STATES, type Finding } from '@lithoscope/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, linesWithHits, minimapLines, offsetAt, runs } from '../../../web/bytes/hex/minimap-rows.ts';

const scale = fc.record({ size: fc.integer({ min: 1, max: 200 }), lines: fc.integer({ min: 1, max: 60 }) });
const none = { start: new Uint32Array(), end: new Uint32Array(), state: new Uint8Array() };
const error = { severity: 'error' } as Finding;
const warning = { severity: 'warning' } as Finding;

describe('linesOf', () => {
  it('is the lines that share something with the bytes', () => {
    fc.assert(
      fc.property(scale, fc.nat(200), fc.nat(200), (of, a, b) => {
        const start = Math.min(a, b, of.size - 1);
        const end = Math.min(Math.max(a, b, start + 1), of.size);
        // In units of 1 / (size × lines): byte i is [i × lines, (i + 1) × lines), line j [j × size, (j + 1) × size).
        const touched = Array.from({ length: of.lines }, (_, line) => line).filter(
          (line) => line * of.size < end * of.lines && (line + 1) * of.size > start * of.lines,
        );
        expect(linesOf(of, start, end)).toEqual({ start: touched[0], end: (touched.at(-1) ?? 0) + 1 });
      }),
    );
  });

  it('is never empty, at the end of the file neither', () => {
    expect(linesOf({ size: 500e6, lines: 700 }, 499_999_999, 500e6)).toEqual({ start: 699, end: 700 });
    expect(linesOf({ size: 10, lines: 4 }, 10, 10)).toEqual({ start: 3, end: 4 });
    expect(linesOf({ size: 1, lines: 700 }, 0, 1)).toEqual({ start: 0, end: 700 });
  });
});

describe('offsetAt', () => {
  it('stays in the file', () => {
    expect([-1, 0, 0.5, 1, 2].map((height) => offsetAt(10, height))).toEqual([0, 0, 5, 9, 9]);
    expect(offsetAt(0, 0.5)).toBe(0);
  });
});

describe('minimapLines', () => {
  it('gives a line to the section that has most of it', () => {
    const sections = [
      { offset: 0, size: 11 },
      { offset: 11, size: 19 },
      { offset: 30, size: 2 },
    ];
    const { section } = minimapLines({ size: 40, lines: 4 }, sections, none, []);
    expect([...section]).toEqual([0, 1, 1, 2]);
  });

  it('copes with more sections than lines, and with no bytes', () => {
    const sections = Array.from({ length: 10_000 }, (_, i) => ({ offset: i * 12, size: 12 }));
    const { section } = minimapLines({ size: 120_000, lines: 700 }, sections, none, []);
    expect(section[0]).toBeGreaterThanOrEqual(0);
    expect([...section]).toEqual([...section].sort((a, b) => a - b));
    expect(minimapLines({ size: 0, lines: 3 }, [], none, []).state).toEqual(new Uint8Array(3));
  });

  it('shows one byte that is not understood, and one that is wrong, among 500 MB', () => {
    const at = 123_456_789;
    const unparsed = BYTE_STATES.indexOf('unparsed');
    const of = { size: 500e6, lines: 700 };
    const range = { start: Uint32Array.of(at), end: Uint32Array.of(at + 1), state: Uint8Array.of(unparsed) };
    const { state, severity } = minimapLines(of, [], range, [
      { start: at, end: at + 1, finding: error },
      { start: at, end: at + 2, finding: warning },
    ]);
    const line = Math.floor((at / 500e6) * 700);
    expect([...state.keys()].filter((i) => state[i])).toEqual([line]);
    expect(severity.flatMap((worst, i) => (worst ? [[i, worst]] : []))).toEqual([[line, 'error']]);
  });
});

describe('linesWithHits', () => {
  it('marks the lines of every hit', () => {
    expect([...linesWithHits({ size: 40, lines: 4 }, Float64Array.of(0, 19, 39), 2)]).toEqual([1, 1, 1, 1]);
    expect([...linesWithHits({ size: 40, lines: 4 }, Float64Array.of(21), 2)]).toEqual([0, 0, 1, 0]);
  });
});

describe('runs', () => {
  it('joins neighbours that are alike', () => {
    const list = [1, 1, 2, 1];
    expect([...runs(list.length, (a, b) => list[a] === list[b])]).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 3, end: 4 },
    ]);
    expect([...runs(0, () => true)]).toEqual([]);
  });
});
