import { LEAF_TYPES } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { decodeLeaf } from '../../../web/explain/values.ts';
import { compareReadings, kaitaiParser, valuesOf } from '../../bench/kaitai.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

const bytes = sample('clockwork.abc');

test('a parser by Kaitai Struct finds every value of a sample where we do', async () => {
  const file = (await loadCore()).open(bytes);
  const parse = await kaitaiParser(true);
  const theirs = valuesOf(parse(bytes));
  const leaves = file.leaves(0, file.size);
  const ours: typeof theirs = [];
  for (const [i, offset] of leaves.offset.entries()) {
    const type = LEAF_TYPES[leaves.type[i] ?? 0] ?? 'bytes';
    if (type === 'bytes') continue;
    ours.push({ offset, value: decodeLeaf(bytes, offset, leaves.length[i] ?? 0, type) });
  }
  expect(theirs.length).toBe(ours.length);
  // Ours are the shortest decimals of the same 32 bits.
  const differing = ours.filter(({ offset, value }, i) => {
    const other = theirs[i];
    const isSame =
      typeof value === 'number'
        ? Math.fround(value) === Math.fround(Number(other?.value))
        : value === other?.value;
    return offset !== other?.offset || !isSame;
  });
  expect(differing).toEqual([]);
});

test('without positions it finds as much, and a difference is noticed', async () => {
  const core = await loadCore();
  const parse = await kaitaiParser(false);
  compareReadings(core.open(bytes), parse(bytes));
  expect(() => compareReadings(core.open(bytes), parse(sample('clockwork_base.abc')))).toThrow(
    'Kaitai reads otherwise',
  );
});
