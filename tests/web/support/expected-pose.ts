/** Poses that other programs describe, and ours against them. */
import type { AbcFile, Frame } from '@lithoscope/core';
import { expect } from 'vitest';
import { expectClose } from './expect-close.ts';
import type { ExpectedPose } from './expected.ts';

/** Which pose of a model it is. */
export type PoseName = Omit<ExpectedPose, 'bbox' | 'count' | 'samples' | 'node_translations'>;

function animationIndex(file: AbcFile, name: string): number {
  if (name === 'bind') return -1;
  const index = file.info.animations.findIndex((animation) => animation.name === name);
  expect(index, `animation ${name}`).toBeGreaterThanOrEqual(0);
  return index;
}

/** The pose of the model. @param open a file beside it, by its name */
export function evaluate(model: AbcFile, pose: PoseName, open: (name: string) => AbcFile): Frame {
  const { anim, time: timeMs, loop = true, lod = 0, base, origin, layers = [] } = pose;
  const source = base ? open(base) : model;
  const frame = model.evaluate({
    animation: animationIndex(source, anim),
    timeMs,
    loop,
    lod,
    layers: layers.map(({ anim, time, weight_set }) => ({
      animation: animationIndex(model, anim),
      timeMs: time,
      loop,
      weightSet: model.info.weightSets.findIndex(({ name }) => name === weight_set),
    })),
    // The origin for an animation of its own the model finds itself.
    ...(base ? { source, ...(origin ? { origin } : {}) } : {}),
  });
  if (!frame) expect.fail(`${anim} cannot be evaluated`);
  return frame;
}

/** Smallest and largest x, y, z of the vertices of all pieces. */
function boundsOf(pieces: readonly Float32Array[]): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const positions of pieces) {
    for (const [i, value] of positions.entries()) {
      low[i % 3] = Math.min(low[i % 3] ?? 0, value);
      high[i % 3] = Math.max(high[i % 3] ?? 0, value);
    }
  }
  return [...low, ...high];
}

const translationsOf = (nodes: Float32Array) =>
  Array.from({ length: nodes.length / 16 }, (_, n) =>
    [3, 7, 11].map((k) => nodes[n * 16 + k] ?? Number.NaN),
  ).flat();

/** Positions and normals of some vertices, and where the nodes are. */
export function expectSamples(
  frame: Frame,
  { samples, node_translations }: Pick<ExpectedPose, 'samples' | 'node_translations'>,
  isV6: boolean,
  tolerance: number,
  what: string,
): void {
  for (const sample of samples) {
    const [piece = 0, vertex = 0, ...values] = isV6 ? [0, ...sample] : sample;
    const at = [vertex * 3, vertex * 3 + 3] as const;
    const { positions, normals } = frame.pieces[piece] ?? expect.fail(`piece ${piece}`);
    const actual = [...positions.subarray(...at), ...normals.subarray(...at)];
    expectClose(actual, values, tolerance, `${what}, piece ${piece} vertex ${vertex}`);
  }
  expectClose(translationsOf(frame.nodes), node_translations.flat(), tolerance, `${what}, nodes`);
}

export function expectPose(frame: Frame, pose: ExpectedPose, isV6: boolean, tolerance: number): void {
  const what = `${pose.anim} at ${pose.time}`;
  // v6 files keep the vertices of the collapsed levels after the model's own.
  const positions = frame.pieces.map((piece) =>
    isV6 ? piece.positions.subarray(0, pose.count * 3) : piece.positions,
  );
  expect(
    positions.reduce((sum, piece) => sum + piece.length / 3, 0),
    what,
  ).toBe(pose.count);
  expectClose(boundsOf(positions), pose.bbox.flat(), tolerance, `${what}, bounds`);
  expectSamples(frame, pose, isV6, tolerance, what);
}
