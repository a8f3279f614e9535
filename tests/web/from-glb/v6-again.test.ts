/** Files of v6 that went out as GLBs without what leads back become files of v6 again, of the GLB alone. */
import type { AbcFile, Vec3 } from '@lithoscope/core';
import { describe, expect, it, test } from 'vitest';
import { CLOCKWORK, JELLYFISH } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';
import { again, codes, deviation, expectMadeV6, expectSameV6 } from '../support/v6-again.ts';

test('out of v6 and into it again: jellyfish.abc', () => expectSameV6(JELLYFISH));

test('out of v12 and into v6: clockwork.abc', () => expectMadeV6(CLOCKWORK));

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
