/** Animations that are changed, against those of before. */
import { AbcFile, type EditOperation } from '@lithoscope/core';
import { expect } from 'vitest';
import { isRefused, type Prepared } from '../../../web/edit/animations.ts';
import { loadEditing } from './editing.ts';
import { expectClose } from './expect-close.ts';

const editing = await loadEditing();

function done(prepared: Prepared): readonly EditOperation[] {
  if (isRefused(prepared)) throw new Error(prepared.refused);
  return prepared;
}

/** Why operations are not made; '' when they are. */
export function why(model: AbcFile, prepared: Prepared): string {
  if (isRefused(prepared)) return prepared.refused;
  const result = editing.edit(model, prepared);
  return 'refused' in result ? result.refused : '';
}

/** The model after operations, which must leave it without an error. */
export function edited(model: AbcFile, prepared: Prepared): AbcFile {
  const result = editing.edit(model, done(prepared));
  if ('refused' in result) throw new Error(result.refused);
  const other = model.withBytes(result.bytes);
  if (!(other instanceof AbcFile)) throw new Error('no model');
  const errors = (file: AbcFile) => file.findings.filter(({ severity }) => severity === 'error');
  expect(errors(other)).toEqual(errors(model));
  return other;
}

/** Times of an animation with those between its keys. */
export function moments(model: AbcFile, animation: number, most = 12): number[] {
  const { times } = model.keyframes(animation);
  const all = Array.from(times).flatMap((time, i) => [time, (time + (times[i + 1] ?? time)) / 2]);
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, i) => i % step === 0);
}

interface Sampled {
  nodes: Float32Array;
  positions: Float32Array[];
}

export function poseAt(model: AbcFile, animation: number, timeMs: number): Sampled {
  const frame = model.evaluate({ animation, timeMs, loop: false, lod: 0, origin: [0, 0, 0] });
  if (!frame) throw new Error('no pose');
  return { nodes: frame.nodes, positions: frame.pieces.map(({ positions }) => positions) };
}

/** Compares two animations at moments of the first. @param tolerance of places, units */
export function expectSame(
  model: AbcFile,
  animation: number,
  other: AbcFile,
  otherAnimation: number,
  timeOf: (time: number) => number,
  tolerance = 2e-4,
  times = moments(model, animation),
): void {
  for (const time of times) {
    const actual = poseAt(model, animation, time);
    const expected = poseAt(other, otherAnimation, timeOf(time));
    expectClose(actual.nodes, expected.nodes, tolerance, `nodes at ${time}`);
    actual.positions.forEach((piece, i) => {
      expectClose(piece, expected.positions[i] ?? [], tolerance, `piece ${i} at ${time}`);
    });
  }
}
