/**
 * The deviation of an imported model from its source is the true one: nothing where the file is what the GLB was made of,
 * and as much as one of them was moved where one was.
 */
import { basename } from 'node:path';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import { SkinnedMesh, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Compared, measureDeviation } from '../../../web/import/deviation.ts';
import { ShownGltf } from '../../../web/import/shown-gltf.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { gltfSample, gltfSamples } from '../../support/gltf-samples.ts';
import { loadCore, withoutErrors } from '../support/core.ts';
import { decoders } from '../support/draco.ts';
import { openInput, optionsWith } from '../support/glb.ts';
import { readGlb } from '../support/read-glb.ts';
import { realFiles } from '../support/real-files.ts';
import { CLOCKWORK, JELLYFISH } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

/** A model beside its own export: what an import says of where it comes from, by the extras alone. */
async function exported(
  path: string,
): Promise<{ file: AbcFile; glb: Map<string, Uint8Array>; compared: Compared }> {
  const input = openInput(core, path);
  const { file } = input;
  const { bytes } = await toGlb(input, optionsWith({}));
  const { json } = readGlb(bytes);
  const sources = file.info.pieces.map((_, piece) => {
    const node = (json.nodes ?? []).findIndex(
      ({ mesh, extras }) => mesh !== undefined && (extras ?? json.meshes?.[mesh]?.extras)?.lt_piece === piece,
    );
    const triangles = new Int32Array(file.info.pieces[piece]?.lods[0]?.faces ?? 0).fill(-1);
    for (const [t, face] of file.topology(piece, 0).faces.entries()) triangles[face] = t;
    const z = file.info.space.mirrorZ ? 1 : -1;
    const corners = file.info.space.frontSign * -z > 0 ? ([0, 1, 2] as const) : ([0, 2, 1] as const);
    return node < 0 ? [] : [{ node, primitive: 0, triangles, corners }];
  });
  const z = file.info.space.mirrorZ ? 1 : -1;
  const names = (json.animations ?? []).map(({ extras }) => extras?.lt_index);
  return {
    file,
    glb: new Map([[basename(path), bytes]]),
    compared: {
      sources,
      space: Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, z, 0),
      animations: Int32Array.from(file.info.animations, (_, a) => names.indexOf(a)),
      starts: new Float64Array(file.info.animations.length),
    },
  };
}

const models = await withoutErrors(realFiles('.abc'));

describe('the deviation', () => {
  test.each(models.map((path) => [basename(path), path]))(
    'of a model from its own export is nothing: %s',
    async (_, path) => {
      const { file, glb, compared } = await exported(path);
      const found = await measureDeviation(glb, file, compared);
      expect(found.triangles).toBe(
        file.info.pieces.reduce((sum, _, i) => sum + file.topology(i, 0).faces.length, 0),
      );
      expect(found.others).toBe(0);
      expect(found.size).toBeGreaterThan(1);
      expect(found.distance).toBeLessThan(1e-4 * found.size);
      expect(found.animations.every((one) => one <= found.distance)).toBe(true);
    },
  );

  test('is as much as the source is moved, of a piece, an animation and a moment', async () => {
    const { file, glb, compared } = await exported(CLOCKWORK);
    const space = compared.space.slice();
    space[7] = 3;
    expect((await measureDeviation(glb, file, { ...compared, space })).distance).toBeCloseTo(3, 2);
    // One animation for the other: only there they differ.
    const animations = Int32Array.from(compared.animations, (_, a) => (a === 1 ? 0 : a));
    const swapped = await measureDeviation(glb, file, { ...compared, animations });
    expect(swapped.worst?.animation).toBe(1);
    expect(swapped.distance).toBe(swapped.animations[1]);
    expect(swapped.distance).toBeGreaterThan(0.1);
    expect(swapped.animations[0]).toBeLessThan(1e-3);
    // Time: the same movement later.
    const starts = compared.starts.map((_, a) => (a === 0 ? 100 : 0));
    const late = await measureDeviation(glb, file, { ...compared, starts });
    expect(late.worst?.animation).toBe(0);
  });

  test('says what has no source', async () => {
    const { file, glb, compared } = await exported(JELLYFISH);
    const [[source]] = compared.sources as [[Compared['sources'][number][number]]];
    const triangles = source.triangles.map((t, i) => (i < 5 ? -1 : t));
    const found = await measureDeviation(glb, file, { ...compared, sources: [[{ ...source, triangles }]] });
    expect(found.others).toBe(5);
    const nothing = await measureDeviation(glb, file, { ...compared, sources: [] });
    expect(nothing).toMatchObject({ distance: 0, worst: null, triangles: 0, size: 0 });
  });

  test('is stopped, and tells how much is done', async () => {
    const { file, glb, compared } = await exported(CLOCKWORK);
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(measureDeviation(glb, file, compared, { signal: stop.signal })).rejects.toThrow('stopped');
    const told: number[] = [];
    await measureDeviation(glb, file, compared, { progress: (done) => told.push(done) });
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });
});

describe('a glTF as three.js shows it', () => {
  test.each(gltfSamples.map((sample) => [sample.file, sample] as const))('%s', async (_, sample) => {
    const shown = await ShownGltf.load(await sample.files(), await decoders());
    const point = new Vector3();
    let meshes = 0;
    for (const animation of [-1, 0]) {
      shown.pose(animation, 0.37);
      for (let node = 0; node < 30; node++) {
        for (const primitive of [0, 1]) {
          const found = shown.mesh(node, primitive);
          if (!found) continue;
          meshes++;
          const positions = found.positions();
          // three.js' own way to a vertex; it knows four weights.
          if (sample.file === 'eight-weights.glb') continue;
          for (const vertex of found.triangles) {
            found.mesh.getVertexPosition(vertex, point).applyMatrix4(found.mesh.matrixWorld);
            for (const [axis, value] of point.toArray().entries()) {
              expect(positions[3 * vertex + axis]).toBeCloseTo(value, 4);
            }
          }
        }
      }
    }
    expect(meshes === 0).toBe(sample.isEmpty === true);
    shown.release();
    expect(shown.mesh(0, 0)).toBeNull();
  });

  test('all eight weights of a vertex count', async () => {
    const shown = await ShownGltf.load(new Map([['a.glb', await gltfSample('eight-weights.glb')]]));
    shown.pose(-1, 0);
    const [found] = Array.from({ length: 20 }, (_, node) => shown.mesh(node, 0)).filter(
      (one) => one !== null,
    );
    expect(found?.mesh).toBeInstanceOf(SkinnedMesh);
    const rest = found?.positions() ?? [];
    const stored = found?.mesh.geometry.attributes.position?.array ?? [];
    // Bound where they stand: whatever the weights are, nothing has moved.
    expect(Math.max(...[...rest].map((value, i) => Math.abs(value - (stored[i] ?? 0))))).toBeLessThan(1e-5);
    shown.release();
  });

  test('fetches nothing', async () => {
    const files = new Map(
      await (gltfSamples.find(({ file }) => file === 'external.gltf') ?? expect.fail('')).files(),
    );
    const [name, text] = [...files][0] ?? expect.fail('');
    const away = new TextDecoder()
      .decode(text)
      .replace(/"uri":"[^"]*"/, '"uri":"https://example.invalid/a.bin"');
    files.set(name, new TextEncoder().encode(away));
    await expect(ShownGltf.load(files)).rejects.toThrow(/is missing/);
  });
});
