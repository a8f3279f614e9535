/**
 * Layers, transitions, readings, tracks and weights as JavaScript asks for them, on the fixtures of
 * tests/cpp/support/all_fixtures.cpp; and everything that a request can name and that is not there.
 */
import type { AbcFile, FrozenPose, PoseRequest } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { fixture } from '../support/fixtures.ts';

describe('fixtures', () => {
  /** Root, arm and head; `walk` moves the root by 1 along X a key; sets Upper (0, 1, 1) and Twitch (2, ½, 0). */
  let v12: AbcFile;
  /** Root, cloth and flag; `wave` likewise, with deformation vertices. */
  let v6: AbcFile;
  beforeAll(async () => {
    const core = await loadCore();
    const open = (name: string) => core.open(fixture(name));
    v12 = open('v12_full.abc');
    v6 = open('v6_full.abc');
  });

  const at = (timeMs: number, more: Partial<PoseRequest> = {}): PoseRequest => ({
    animation: 0,
    timeMs,
    loop: false,
    lod: 0,
    origin: [0, 0, 0],
    ...more,
  });

  /** Translation of a node. */
  function place(file: AbcFile, request: PoseRequest, node = 0): number[] {
    const frame = file.evaluate(request);
    return [3, 7, 11].map((i) => frame?.nodes[node * 16 + i] ?? Number.NaN);
  }

  const frozen = (file: AbcFile, request: PoseRequest): FrozenPose => {
    const pose = file.freeze(request);
    if (!pose) expect.fail('cannot be frozen');
    return pose;
  };

  test('layers move what their weight set says', () => {
    const walk = { animation: 0, timeMs: 250, loop: false };
    expect(place(v12, at(0))).toEqual([1, 0, 0]);
    // Root: 0 of Upper. Arm: all of its own movement, (0, 10, 0) × 3 keys, on a root at 1.
    expect(place(v12, at(0, { layers: [{ ...walk, weightSet: 0 }] }))).toEqual([1, 0, 0]);
    expect(place(v12, at(0, { layers: [{ ...walk, weightSet: 0 }] }), 1)).toEqual([1, 30, 0]);
    // Root: additive, from 1 on by 3 − 1. Arm: half-way from 10 to 30. Head: as it was, below the root.
    expect(place(v12, at(0, { layers: [{ ...walk, weightSet: 1 }] }))).toEqual([3, 0, 0]);
    expect(place(v12, at(0, { layers: [{ ...walk, weightSet: 1 }] }), 1)).toEqual([3, 20, 0]);
    // Without a set: all of it.
    expect(place(v12, at(0, { layers: [walk] }))).toEqual([3, 0, 0]);
  });

  test('layers may be another file’s, and only one that fits', () => {
    const layer = { animation: 0, timeMs: 250, loop: false };
    expect(place(v12, at(0, { layers: [{ ...layer, source: v12 }] }))).toEqual([3, 0, 0]);
    expect(v12.evaluate(at(0, { source: v6 }))).not.toBeNull();
    expect(v6.evaluate(at(0, { layers: [layer] }))).not.toBeNull();
  });

  test('a transition goes from the frozen pose to the new one', () => {
    const from = frozen(v12, at(0, { origin: [0, 4, 0] }));
    expect([...from.locals.slice(0, 7)]).toEqual([1, 4, 0, 0, 0, 0, 1]);
    const middle = (fraction: number) => place(v12, at(250, { transition: { from, fraction } }));
    expect(middle(0)).toEqual([1, 4, 0]);
    expect(middle(0.25)).toEqual([1.5, 3, 0]);
    expect(middle(1)).toEqual([3, 0, 0]);
    expect(middle(Number.NaN)).toEqual([3, 0, 0]);
  });

  test('deformation vertices of v6 go straight from where they were', () => {
    const from = frozen(v6, at(0));
    // (1, 2, 3) and (7, 8, 9) are the packed positions of vertex 1 at the keys 0 and 1; the unpacking changes nothing.
    expect([...from.vertices.slice(3, 6)]).toEqual([1, 2, 3]);
    const transition = { from, fraction: 0.5 };
    expect([...frozen(v6, at(50, { transition })).vertices.slice(3, 6)]).toEqual([4, 5, 6]);
  });

  test('a frozen pose of another model, or one that holds no numbers, harms nothing', () => {
    const from = frozen(v12, at(0));
    const ask = (pose: FrozenPose) => v12.evaluate(at(0, { transition: { from: pose, fraction: 0.5 } }));
    expect(ask({ ...from, locals: from.locals.slice(1) })).toBeNull();
    expect(ask({ ...from, locals: new Float32Array(70_000) })).toBeNull();
    expect(ask({ ...from, vertices: new Float32Array(3) })).toBeNull();
    expect(ask(frozen(v6, at(0)))).toBeNull();
    expect(ask({ ...from, locals: from.locals.map(() => Number.NaN) })?.nodes.length).toBe(3 * 16);
  });

  test.each([-1.5, -2, 99, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32])('%d is no index', (index) => {
    const layer = { animation: 0, timeMs: 0, loop: false };
    const isIndex = index === 0.5;
    expect(v12.evaluate(at(0, { animation: index })) !== null).toBe(isIndex);
    expect(v12.evaluate(at(0, { lod: index })) !== null).toBe(isIndex);
    expect(v12.evaluate(at(0, { layers: [{ ...layer, animation: index }] })) !== null).toBe(isIndex);
    expect(v12.evaluate(at(0, { layers: [{ ...layer, weightSet: index }] })) !== null).toBe(isIndex);
    expect(v6.evaluate(at(0, { interpretation: { restAnimation: index } })) !== null).toBe(isIndex);
  });

  test('a layer is never the bind pose', () => {
    expect(v12.evaluate(at(0, { layers: [{ animation: -1, timeMs: 0, loop: false }] }))).toBeNull();
  });

  test('the rest pose and the direction of keys can be read otherwise', () => {
    const rest = { animation: -1, timeMs: 0, loop: false, lod: 0 };
    const other = { ...rest, interpretation: { restAnimation: 0 } };
    expect(v6.info.restAnimation).toBe(1);
    const byFile = frozen(v6, rest).vertices;
    const asAsked = frozen(v6, other).vertices;
    // Vertex 3: packed (7, 8, 9) at rest and (9, 9, 9) at the first key of `wave`.
    expect([...byFile.slice(9, 12)]).toEqual([7, 8, 9]);
    expect([...asAsked.slice(9, 12)]).toEqual([9, 9, 9]);
    // The model has not changed.
    expect(frozen(v6, rest).vertices).toEqual(byFile);
  });

  test('a track has the keys as they are stored', () => {
    expect(v12.track(0, 0)).toEqual({
      translations: new Float32Array([1, 0, 0, 2, 0, 0, 3, 0, 0]),
      rotations: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    });
    expect(v12.track(9, 0)).toBeNull();
    expect(v12.track(0, 3)).toBeNull();
  });

  test('weights name the nodes that move a vertex', () => {
    const { start, node, bias, deformation } = v12.weights(0, 0);
    // Vertex i of the first level has i + 1 weights, of root, arm, head and root again.
    expect([...start]).toEqual([0, 1, 3, 6, 10]);
    expect([...node.slice(6)]).toEqual([0, 1, 2, 0]);
    expect([...bias.slice(6)]).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(deformation.length).toBe(0);
    expect([...v12.weights(0, 9).start]).toEqual([0]);
    expect([...v12.weights(9, 0).start]).toEqual([0]);
  });

  test('weights of v6 are one node a vertex, and its place among the deformed', () => {
    const { start, node, bias, deformation } = v6.weights(0, 0);
    expect([...start]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...node]).toEqual([0, 1, 1, 2, 0, 0, 0]);
    expect([...bias]).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect([...deformation]).toEqual([-1, 0, 1, 0, -1, -1, -1]);
  });

  test('a child model is held against a file', () => {
    // Its second entry is base.abc with build number 7 and a binding of `dance`; its own build number is 0, and it has
    // child models and other animations itself.
    const { fits, findings } = v12.compareChild(1, v12);
    expect(fits).toBe(true);
    expect(findings.map(({ code, path }) => [code, path])).toEqual([
      ['CHILD_BUILD_NUMBER', 'ChildModels.ChildModels[1].BuildNumber'],
      ['CHILD_HAS_CHILDREN', 'ChildModels.ChildModels[1].Name'],
      ['CHILD_BINDING_COUNT', 'AnimBindings.Lists[1].Count'],
      ['CHILD_BINDING_NAMES', 'AnimBindings.Lists[1].AnimBindings[0].Name'],
    ]);
    expect(v12.compareChild(99, v12).findings).toEqual([]);
  });
});
