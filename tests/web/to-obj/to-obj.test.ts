/** What three.js reads of an OBJ is what the engine shows of the model: its OBJLoader and MTLLoader are the judges. */
import { basename } from 'node:path';
import fc from 'fast-check';
import { decode } from 'fast-png';
import type { BufferGeometry, Mesh } from 'three';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { describe, expect, it, test } from 'vitest';
import type { GlbSkin } from '../../../web/to-glb/input.ts';
import { type ObjInput, type ObjPiece, posedPieces } from '../../../web/to-obj/input.ts';
import { type ObjResult, toObj } from '../../../web/to-obj/to-obj.ts';
import { loadCore } from '../support/core.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, CLOCKWORK } from '../support/samples.ts';

const core = await loadCore();

const textOf = (result: ObjResult, ending: string) =>
  new TextDecoder().decode(result.files.find(({ name }) => name.endsWith(ending))?.bytes);

/** The meshes of an OBJ: three.js gives each triangle corners of its own. */
function meshesOf(result: ObjResult): { name: string; material: string; geometry: BufferGeometry }[] {
  // Vertices without a triangle are points to it.
  const { children } = new OBJLoader().parse(textOf(result, '.obj'));
  return children
    .filter((child) => 'isMesh' in child)
    .map((child) => {
      const { name, material, geometry } = child as Mesh;
      return { name, material: Array.isArray(material) ? '' : material.name, geometry };
    });
}

/** As text of 32-bit numbers is read back. */
const f32 = (values: ArrayLike<number>) => [...Float32Array.from(values)];

/** What stands in the corners of a piece, by the rules of docs/export.md: left-handed files are mirrored in X, others turned. */
function expectedOf({ positions, normals, corners, uvs }: ObjPiece, mirrorZ: boolean, scale: number) {
  const [x, z] = mirrorZ ? [-1, 1] : [-1, -1];
  const order = [...corners.keys()].map((at) => (mirrorZ ? at - (at % 3) + ([0, 2, 1][at % 3] ?? 0) : at));
  const vector = (from: Float32Array, by: number) =>
    order.flatMap((at) => {
      const first = 3 * (corners[at] ?? 0);
      return [
        x * by * (from[first] ?? 0) + 0,
        by * (from[first + 1] ?? 0) + 0,
        z * by * (from[first + 2] ?? 0) + 0,
      ];
    });
  return {
    position: f32(vector(positions, scale)),
    normal: f32(vector(normals, 1)),
    uv: f32(order.flatMap((at) => [uvs[2 * at] ?? 0, Math.fround(1 - (uvs[2 * at + 1] ?? 0))])),
  };
}

function expectSame(input: ObjInput, scale: number): ObjResult {
  const result = toObj(input, { scale });
  const meshes = meshesOf(result);
  const drawn = input.pieces.filter(({ corners }) => corners.length > 0);
  expect(meshes).toHaveLength(drawn.length);
  for (const [i, piece] of drawn.entries()) {
    const geometry = meshes[i]?.geometry;
    const { position, normal, uv } = expectedOf(piece, input.mirrorZ, scale);
    expect(f32(geometry?.getAttribute('position').array ?? [])).toEqual(position);
    expect(f32(geometry?.getAttribute('normal').array ?? [])).toEqual(normal);
    expect(f32(geometry?.getAttribute('uv').array ?? [])).toEqual(uv);
  }
  return result;
}

const skin = (name: string, alphaMode: GlbSkin['alphaMode'], ...rgba: number[]): GlbSkin => ({
  name,
  width: 1,
  height: rgba.length / 4,
  rgba: Uint8Array.from(rgba),
  alphaMode,
});

const NO_SKINS: ReadonlyMap<number, GlbSkin> = new Map();

