/** Models that go out as GLBs without what leads back, and become models again, of the GLB alone. */
import type { AbcFile } from '@lithoscope/core';
import { expect } from 'vitest';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from '../../../web/from-glb/options.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { loadCore } from './core.ts';
import { loadEditing } from './editing.ts';
import { openInput, optionsWith } from './glb.ts';
import { thorough } from './thorough.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const importer = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };

export async function again(path: string, parts: Partial<ImportOptions> = {}) {
  const input = openInput(core, path);
  const { bytes } = await toGlb(input, optionsWith({ template: false }));
  const source = await readGltf('model.glb', new Map([['model.glb', bytes]]));
  const result = await importModel(source, { ...IMPORT_DEFAULTS, version: 6, ...parts }, importer, null);
  return { original: input.file, file: core.open(result.bytes), result };
}

/** Where the corners of all triangles at level 0 are, three numbers each, at a moment. */
function cornersOf(file: AbcFile): (animation: number, timeMs: number) => Float32Array {
  const corners = file.info.pieces.map((_, piece) => file.topology(piece, 0).corners);
  return (animation, timeMs) => {
    const frame = file.evaluate({ animation, timeMs, loop: false, lod: 0 });
    const out = new Float32Array(3 * corners.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const [piece, own] of corners.entries()) {
      const positions = frame?.pieces[piece]?.positions as Float32Array;
      for (const v of own) for (let i = 3 * v; i < 3 * v + 3; i++) out[at++] = positions[i] as number;
    }
    return out;
  };
}

/** Of each animation; seven keep off the keys, too. */
const MOMENTS = thorough ? 20 : 7;

/** The greatest distance between the corners of two files at moments of an animation, in sizes of the second. */
export function deviation(file: AbcFile, original: AbcFile, animation: number): number {
  const length = original.info.animations[animation]?.length ?? 0;
  const [isAt, wasAt] = [cornersOf(file), cornersOf(original)];
  let squared = 0;
  let size = 0;
  for (let i = 0; i < MOMENTS; i++) {
    const [is, was] = [isAt, wasAt].map((at) => at(animation, (i * length) / (MOMENTS - 1))) as [
      Float32Array,
      Float32Array,
    ];
    expect(is.length).toBe(was.length);
    for (let at = 0; at < is.length; at += 3) {
      let off = 0;
      for (let axis = at; axis < at + 3; axis++) {
        off += ((is[axis] as number) - (was[axis] as number)) ** 2;
        size = Math.max(size, Math.abs(was[axis] as number));
      }
      squared = Math.max(squared, off);
    }
  }
  return Math.sqrt(squared) / size;
}

export const codes = ({ findings }: AbcFile) => findings.map(({ code, path }) => `${code} ${path}`);

/** A model of v6 is the same again. */
export async function expectSameV6(path: string): Promise<void> {
  const { original, file, result } = await again(path);
  expect(codes(file)).toEqual(codes(original));
  expect(file.info.space).toEqual({ mirrorZ: true, frontSign: 1 });
  const nodes = ({ info }: AbcFile) =>
    info.nodes.map(({ name, parent, flags, deformationVertices }) => [
      name,
      parent,
      flags,
      deformationVertices,
    ]);
  expect(nodes(file)).toEqual(nodes(original));
  expect(file.info.animations).toEqual(original.info.animations);
  expect(file.info.commandString).toBe(original.info.commandString);
  expect(file.info.restAnimation).toBe(original.info.restAnimation);
  for (const [i] of original.info.animations.entries()) {
    expect(file.keyframes(i)).toEqual(original.keyframes(i));
    // The steps of the 8 bits are found again.
    expect(deviation(file, original, i)).toBeLessThan(1e-6);
  }
  expect(result.report.notes.filter(({ severity }) => severity !== 'info')).toEqual([]);
}

/** A model of v12 becomes one of v6 that plays alike. */
export async function expectMadeV6(path: string): Promise<void> {
  const { original, file, result } = await again(path, { levels: [0.5] });
  expect(codes(file)).toEqual([]);
  const said = result.report.notes.find(({ code }) => code === 'DEFORMED');
  // A warning when the bits and the straight lines between keys are off by more than a thousandth together.
  expect(said?.message).toMatch(/ off by at most [\d.]+ units at keys and [\d.]+ between/);
  // Eight bits for vertices of several nodes.
  for (const [i] of original.info.animations.entries())
    expect(deviation(file, original, i)).toBeLessThan(1.5e-3);
  const triangles = original.info.pieces.reduce((sum, { lods }) => sum + (lods[0]?.faces ?? 0), 0);
  const left = file.topology(0, file.info.lodCount - 1).corners.length / 3;
  expect(left).toBeLessThanOrEqual(Math.ceil(triangles / 2));
  expect(left).toBeGreaterThan(triangles / 2 - 2);
  expect(file.info.lodCount - 1).toBe((triangles - left) / 2);
  const vertices = original.info.pieces.reduce((sum, { lods }) => sum + (lods[0]?.vertices ?? 0), 0);
  expect(result.report.triangles).toBe(triangles);
  // Few copies where nodes meet, and as many as are in the file.
  expect(result.report.vertices).toBeLessThan(1.25 * vertices);
  const at = file.resolve('Geometry.NormalVerts')?.start ?? 0;
  expect(result.report.vertices).toBe(
    new DataView(file.bytes.buffer, file.bytes.byteOffset).getUint32(at, true),
  );
  expect(result.sources).toHaveLength(1);
  expect(result.sources[0]).toHaveLength(original.info.pieces.length);
}
