/**
 * Morph targets against what the engine shows: `freeze` for real files, and models whose vertices follow a formula.
 */
import { basename } from 'node:path';
import type { AbcFile, PoseRequest } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { type ExportedClip, exportedClips } from '../../../web/to-glb/clips.ts';
import { GLB_DEFAULTS } from '../../../web/to-glb/input.ts';
import { type MorphPlan, planMorphs } from '../../../web/to-glb/morphs.ts';
import { loadCore, withoutErrors } from '../support/core.ts';
import { expectClose } from '../support/expect-close.ts';
import { infoWith, partly } from '../support/fakes.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';

const core = await loadCore();

const OPTIONS = { maxMorphTargets: 256, interpretation: {} };

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

describe('models whose vertices follow a formula', () => {
  /** Vertices of one node at a time of one of the animations. */
  type Formula = (animation: number, timeMs: number) => ArrayLike<number>;

  /**
   * A model of one node, which the rest pose turns by 90° about Z.
   * @param rest vertices at rest @param isDeformed by vertex
   */
  function modelOf(rest: ArrayLike<number>, isDeformed: boolean[], formula: Formula): AbcFile {
    const frozen = ({ animation, timeMs }: PoseRequest) => ({
      locals: new Float32Array(7),
      vertices: Float32Array.from(animation < 0 ? rest : formula(animation, timeMs)),
    });
    const nodes = Float32Array.of(0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30, 0, 0, 0, 1);
    return partly<AbcFile>({
      info: infoWith({ version: 6 }),
      weights: () => ({
        node: new Int32Array(isDeformed.length),
        deformation: Int32Array.from(isDeformed, (is, i) => (is ? i : -1)),
      }),
      freeze: frozen,
      evaluate: () => ({ nodes, pieces: [] }),
    });
  }

  const clipsOf = (file: AbcFile, ...times: number[][]): ExportedClip[] =>
    times.map((list, animation) => ({
      clip: { source: -1, animation },
      name: `${animation}`,
      file,
      origin: undefined,
      times: list,
      keys: list.map((_, i) => i),
    }));

  const plan = (file: AbcFile, clips: ExportedClip[], maxMorphTargets = 256) =>
    planMorphs(file, clips, { ...OPTIONS, maxMorphTargets }) ?? expect.fail('nothing is deformed');

  test('each different frame is a target, turned as the rest pose turns the node', () => {
    const file = modelOf([0, 0, 0, 1, 2, 3], [false, true], (animation, time) =>
      animation === 0 ? [0, 0, 0, 1 + time, 2, 3] : [0, 0, 0, 1, 2 + (time === 1 ? 5 : 0), 3],
    );
    const { vertices, targets, tracks, ...rest } = plan(file, clipsOf(file, [0, 2, 4], [0, 1, 2]));
    expect([...vertices]).toEqual([1]);
    // +X goes to +Y, +Y to −X; the place of the node does not count.
    expect(targets.map((deltas) => [...deltas])).toEqual([
      [0, 2, 0],
      [0, 4, 0],
      [-5, 0, 0],
    ]);
    expect(tracks.map((track) => [[...track.times], [...track.targets]])).toEqual([
      [
        [0, 2, 4],
        [-1, 0, 1],
      ],
      [
        [0, 1, 2],
        [-1, 2, -1],
      ],
    ]);
    expect(rest).toEqual({ all: 3, deviation: 0, notes: [] });
  });

  test('a frame that comes again is the same target, and times at which nothing changes are left out', () => {
    const high = new Set([30, 40, 50, 60, 90]);
    const file = modelOf([0, 0, 0], [true], (animation, time) => [
      animation === 0 && high.has(time) ? 1 : 0,
      0,
      0,
    ]);
    const times = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];
    const { targets, tracks } = plan(file, clipsOf(file, times, times));
    expect(targets.map((deltas) => [...deltas])).toEqual([[0, 1, 0]]);
    expect(tracks.map((track) => [[...track.times], [...track.targets]])).toEqual([
      [
        [0, 20, 30, 60, 70, 80, 90],
        [-1, -1, 0, 0, -1, -1, 0],
      ],
      [[0], [-1]],
    ]);
  });

  test('nothing is deformed: no plan', () => {
    const still = modelOf([1, 2, 3], [true], () => [1, 2, 3]);
    expect(planMorphs(still, clipsOf(still, [0, 1]), OPTIONS)).toBeNull();
    // Only deformation vertices have frames.
    const rigid = modelOf([1, 2, 3], [false], (_, time) => [time, 2, 3]);
    expect(planMorphs(rigid, clipsOf(rigid, [0, 1]), OPTIONS)).toBeNull();
    const moving = modelOf([1, 2, 3], [true], (_, time) => [time, 2, 3]);
    expect(planMorphs(moving, [], OPTIONS)).toBeNull();
  });

  test('numbers that are none do not move a vertex', () => {
    const file = modelOf([0, 0, 0, 0, 0, 0, 3e38, 0, 0], [true, true, true], (_, time) => [
      time,
      0,
      0,
      time > 0 ? Number.NaN : 0,
      Number.POSITIVE_INFINITY,
      0,
      -3e38,
      0,
      0,
    ]);
    const { vertices, targets } = plan(file, clipsOf(file, [0, 1]));
    expect([...vertices]).toEqual([0]);
    expect(targets.map((deltas) => [...deltas])).toEqual([[0, 1, 0]]);
  });

  test('with a limit the ends stay, then the frames that are farthest from the interpolation', () => {
    // A zigzag whose teeth grow: the last teeth are worth most.
    const keys = Array.from({ length: 21 }, (_, i) => 10 * i);
    const height = (time: number) => ((time / 10) % 2 === 0 ? 1 : 1 + time / 10);
    const file = modelOf([0, 0, 0], [true], (_, time) => [height(time), 0, 0]);
    const clips = clipsOf(file, keys);
    // 1 at even keys is one frame; every odd key is a frame of its own.
    expect(plan(file, clips)).toMatchObject({ all: 11, deviation: 0 });
    for (let most = 1; most <= 10; most++) {
      const limited = plan(file, clips, most);
      expect(limited.targets.map((deltas) => deltas[1])).toEqual([
        1,
        // In the order of time.
        ...Array.from({ length: most - 1 }, (_, i) => 20 - 2 * (most - 2 - i)),
      ]);
      expect(limited.deviation).toBe(19 - 2 * (most - 1));
      expect(limited.notes).toMatchObject([{ code: 'MORPH_TARGETS_LIMITED', severity: 'warning' }]);
    }
  });

  test('frames on a straight line cost nothing to leave out', () => {
    const file = modelOf([0, 0, 0], [true], (_, time) => [1 + time, 0, 0]);
    const clips = clipsOf(file, [0, 1, 2, 4, 8]);
    const { targets, tracks, all, deviation, notes } = plan(file, clips, 4);
    expect({ all, kept: targets.length, deviation, notes }).toEqual({
      all: 5,
      kept: 2,
      deviation: 0,
      notes: [],
    });
    expect([...(tracks[0]?.times ?? [])]).toEqual([0, 8]);
  });

  test('more keys than memory allows are skipped, and that is said', () => {
    // 2^24 numbers at most: three of each of 65,536 vertices leave room for 85 keys.
    const count = 65536;
    const still = new Float32Array(3 * count);
    const file = modelOf(still, new Array(count).fill(true), (_, time) => still.with(0, time + 1));
    const times = Array.from({ length: 200 }, (_, i) => i);
    const { all, tracks, notes } = plan(file, clipsOf(file, times));
    expect(all).toBeLessThanOrEqual(86);
    expect([tracks[0]?.times[0], tracks[0]?.times.at(-1)]).toEqual([0, 199]);
    expect(notes.map(({ code }) => code)).toEqual(['MORPH_KEYS_SKIPPED']);
  });
});

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
  const plan = planMorphs(file, clips, OPTIONS);
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
  const all = planMorphs(file, clips, OPTIONS)?.all ?? 0;
  const placed = placer(file);
  const rest = placed(frozen(file, -1, 0));
  const size = sizeOf(rest);
  for (const maxMorphTargets of [1, 5, 20].filter((most) => most < all)) {
    const plan = planMorphs(file, clips, { ...OPTIONS, maxMorphTargets }) ?? expect.fail('no plan');
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
    expect(planMorphs(file, clips, { ...OPTIONS, maxMorphTargets })).toEqual(plan);
  }
});
