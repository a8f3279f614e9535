/** Exports poses as OBJ and writes beside each what Blender must see of it: the corners of its triangles, from the core's evaluator. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { root } from '../../tools/lib/process.mjs';
import { type ObjPiece, posedPieces } from '../../web/to-obj/input.ts';
import { toObj } from '../../web/to-obj/to-obj.ts';
import { type Case, cases } from './cases.ts';
import { diagonal, skinOf } from './expect.ts';

/** What tests/interop/obj.py reads: names and counts; the .bin has 5 floats a corner, its place and its texture coordinates. */
export interface ObjExpectation {
  readonly obj: string;
  readonly bin: string;
  /** The diagonal of the box around the pose, file units. */
  readonly size: number;
  /** In the order of the file, those without triangles left out. */
  readonly pieces: readonly {
    readonly name: string;
    readonly corners: number;
    /** Of its skin; null where the material has none. */
    readonly image: readonly [width: number, height: number] | null;
  }[];
}

/** Writes the models that have skins, each in the middle of its first animation. @returns paths of the expectations */
export async function writeObjExpectations(folder: string): Promise<string[]> {
  const wasm = (name: string) => new Uint8Array(readFileSync(join(root, 'build/wasm', name))).buffer;
  const core = await Lithoscope.load(wasm('lithoscope.wasm'));
  const textures = await DtxLibrary.load(wasm('dtx.wasm'));
  return cases.filter(({ skins }) => skins).map((one) => writeOne(one, core, textures, folder));
}

function writeOne(one: Case, core: Lithoscope, textures: DtxLibrary, folder: string): string {
  const file = core.open(new Uint8Array(readFileSync(one.path)));
  const skins = new Map((one.skins ?? []).map((path, slot) => [slot, skinOf(path, one.alpha, textures)]));
  const [first] = file.info.animations;
  const timeMs = (first?.length ?? 0) / 2;
  const frame = file.evaluate({ animation: first ? 0 : -1, timeMs, loop: false, lod: 0 });
  if (!frame) throw new Error(`${one.path} has no pose.`);
  const { mirrorZ } = file.info.space;
  const pieces = posedPieces(file, frame, 0);
  const stem = `obj-${basename(one.path).replace(/\.abc$/i, '')}`;
  const input = { name: one.path, pose: 'interop', pieces, skins, mirrorZ };
  for (const { name, bytes } of toObj(input, { scale: 1 }, stem, `${stem}-`).files) {
    writeFileSync(join(folder, name), bytes);
  }
  const corners = pieces.map((piece) => cornersOf(piece, mirrorZ));
  writeFileSync(join(folder, `${stem}.bin`), Float32Array.from(corners.flat(2)));
  const expectation: ObjExpectation = {
    obj: `${stem}.obj`,
    bin: `${stem}.bin`,
    size: diagonal(frame),
    pieces: pieces.flatMap(({ name, slot }, i) => {
      const count = corners[i]?.length ?? 0;
      const skin = skins.get(slot);
      return count === 0 ? [] : [{ name, corners: count, image: skin ? [skin.width, skin.height] : null }];
    }),
  };
  file.release();
  const path = join(folder, `${stem}.json`);
  writeFileSync(path, JSON.stringify(expectation));
  return path;
}

/** By the rules of docs/export.md: left-handed files are mirrored in X, others turned. Blender drops triangles that are none. */
function cornersOf({ positions, corners, uvs }: ObjPiece, mirrorZ: boolean): number[][] {
  const [x, z] = mirrorZ ? [-1, 1] : [-1, -1];
  const order = mirrorZ ? [0, 2, 1] : [0, 1, 2];
  const found: number[][] = [];
  for (let first = 0; first + 2 < corners.length; first += 3) {
    if (new Set(corners.subarray(first, first + 3)).size < 3) continue;
    for (const i of order) {
      const at = 3 * (corners[first + i] ?? 0);
      const [px = 0, py = 0, pz = 0] = positions.subarray(at, at + 3);
      const [u = 0, v = 0] = uvs.subarray(2 * (first + i), 2 * (first + i) + 2);
      found.push([x * px, py, z * pz, u, 1 - v]);
    }
  }
  return found;
}
