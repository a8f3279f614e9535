import { describe, expect, it } from 'vitest';
import { MAX_RANGES, RangeBuilder } from '../../../web/compare/ranges.ts';

describe('matched ranges', () => {
  it('stay few where files differ at every other byte, cover both, and call nothing equal that is not', () => {
    const size = 3 * MAX_RANGES;
    const builder = new RangeBuilder();
    for (let at = 0; at < size; at++) {
      const byte = { start: at, end: at + 1 };
      builder.add(at % 2 === 0 ? 'changed' : 'equal', byte, byte);
    }
    const { left, right } = builder.finish(size, size).of;
    expect(left.length).toBeLessThanOrEqual(MAX_RANGES);
    expect(right).toEqual(left);
    expect(left.at(-1)).toMatchObject({ kind: 'changed', left: { end: size } });
    const wrong = left.filter((range) => range.kind === 'equal' && range.left.end - range.left.start > 1);
    expect(wrong).toEqual([]);
    expect(left.every((range, i) => range.left.start === (left[i - 1]?.left.end ?? 0))).toBe(true);
  });
});
