import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIELD_OPACITIES,
  HATCH_OPACITY,
  hitMarks,
  MARK_STYLES,
  OPAQUE_OPACITY,
  PARENT_OPACITIES,
  SELECTION_OPACITY,
} from '../../../web/bytes/hex/painting.ts';
import { contrastOf, mixed, tokens } from '../support/colours.ts';

const range = fc.tuple(fc.nat(300), fc.nat(80)).map(([start, length]) => [start, start + length] as const);

describe('marks in view', () => {
  it('are the hits that touch the bytes, the current one set apart', () => {
    const anyStarts = fc
      .uniqueArray(fc.nat(300), { maxLength: 60 })
      .map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(
        anyStarts,
        fc.integer({ min: 1, max: 9 }),
        range,
        fc.nat(60),
        (starts, length, [from, to], current) => {
          const found = hitMarks({ file: 1, starts: Float64Array.from(starts), length, current }, from, to);
          const expected = starts
            .map((start, i) => ({ start, end: start + length, kind: i === current ? 'current' : 'hit' }))
            .filter(({ start, end }) => start < to && end > from);
          expect(found).toEqual(expected);
        },
      ),
    );
  });
});

const hues = [...tokens.keys()].filter((name) => name.startsWith('--hue-'));

describe.each(['light', 'dark'] as const)('bytes in the %s theme', (theme) => {
  const colour = (token: string) => tokens.get(token)?.[theme] ?? '';
  const panel = colour('--panel');
  const readable = (ground: string) => contrastOf(colour('--text'), ground);

  it.each(hues)('are readable on fields in %s', (hue) => {
    for (const alpha of [...FIELD_OPACITIES, ...PARENT_OPACITIES])
      expect(readable(mixed(panel, colour(hue), alpha))).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...hues, '--error', '--text-faint'])('are readable on the very lines of hatching in %s', (hue) => {
    const tint = mixed(panel, colour(hue), OPAQUE_OPACITY);
    expect(readable(mixed(tint, colour(hue), HATCH_OPACITY))).toBeGreaterThanOrEqual(4.5);
  });

  it('are readable where they are selected: on the tint, and in their own colour on the filled ground', () => {
    expect(readable(mixed(panel, colour('--select'), SELECTION_OPACITY))).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(colour('--action-text'), colour('--select'))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(MARK_STYLES))('are readable on a mark: %s', (_, [token, alpha]) => {
    expect(readable(mixed(panel, colour(token), alpha))).toBeGreaterThanOrEqual(4.5);
  });

  it('show the sign of a change on any ground', () => {
    const grounds = hues.flatMap((hue) =>
      [...FIELD_OPACITIES, ...PARENT_OPACITIES].map((alpha) => mixed(panel, colour(hue), alpha)),
    );
    for (const ground of [panel, mixed(panel, colour('--select'), SELECTION_OPACITY), ...grounds]) {
      expect(contrastOf(colour('--changed'), ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('tell two neighbouring fields apart', () => {
    for (const hue of hues) {
      for (const opacities of [FIELD_OPACITIES, PARENT_OPACITIES]) {
        const [a, b] = opacities.map((alpha) => mixed(panel, colour(hue), alpha));
        expect(contrastOf(a ?? '', b ?? '')).toBeGreaterThan(1.05);
      }
    }
  });
});
