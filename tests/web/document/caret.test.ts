import type { AbcFile, StructureNode } from '@lithoscope/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendByField, fieldAt, moveCaret, rangeBetween } from '../../../web/document/caret.ts';
import { partly } from '../support/fakes.ts';

/** A file of 40 bytes: section A [0, 24) with fields of 4 bytes, then B [24, 40), one field. */
const parsed = partly<AbcFile>({
  ancestors(offset: number) {
    const node = (path: string, start: number, end: number) => ({ path, start, end }) as StructureNode;
    if (offset < 0 || offset >= 40) return [];
    if (offset >= 24) return [node('B', 24, 40), node('B.x', 24, 40)];
    const field = Math.floor(offset / 4);
    return [node('A', 0, 24), node(`A.f${field}`, field * 4, field * 4 + 4)];
  },
});

const step = { size: 40, perRow: 16, page: 2 };
const move = (offset: number, key: string) => moveCaret(parsed, offset, key, step);

describe('moveCaret', () => {
  it('moves by bytes, rows and pages and never leaves the file', () => {
    expect(move(5, 'ArrowRight')).toBe(6);
    expect(move(0, 'ArrowLeft')).toBe(0);
    expect(move(39, 'ArrowRight')).toBe(39);
    expect(move(20, 'ArrowUp')).toBe(4);
    expect(move(4, 'ArrowUp')).toBe(4);
    expect(move(30, 'ArrowDown')).toBe(30);
    expect(move(5, 'PageDown')).toBe(37);
    expect(move(12, 'PageDown')).toBe(28);
    expect(move(37, 'PageUp')).toBe(5);
    expect(move(17, 'PageUp')).toBe(1);
  });

  it('goes to the ends of the row and of the file', () => {
    expect(move(20, 'Home')).toBe(16);
    expect(move(20, 'End')).toBe(31);
    expect(move(33, 'End')).toBe(39);
    expect(move(20, 'Ctrl+Home')).toBe(0);
    expect(move(20, 'Ctrl+End')).toBe(39);
  });

  it('steps from field to field', () => {
    expect(move(5, 'Ctrl+ArrowRight')).toBe(8);
    expect(move(30, 'Ctrl+ArrowRight')).toBe(39);
    expect(move(6, 'Ctrl+ArrowLeft')).toBe(4);
    expect(move(4, 'Ctrl+ArrowLeft')).toBe(0);
    expect(move(0, 'Ctrl+ArrowLeft')).toBe(0);
  });

  it('leaves other keys alone', () => {
    expect(move(5, 'a')).toBeNull();
  });
});

describe('any walk of the caret', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];
  const anyKey = fc.constantFrom(
    ...keys,
    ...['Home', 'End', 'ArrowLeft', 'ArrowRight'].map((key) => `Ctrl+${key}`),
  );
  const anyStep = fc.record({
    size: fc.integer({ min: 1, max: 40 }),
    perRow: fc.constantFrom(8, 16, 32),
    page: fc.integer({ min: 1, max: 9 }),
  });

  it('stays in the file', () => {
    fc.assert(
      fc.property(anyStep, fc.array(anyKey, { maxLength: 60 }), (step, walk) => {
        let offset = 0;
        for (const key of walk) {
          offset = moveCaret(parsed, offset, key, step) ?? -1;
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset).toBeLessThan(step.size);
        }
      }),
    );
  });

  it('keeps its column up and down, and comes back where there was room', () => {
    fc.assert(
      fc.property(anyStep, fc.nat(39), fc.constantFrom('Arrow', 'Page'), (step, at, kind) => {
        fc.pre(at < step.size);
        const down = moveCaret(parsed, at, `${kind}Down`, step) ?? -1;
        expect(down % step.perRow).toBe(at % step.perRow);
        const way = kind === 'Arrow' ? step.perRow : step.perRow * step.page;
        if (down - at === way) expect(moveCaret(parsed, down, `${kind}Up`, step)).toBe(at);
      }),
    );
  });

  it('selects a range that holds both ends, whichever was first', () => {
    fc.assert(
      fc.property(fc.nat(39), fc.nat(39), (a, b) => {
        const range = rangeBetween(parsed, a, b);
        expect(range).toEqual(rangeBetween(parsed, b, a));
        expect(range).toMatchObject({ start: Math.min(a, b), end: Math.max(a, b) + 1 });
      }),
    );
  });
});

describe('extendByField', () => {
  const extend = (offset: number, anchor: number, forward: boolean) => {
    const caret = extendByField(parsed, { offset, anchor }, forward, 40);
    return [Math.min(caret.offset, caret.anchor), Math.max(caret.offset, caret.anchor)];
  };

  it('takes whole fields, the one of the caret first', () => {
    expect(extend(5, 5, true)).toEqual([4, 11]);
    expect(extend(11, 4, true)).toEqual([4, 15]);
    expect(extend(5, 5, false)).toEqual([0, 7]);
    expect(extend(39, 24, true)).toEqual([24, 39]);
    expect(extend(0, 7, false)).toEqual([0, 7]);
  });

  it('gives whole fields back', () => {
    expect(extend(15, 4, false)).toEqual([4, 11]);
    expect(extend(0, 11, true)).toEqual([4, 11]);
  });

  it('undoes itself', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 19 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (at, times, forward) => {
          let caret = extendByField(parsed, { offset: at, anchor: at }, forward, 40);
          const first = caret;
          for (let i = 1; i < times; i++) caret = extendByField(parsed, caret, forward, 40);
          fc.pre(caret.offset > 3 && caret.offset < 24);
          for (let i = 1; i < times; i++) caret = extendByField(parsed, caret, !forward, 40);
          expect(caret).toEqual(first);
        },
      ),
    );
  });
});

describe('what a caret selects', () => {
  it('is the field of a byte', () => {
    expect(fieldAt(parsed, 6)).toEqual({ start: 4, end: 8, path: 'A.f1' });
    expect(fieldAt(parsed, 99)).toEqual({ start: 99, end: 100, path: '' });
  });

  it('is, of a range, the smallest node that holds it', () => {
    expect(rangeBetween(parsed, 6, 5)).toEqual({ start: 5, end: 7, path: 'A.f1' });
    expect(rangeBetween(parsed, 2, 9)).toEqual({ start: 2, end: 10, path: 'A' });
    expect(rangeBetween(parsed, 20, 30)).toEqual({ start: 20, end: 31, path: '' });
  });
});