describe('a pose as OBJ', () => {
  test.each(realFiles('.abc').map((path) => [basename(path), path] as const))(
    '%s, at rest and in the middle of each animation',
    (name, path) => {
      const file = core.open(bytesOf(path));
      const { animations, lodCount, space } = file.info;
      for (const [animation, timeMs] of [
        [-1, 0] as const,
        ...animations.map(({ length }, i) => [i, length / 2] as const),
      ]) {
        const lod = Math.max(0, Math.min(animation, lodCount - 1));
        const frame = file.evaluate({ animation, timeMs, loop: false, lod });
        if (!frame) continue;
        const pieces = posedPieces(file, frame, lod).filter(({ positions }) =>
          positions.every(Number.isFinite),
        );
        const input = { name, pose: 'a pose', pieces, skins: NO_SKINS, mirrorZ: space.mirrorZ };
        const { report } = expectSame(input, animation < 0 ? 1 : 0.03);
        const triangles = pieces.reduce((sum, { corners }) => sum + corners.length / 3, 0);
        expect(report).toMatchObject({ triangles, leftOut: 0, images: 0 });
      }
      file.release();
    },
  );

  it('names its skins, which are PNGs beside it, each once', () => {
    const file = core.open(bytesOf(CLOCKWORK));
    const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
    if (!frame) throw new Error('no pose');
    const [piece] = posedPieces(file, frame, 0);
    if (!piece) throw new Error('no piece');
    const pieces = [0, 1, 2, 3].map((slot) => ({ ...piece, slot }));
    const brass = skin('Skins\\Brass a.dtx', 'OPAQUE', 1, 2, 3, 0, 4, 5, 6, 0);
    const glass = skin('skins/brass A.png', 'BLEND', 9, 8, 7, 6);
    const skins = new Map([
      [0, brass],
      [1, glass],
      [2, brass],
    ]);
    const result = toObj(
      { name: 'Models/clockwork.abc', pose: '', pieces, skins, mirrorZ: true },
      { scale: 1 },
    );
    expect(result.files.map(({ name }) => name)).toEqual([
      'clockwork.obj',
      'clockwork.mtl',
      'Brass_a.png',
      'brass_A_2.png',
    ]);
    // The alpha of an opaque skin counts for nothing.
    const [, , first, second] = result.files;
    expect(first && decode(first.bytes)).toMatchObject({
      channels: 3,
      data: Uint8Array.of(1, 2, 3, 4, 5, 6),
    });
    expect(second && decode(second.bytes)).toMatchObject({ channels: 4, data: Uint8Array.of(9, 8, 7, 6) });
    const { materialsInfo } = new MTLLoader().parse(textOf(result, '.mtl'), '');
    const used = meshesOf(result).map(({ material }) => material);
    expect(Object.keys(materialsInfo)).toEqual(used);
    expect(Object.values(materialsInfo).map(({ map_kd }) => map_kd)).toEqual([
      'Brass_a.png',
      'brass_A_2.png',
      'Brass_a.png',
      undefined,
    ]);
    expect(Object.values(materialsInfo).map(({ map_d }) => map_d)).toEqual([
      undefined,
      'brass_A_2.png',
      undefined,
      undefined,
    ]);
    file.release();
  });

  it('has no line of a name in the file', () => {
    const evil = 'a\nv 1 2 3\\\r\u2028f 1 1 1';
    const piece: ObjPiece = {
      name: evil,
      slot: 0,
      positions: new Float32Array(9),
      normals: new Float32Array(9),
      corners: Uint32Array.of(0, 1, 2),
      uvs: new Float32Array(6),
    };
    const skins = new Map([[0, skin(`${evil}.dtx`, 'OPAQUE', 0, 0, 0, 0)]]);
    const result = toObj(
      { name: `${evil}.abc`, pose: evil, pieces: [piece], skins, mirrorZ: false },
      { scale: 1 },
    );
    const words = textOf(result, '.obj')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    const count = (word: string) => words.filter((found) => found === word).length;
    expect([count('v'), count('vt'), count('vn'), count('f'), count('o'), count('#')]).toEqual([
      3, 1, 3, 1, 1, 1,
    ]);
    expect(
      new Set(
        textOf(result, '.mtl')
          .trimEnd()
          .split('\n')
          .map((line) => line.split(' ')[0]),
      ),
    ).toEqual(new Set(['newmtl', 'Kd', 'Ks', 'illum', 'map_Kd']));
    for (const { name } of result.files) expect(name).toMatch(/^[^/\\\n\r]+$/);
  });

  it('of any numbers is read as what it says; triangles that are nowhere are left out', () => {
    const number = fc.oneof(fc.float(), fc.constantFrom(0, -0, 1e-30, 3e38, NaN, Infinity));
    const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });
    const piece = fc.integer({ min: 1, max: 6 }).chain((vertices) =>
      fc.record({
        name: fc.string(),
        slot: fc.nat(3),
        positions: numbers(3 * vertices).map((all) => Float32Array.from(all)),
        normals: numbers(3 * vertices).map((all) => Float32Array.from(all)),
        corners: fc
          .array(fc.nat(vertices - 1), { maxLength: 8 })
          .map((all) => Uint32Array.from(all.slice(0, all.length - (all.length % 3)))),
        uvs: numbers(18).map((all) => Float32Array.from(all)),
      }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 3 }), fc.boolean(), (pieces, mirrorZ) => {
        const whole = pieces.map((one) => ({ ...one, uvs: one.uvs.slice(0, 2 * one.corners.length) }));
        const result = toObj({ name: 'a', pose: '', pieces: whole, skins: NO_SKINS, mirrorZ }, { scale: 1 });
        const faces = meshesOf(result).reduce(
          (sum, { geometry }) => sum + geometry.getAttribute('position').count / 3,
          0,
        );
        const { triangles, leftOut } = result.report;
        expect(faces).toBe(triangles);
        expect(triangles + leftOut).toBe(whole.reduce((sum, { corners }) => sum + corners.length / 3, 0));
        expect(textOf(result, '.obj')).not.toMatch(/NaN|Infinity|-0(?![.\d])/);
      }),
    );
  });
});
