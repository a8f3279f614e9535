/** Files of v6 that went out as GLBs without what leads back become files of v6 again, of the GLB alone. */
import { basename } from 'node:path';
import type { AbcFile, Vec3 } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from '../../../web/from-glb/options.ts';
import { readGltf } from '../../../web/from-glb/read.ts';
import { toGlb } from '../../../web/glb/to-glb.ts';
import { loadCore } from '../support/core.ts';
import { corpusNote } from '../support/corpus.ts';
import { loadEditing } from '../support/editing.ts';
import { corpusModels, openInput, optionsWith } from '../support/glb.ts';
import { CLOCKWORK, JELLYFISH } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const importer = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };

async function again(path: string, parts: Partial<ImportOptions> = {}) {
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
function deviation(file: AbcFile, original: AbcFile, animation: number): number {
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

const codes = ({ findings }: AbcFile) => findings.map(({ code, path }) => `${code} ${path}`);

describe(`out of v6 and into it again${corpusNote}`, () => {
  // Of others the deformation vertices that never move become plain ones, and some get keys: the same poses, not the same file.
  const isShown = (path: string) => (thorough ? /FORTUNADO|STRUTTER/ : /FORTUNADO/).test(path);
  const models = [JELLYFISH, ...corpusModels.filter(isShown)];
  it.each(models.map((path) => [basename(path), path]))('%s', async (_, path) => {
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
  });
});

describe(`out of v12 and into v6${corpusNote}`, () => {
  const isShown = (path: string) => thorough && /INTHERO|FEMBASE/.test(path);
  const models = [CLOCKWORK, ...corpusModels.filter(isShown)];
  it.each(models.map((path) => [basename(path), path]))('%s', async (_, path) => {
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
  });
});

describe('out of v12 and into it again, with levels of detail', () => {
  it.each(thorough ? ([12, 11, 10, 9] as const) : ([12] as const))(
    'clockwork.abc as version %d',
    async (version) => {
      const levels = [0.6, 0.3];
      const { original, file, result } = await again(CLOCKWORK, { version, levels, distances: [150, 400] });
      expect(codes(file)).toEqual([]);
      expect(file.info.lodCount).toBe(3);
      expect(file.info.header.LODDistances).toEqual([150, 400]);
      const faces = (lod: number) =>
        file.info.pieces.reduce((sum, { lods }) => sum + (lods[lod]?.faces ?? 0), 0);
      for (const [i, share] of levels.entries()) {
        expect(faces(i + 1) / faces(0)).toBeLessThan(share * 1.25);
        expect(faces(i + 1) / faces(0)).toBeGreaterThan(share * 0.8);
      }
      for (const [i] of original.info.animations.entries())
        expect(deviation(file, original, i)).toBeLessThan(1e-5);
      const bytes = new DataView(file.bytes.buffer, file.bytes.byteOffset);
      // Vertices name the one of the next level that they become.
      for (const [piece] of file.info.pieces.entries()) {
        for (const [lod, next] of [1, 2].entries()) {
          const count = file.info.pieces[piece]?.lods[next]?.vertices ?? 0;
          for (let v = 0; v < (file.info.pieces[piece]?.lods[lod]?.vertices ?? 0); v += 7) {
            const path = `Pieces.Pieces[${piece}].LODs[${lod}].Vertices[${v}].SubLODVertexIndex`;
            const at = file.resolve(path)?.start ?? 0;
            expect(bytes.getUint16(at, true)).toBeLessThan(count);
          }
        }
      }
      // Few face away from the normals of their vertices, which are still those of the first level.
      const against = [0, 1, 2].map((lod) => facingInward(file, lod));
      expect(against[0]).toBe(0);
      expect(Math.max(...against)).toBeLessThan(0.04);
      expect(result.report.levels).toBe(3);
      expect(result.report.notes.map(({ code }) => code)).toContain('LEVELS_MADE');
    },
  );
});

/** The share of triangles of a level whose side is not that of their vertices' normals, in the bind pose. */
function facingInward(file: AbcFile, lod: number): number {
  let inward = 0;
  let all = 0;
  const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod });
  for (const [piece, { positions, normals }] of (frame?.pieces ?? []).entries()) {
    const { corners } = file.topology(piece, lod);
    for (let f = 0; f < corners.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => 3 * (corners[f + i] as number)) as [number, number, number];
      const side = (from: number, to: number) =>
        [0, 1, 2].map((i) => (positions[to + i] as number) - (positions[from + i] as number));
      const [u, v] = [side(a, b), side(a, c)] as [Vec3, Vec3];
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const dot = normal.reduce(
        (sum, value, i) => sum + value * [a, b, c].reduce((n, at) => n + (normals[at + i] as number), 0),
        0,
      );
      inward += dot < 0 ? 1 : 0;
      all++;
    }
  }
  return inward / all;
}
