/** Large sources: what is refused is refused before any work, and what the page would choke on is not shown. */
import { describe, expect, test } from 'vitest';
import { NotImported } from '../../../web/from-glb/report.ts';
import { understand } from '../../../web/from-glb/understand.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { asOneGlb } from '../../../web/import/one-glb.ts';
import { type LooseJson, makeGlb, Numbering, partsOfGlb } from '../../support/make-glb.ts';
import { loadEditing } from '../support/editing.ts';

const editing = await loadEditing();

const read = (bytes: Uint8Array) => readGltf('made.glb', new Map([['made.glb', bytes]]));

/** A triangle in a scene. @param nodes by its mesh */
function triangle(nodes: readonly LooseJson[], more: LooseJson = {}): Uint8Array {
  const made = new Numbering();
  const POSITION = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  return made.glb({
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION } }] }],
    ...more,
  });
}

/** A triangle that each of `count` joints moves. */
function jointed(count: number): Uint8Array {
  const made = new Numbering();
  const POSITION = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  const JOINTS_0 = made.put(Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0), 'VEC4');
  const WEIGHTS_0 = made.put(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4');
  const joints = Array.from({ length: count }, (_, i) => i + 1);
  return made.glb({
    scene: 0,
    scenes: [{ nodes: [0, ...joints] }],
    nodes: [{ mesh: 0, skin: 0 }, ...joints.map(() => ({}))],
    meshes: [{ primitives: [{ attributes: { POSITION, JOINTS_0, WEIGHTS_0 } }] }],
    skins: [{ joints }],
  });
}

/** Milliseconds of `understand`, the least of a few. */
async function understanding(count: number): Promise<number> {
  const source = await read(jointed(count));
  const took = Array.from({ length: 3 }, () => {
    const before = performance.now();
    understand(editing, source);
    return performance.now() - before;
  });
  return Math.min(...took);
}

test('joints cost their number, not its square', async () => {
  await understanding(500);
  const [few, many] = [await understanding(2_000), await understanding(16_000)];
  // The square would be 64 times as much.
  expect(many).toBeLessThan(24 * few + 20);
}, 60_000);

test('60,000 instances are refused when they are read, with a sentence', async () => {
  const source = await read(triangle(Array.from({ length: 60_000 }, () => ({ mesh: 0 }))));
  expect(() => understand(editing, source)).toThrow(NotImported);
  expect(() => understand(editing, source)).toThrow(
    /60,000 meshes .* more than 4,096 are too many for a model\. Join meshes\./,
  );
}, 60_000);

describe('what is shown', () => {
  test.each<[what: string, bytes: () => Uint8Array, says: RegExp | null]>([
    ['a model', () => jointed(100), null],
    [
      'many nodes',
      () => triangle([{ mesh: 0 }, ...Array.from({ length: 60_000 }, () => ({}))]),
      /too large to be shown: it has 60,002 nodes and meshes, and at most 8,192 are shown\./,
    ],
    ['many joints', () => jointed(9_000), /too large to be shown: it has 9,002 nodes and meshes/],
    [
      'few joints of many meshes',
      () =>
        triangle(
          Array.from({ length: 1000 }, () => ({ mesh: 0, skin: 0 })),
          { skins: [{ joints: Array.from({ length: 100 }, (_, i) => i) }] },
        ),
      /it has 100,000 joints of meshes, and at most 65,536 are shown\./,
    ],
  ])('%s', async (_, bytes, says) => {
    const { notShown } = understand(editing, await read(bytes()));
    if (says) expect(notShown).toMatch(says);
    else expect(notShown).toBeNull();
  });

  test('a source without a scene: all nodes at the top', async () => {
    const { json, binary } = partsOfGlb(triangle([{ mesh: 0, children: [1] }, { mesh: 0 }]));
    const { scene: _, scenes: __, ...rest } = json;
    const source = await read(makeGlb(rest, binary));
    const glb = await asOneGlb(source.document);
    expect(partsOfGlb(glb as Uint8Array).json).toMatchObject({ scene: 0, scenes: [{ nodes: [0] }] });
  });
});
