import { BYTE_STATES, ParsedFile } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { gapsOf, nextGap } from '../../../web/bytes/hex/stops.ts';
import { percent } from '../../../web/lib/hex.ts';
import { structureOf } from '../../../web/opening/partial/open.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

const core = await loadCore();
const clockwork = sample('clockwork.abc');

/** The clockwork with a section that nobody knows and with bytes after its end that no section has. */
function withUnknown(): ParsedFile {
  const renamed = Uint8Array.from(clockwork);
  const text = Buffer.from(renamed.buffer);
  text.write('Sackets', text.indexOf('Sockets'), 'latin1');
  return core.open(renamed);
}

/** The same file as one that is too large to be parsed. */
async function partial(bytes: Uint8Array): Promise<ParsedFile> {
  const read = async (start: number, end: number) => bytes.slice(start, end);
  const structure = await structureOf(core, bytes.length, read);
  return new ParsedFile({ current: () => structure, free: () => {} }, new Uint8Array());
}

/** From the leaves, byte by byte: neighbours of one state together. */
function fromLeaves(parsed: ParsedFile): (readonly [number, number, string])[] {
  const { offset, length, state } = parsed.leaves(0, parsed.size);
  const ranges: [number, number, string][] = [];
  offset.forEach((start, i) => {
    const word = BYTE_STATES[state[i] ?? 0] ?? '';
    if (word === 'known') return;
    const end = start + (length[i] ?? 0);
    const last = ranges.at(-1);
    if (last && last[1] === start && last[2] === word) last[1] = end;
    else ranges.push([start, end, word]);
  });
  return ranges;
}

const files: [string, ParsedFile][] = [
  ['sound', core.open(clockwork)],
  ['with an unknown section', withUnknown()],
  ['no model', core.open(new Uint8Array(50).fill(7))],
  ['empty', core.open(new Uint8Array())],
  ['partially loaded', await partial(clockwork)],
  ['partially loaded, no model', await partial(new Uint8Array(50).fill(7))],
  ['partially loaded, cut', await partial(clockwork.slice(0, 20_000))],
  ...[100, 5000, 20_000].map((length): [string, ParsedFile] => [
    `cut at ${length}`,
    core.open(clockwork.slice(0, length)),
  ]),
];

describe('notKnown', () => {
  it.each(files)('%s: the ranges are those of the leaves, and add up to the coverage', (_, parsed) => {
    const { start, end, state } = gapsOf(parsed);
    const ranges = Array.from(start, (from, i) => [from, end[i], BYTE_STATES[state[i] ?? 0]]);
    expect(ranges).toEqual(fromLeaves(parsed));
    const sum = (word: string) =>
      fromLeaves(parsed).reduce((total, [from, to, kind]) => total + (kind === word ? to - from : 0), 0);
    for (const word of ['opaque', 'unreferenced', 'unparsed'] as const) {
      expect(sum(word)).toBe(parsed.coverage[word]);
    }
  });
});

describe('nextGap', () => {
  const parsed = withUnknown();
  const ranges = fromLeaves(parsed);

  it('goes through them in both directions and round', () => {
    expect(ranges.length).toBeGreaterThan(0);
    const steps = (direction: 1 | -1) => {
      let offset = direction === 1 ? 0 : parsed.size - 1;
      return ranges.map(() => {
        const range = nextGap(parsed, offset, direction);
        offset = range?.start ?? 0;
        return range?.start;
      });
    };
    const starts = ranges.map(([start]) => start);
    expect(steps(1)).toEqual(starts);
    expect(steps(-1)).toEqual(starts.toReversed());
    expect(nextGap(parsed, parsed.size - 1, 1)).toMatchObject({ start: starts[0], wrapped: true });
    expect(nextGap(parsed, 0, -1)).toMatchObject({ start: starts.at(-1), wrapped: true });
  });

  it('keeps to a state, known too', () => {
    expect(nextGap(parsed, 0, 1, 'unparsed')).toBeNull();
    expect(nextGap(parsed, 0, 1, 'opaque')).toMatchObject({ state: 'opaque', index: 0 });
    const [first] = ranges;
    expect(nextGap(parsed, 0, 1, 'known')).toMatchObject({ start: first?.[1] });
    expect(nextGap(core.open(clockwork), 0, 1)).toBeNull();
  });
});

describe('percent', () => {
  it.each([
    [0, 10, '0 %'],
    [0, 0, '0 %'],
    [10, 10, '100 %'],
    [1, 1e9, '< 0.1 %'],
    [1e9 - 1, 1e9, '99.9 %'],
    [1, 3, '33.3 %'],
    [1, 4, '25 %'],
  ])('%d of %d', (part, whole, text) => {
    expect(percent(part, whole)).toBe(text);
  });
});
