import type { AbcFile, NodeInfo } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { freeShift } from '../../../web/motion/sheet/key-shift.ts';
import { EVENTS, rowsOf, Tracks, withChanges } from '../../../web/motion/sheet/rows.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

const node = (name: string, parent: number, childCount: number): NodeInfo => {
  return { name, parent, childCount, index: 0, flags: 0, deformationVertices: 0 };
};
const NODES = [
  node('Pelvis', -1, 2),
  node('Spine', 0, 1),
  node('Head', 1, 0),
  node('Leg', 0, 1),
  node('Foot', 3, 0),
];

const rows = (choice: Partial<Parameters<typeof rowsOf>[1]> = {}) =>
  rowsOf(NODES, { folded: new Set(), text: '', isWanted: () => true, ...choice }).map(
    (row) => `${' '.repeat(row.depth)}${row.node === EVENTS ? 'events' : NODES[row.node]?.name}`,
  );

describe('rows of the dope sheet', () => {
  test('are the frame strings and the nodes as a tree', () => {
    expect(rows()).toEqual(['events', 'Pelvis', ' Spine', '  Head', ' Leg', '  Foot']);
  });

  test('are hidden below a folded node, however deep', () => {
    expect(rows({ folded: new Set([1]) })).toEqual(['events', 'Pelvis', ' Spine', ' Leg', '  Foot']);
    expect(rows({ folded: new Set([0]) })).toEqual(['events', 'Pelvis']);
  });

  test('of a filter are all that have it in their names, folded or not', () => {
    expect(rows({ text: ' E', folded: new Set([0]) })).toEqual(['Pelvis', ' Spine', '  Head', ' Leg']);
    expect(rows({ text: 'oo' })).toEqual(['Foot']);
  });

  test('without those that are not wanted keep the tree of the others', () => {
    expect(rows({ isWanted: (at) => at !== 1 && at !== 3 })).toEqual(['events', 'Pelvis', ' Head', ' Foot']);
  });
});

describe('changes of a node', () => {
  test('are where a key differs from the one before; the first is one', () => {
    const translations = Float32Array.of(1, 2, 3, 1, 2, 3, 1, 2, 4, 1, 2, Number.NaN, 1, 2, Number.NaN);
    const rotations = new Float32Array(20);
    const { changes, moves } = withChanges({ translations, rotations });
    expect([...changes]).toEqual([1, 0, 1, 1, 0]);
    expect(moves).toBe(true);
    expect(withChanges({ translations: new Float32Array(6), rotations: new Float32Array(8) }).moves).toBe(
      false,
    );
  });

  test('are counted over all nodes', async () => {
    const model = (await loadCore()).open(sample('clockwork.abc')) as AbcFile;
    const tracks = new Tracks(model, 1, model.info.nodes.length);
    expect(tracks.changedBy(0)).toBe(model.info.nodes.length);
    const second = model.info.nodes.filter((_, at) => tracks.of(at)?.changes[1] === 1);
    expect(tracks.changedBy(1)).toBe(second.length);
  });
});

describe('keys that are moved together', () => {
  const times = Float64Array.of(0, 100, 200, 300);
  test.each([
    [[1], 40, 40],
    [[1], -300, -99],
    [[1], 100, 99],
    [[1, 2], 100, 99],
    [[2], -100, -99],
    [[1, 2], -100, -99],
    [[0], -5, 0],
    [[], 50, 0],
  ])('%j by %i ms go %i ms, past others but not onto them', (keys, by, went) => {
    expect(freeShift(times, new Set(keys), by)).toBe(went);
  });
});
