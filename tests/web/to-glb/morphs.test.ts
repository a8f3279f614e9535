/** Morph targets against what the engine shows: `freeze`. Which frames become targets: tests/cpp/export_morphs_test.cpp. */
import { basename } from 'node:path';
import type { AbcFile, Exporting, MorphPlan, WantedClip } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { type ExportedClip, exportedClips } from '../../../web/to-glb/clips.ts';
import { GLB_DEFAULTS } from '../../../web/to-glb/input.ts';
import { loadCore, withoutErrors } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { expectClose } from '../support/expect-close.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);

/** In the space of the file: a left-handed one is mirrored in X. */
function planOf(file: AbcFile, clips: readonly ExportedClip[], most = 256): MorphPlan | null {
  const settings = { restAnimation: null, conjugateKeys: null, mirrors: true, swaps: false };
  const exporting = editing.exporting(file.bytes, settings) as Exporting;
  const wanted = clips.map(
    ({ clip: { animation }, times }): WantedClip => ({
      source: -1,
      animation,
      origin: null,
      times: Float64Array.from(times),
    }),
  );
  const plan = exporting.morphs(0, 0, wanted, most) as MorphPlan | null;
  exporting.release();
  return plan && { ...plan, targets: plan.targets.map((deltas) => deltas.map((d, i) => (i % 3 ? d : -d))) };
}

/** Where the targets of a plan put the vertices at a moment, from those at rest, as glTF mixes them. */
function mixed(plan: MorphPlan, clip: number, timeMs: number, rest: Float32Array): Float32Array {
  const track = plan.tracks[clip];
  if (!track) throw new Error(`no track ${clip}`);
  const { times, targets } = track;
  const weights = new Map<number, number>();
  const add = (key: number, weight: number) => {
    const target = targets[key] as number;
    if (target >= 0 && weight > 0) weights.set(target, (weights.get(target) ?? 0) + weight);
  };
  const after = times.findIndex((time) => time >= timeMs);
  if (after < 0) add(times.length - 1, 1);
  else if (after === 0) add(0, 1);
  else {
    const [from = 0, to = 0] = times.subarray(after - 1, after + 1);
    add(after - 1, (to - timeMs) / (to - from));
    add(after, (timeMs - from) / (to - from));
  }
  const out = rest.slice();
  for (const [target, weight] of weights) {
    const deltas = plan.targets[target] ?? expect.fail(`no target ${target}`);
    for (const [i, vertex] of plan.vertices.entries()) {
      for (let k = 0; k < 3; k++)
        out[3 * vertex + k] = (out[3 * vertex + k] ?? 0) + weight * (deltas[3 * i + k] ?? 0);
    }
  }
  return out;
}

/** The greatest distance between points of two lists. */
function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let greatest = 0;
  for (let i = 0; i < a.length; i += 3) {
    const along = (k: number) => (a[i + k] ?? 0) - (b[i + k] ?? 0);
    const distance = Math.hypot(along(0), along(1), along(2));
    greatest = Math.max(greatest, distance);
  }
  return greatest;
}

/** Places vertices, which are in the spaces of their nodes, as the engine's rest pose does; file space. */
function placer(file: AbcFile): (vertices: Float32Array) => Float32Array {
  const { node } = file.weights(0, 0);
  const { nodes } =
    file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 }) ?? expect.fail('no rest pose');
  return (vertices) => {
    const out = new Float32Array(vertices.length);
    for (let i = 0; i < out.length; i++) {
      const at = i - (i % 3);
      const row = 16 * (node[at / 3] as number) + 4 * (i % 3);
      let sum = nodes[row + 3] as number;
      for (let k = 0; k < 3; k++) sum += (nodes[row + k] as number) * (vertices[at + k] as number);
      out[i] = sum;
    }
    return out;
  };
}

function sizeOf(points: ArrayLike<number>): number {
  const sides = [0, 1, 2].map((axis) => {
    const along = Array.from(points).filter((_, i) => i % 3 === axis);
    return Math.max(...along) - Math.min(...along);
  });
  return Math.hypot(...sides);
}

async function open(path: string) {
  const file = core.open(bytesOf(path));
  const { clips } = exportedClips({ file, sources: [] }, GLB_DEFAULTS);
  return { file, clips };
}

const frozen = (file: AbcFile, animation: number, timeMs: number) =>
  file.freeze({ animation, timeMs, loop: false, lod: 0 })?.vertices ?? expect.fail(`no pose ${animation}`);

/** Models of version 6, the only one that deforms vertices. */
const models = (await withoutErrors(realFiles('.abc')))
  .filter((path) => core.open(bytesOf(path)).info.version === 6)
  .map((path) => [basename(path), path] as const);

test.each(models)('%s: targets give the vertices of the engine at keys and between them', async (_, path) => {
  const { file, clips } = await open(path);
  const plan = planOf(file, clips);
  const placed = placer(file);
  const rest = placed(frozen(file, -1, 0));
  const size = sizeOf(rest);
  for (const [i, { clip, times }] of clips.entries()) {
    const between = times.slice(1).map((time, k) => time - 0.37 * (time - (times[k] ?? 0)));
    for (const time of [...times, ...between]) {
      const expected = placed(frozen(file, clip.animation, time));
      const actual = plan ? mixed(plan, i, time, rest) : rest;
      expectClose(actual, expected, 1e-5 * size, `animation ${clip.animation} at ${time} ms`);
    }
  }
});

test.each(models)('%s: with a limit the deviation is the greatest there is', async (_, path) => {
  const { file, clips } = await open(path);
  const all = planOf(file, clips)?.all ?? 0;
  const placed = placer(file);
  const rest = placed(frozen(file, -1, 0));
  const size = sizeOf(rest);
  for (const maxMorphTargets of [1, 5, 20].filter((most) => most < all)) {
    const plan = planOf(file, clips, maxMorphTargets) ?? expect.fail('no plan');
    expect(plan.targets).toHaveLength(maxMorphTargets);
    let seen = 0;
    for (const [i, { clip, times }] of clips.entries()) {
      for (const time of times.flatMap((at, k) => [at, (at + (times[k + 1] ?? at)) / 2])) {
        const actual = mixed(plan, i, time, rest);
        seen = Math.max(seen, farthest(actual, placed(frozen(file, clip.animation, time))));
      }
    }
    expect(Math.abs(plan.deviation - seen)).toBeLessThan(1e-5 * size);
    // The same again: nothing depends on order or chance.
    expect(planOf(file, clips, maxMorphTargets)).toEqual(plan);
  }
});
