/** `AbcFile.trail` against `AbcFile.pose`, moment by moment. */
import type { AbcFile, Lithoscope, PoseRequest, Vec3 } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCore } from '../support/core.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

const TIMES = Float64Array.of(0, 33.3, 250, 700, 5000);

/** The place of a point of a node, by the matrix of the node: 16 numbers, row by row. */
function placeIn(model: AbcFile, request: PoseRequest, node: number, [x, y, z]: Vec3): number[] {
  const nodes = model.pose(request);
  if (!nodes) throw new Error('no pose');
  const m = nodes.subarray(node * 16, node * 16 + 16);
  return [0, 4, 8].map(
    (row) => (m[row] ?? 0) * x + (m[row + 1] ?? 0) * y + (m[row + 2] ?? 0) * z + (m[row + 3] ?? 0),
  );
}

function expectSame(actual: Float32Array | null, expected: number[]): void {
  expect(actual?.length).toBe(expected.length);
  expected.forEach((value, i) => {
    expect(actual?.[i]).toBeCloseTo(value, 2);
  });
}

describe.each([
  ['version 12', CLOCKWORK],
  ['version 6', JELLYFISH],
])('the trail of a point, %s', (_, file) => {
  it('is where the pose has it at each time', () => {
    const model = core.open(bytesOf(file)) as AbcFile;
    const request = { animation: 0, timeMs: 0, loop: true, lod: 0 };
    for (const node of [0, model.info.nodes.length - 1]) {
      const place: Vec3 = [1, -2, 3];
      expectSame(
        model.trail(request, { node, place }, TIMES),
        [...TIMES].flatMap((timeMs) => placeIn(model, { ...request, timeMs }, node, place)),
      );
    }
    model.release();
  });

  it('has the layers at the times that are given for them', () => {
    const model = core.open(bytesOf(file)) as AbcFile;
    const node = model.info.nodes.length - 1;
    const layer = { animation: 1, timeMs: 0, loop: true };
    const request = { animation: 0, timeMs: 0, loop: true, lod: 0, layers: [layer] };
    const times = Float64Array.of(0, 500, 200, 10, 640, 90);
    const expected = [0, 2, 4].flatMap((i) =>
      placeIn(
        model,
        { ...request, timeMs: times[i] ?? 0, layers: [{ ...layer, timeMs: times[i + 1] ?? 0 }] },
        node,
        [0, 0, 0],
      ),
    );
    expectSame(model.trail(request, { node, place: [0, 0, 0] }, times), expected);
    model.release();
  });

  it('is null for what is not there, and empty without times', () => {
    const model = core.open(bytesOf(file)) as AbcFile;
    const request = { animation: 0, timeMs: 0, loop: true, lod: 0 };
    const place: Vec3 = [0, 0, 0];
    for (const node of [-1, model.info.nodes.length, 0.5e10, Number.NaN])
      expect(model.trail(request, { node, place }, TIMES)).toBeNull();
    expect(model.trail({ ...request, animation: 999 }, { node: 0, place }, TIMES)).toBeNull();
    expect(model.trail(request, { node: 0, place }, new Float64Array())).toHaveLength(0);
    // It still poses.
    expect(model.pose(request)).not.toBeNull();
    model.release();
    expect(model.trail(request, { node: 0, place }, TIMES)).toBeNull();
  });
});
