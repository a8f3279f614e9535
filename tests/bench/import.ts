/** How long a large GLB takes to become an ABC, beside what three's GLTFLoader takes to read it. tools/bench/import.mjs runs it. */
import { readFileSync } from 'node:fs';
import { Lithoscope, type NewVersion } from '@lithoscope/core';
import { Exchange } from '@lithoscope/exchange';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { importModel } from '../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS } from '../../web/from-glb/options.ts';
import { readGltf } from '../../web/gltf/read.ts';
import { Making, type Shape, turn, X, Z } from '../support/gltf/making.ts';
import { written } from '../support/gltf/writing.ts';
import { median, rounds } from './rounds.mjs';

/** Milliseconds, each a median. */
export interface ImportTiming {
  readonly version: NewVersion;
  readonly triangles: number;
  readonly joints: number;
  readonly animations: number;
  /** Of the GLB and of the ABC. */
  readonly bytes: number;
  readonly made: number;
  /** Reading the glTF, and making the file of it. */
  readonly read: number;
  readonly make: number;
  /** GLTFLoader's parse of the same bytes, measured in between. */
  readonly three: number;
}

/** Of the file that is made. */
const VERSION: NewVersion = 12;

const ROUNDS = rounds(3);
const TRIANGLES = rounds(100_000, 2000);
const PIECES = 4;
const JOINTS = 100;
const ANIMATIONS = rounds(50, 2);
const KEYS = 31;

/** A sheet that waves: as many squares as make the triangles, on a chain of joints. */
export async function largeGlb(): Promise<Uint8Array<ArrayBuffer>> {
  const making = new Making();
  const joints = making.chain(
    Array.from({ length: JOINTS }, (_, i) => `joint ${i}`),
    Array.from({ length: JOINTS }, (_, i) => [0, i === 0 ? 0 : 1, 0]),
  );
  const skin = making.skin('skin', joints);
  const rows = 250;
  const columns = TRIANGLES / PIECES / 2 / rows;
  for (let piece = 0; piece < PIECES; piece++) {
    const shape: Shape = { positions: [], normals: [], uvs: [], indices: [] };
    const weights: [number, number][][] = [];
    for (let row = 0; row <= rows; row++) {
      const along = (row / rows) * (JOINTS - 1);
      for (let column = 0; column <= columns; column++) {
        shape.positions.push(column / columns, along, piece);
        shape.normals.push(0, 0, 1);
        shape.uvs.push(column / columns, row / rows);
        const first = Math.min(JOINTS - 2, Math.floor(along));
        weights.push([
          [first, 1 - (along - first)],
          [first + 1, along - first],
        ]);
        if (row === rows || column === columns) continue;
        const at = row * (columns + 1) + column;
        shape.indices.push(at, at + 1, at + columns + 2, at, at + columns + 2, at + columns + 1);
      }
    }
    const primitive = making.primitive(shape, making.material(`skin ${piece}`, [1, 1, 1]));
    making.weigh(primitive, weights);
    making
      .node(`sheet ${piece}`)
      .setMesh(making.mesh(`sheet ${piece}`, primitive))
      .setSkin(skin);
  }
  const times = Array.from({ length: KEYS }, (_, i) => i / 30);
  for (let a = 0; a < ANIMATIONS; a++) {
    const { channel } = making.animation(`wave ${a}`);
    for (const [i, joint] of joints.entries()) {
      const keys = times.map((time) => turn(i % 2 ? X : Z, 5 * Math.sin(6 * time + i + a)));
      channel(joint, 'rotation', times, keys);
    }
  }
  const files = await written('large.glb', making);
  return files.get('large.glb') as Uint8Array<ArrayBuffer>;
}

export async function benchImport(): Promise<ImportTiming> {
  const wasm = (name: string) =>
    new Uint8Array(readFileSync(new URL(`../../build/wasm/${name}.wasm`, import.meta.url))).buffer;
  const core = await Lithoscope.load(wasm('lithoscope'));
  const editing = await Exchange.load(wasm('exchange'));
  const bytes = await largeGlb();
  const tools = { open: (_: string, made: Uint8Array) => core.open(made), editing };
  const [reads, makes, threes]: [number[], number[], number[]] = [[], [], []];
  let made = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const source = await readGltf('large.glb', new Map([['large.glb', bytes]]));
    const read = performance.now();
    const result = await importModel(source, { ...IMPORT_DEFAULTS, version: VERSION }, tools, null);
    const done = performance.now();
    await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
    reads.push(read - begun);
    makes.push(done - read);
    threes.push(performance.now() - done);
    made = result.bytes.length;
  }
  return {
    version: VERSION,
    triangles: TRIANGLES,
    joints: JOINTS,
    animations: ANIMATIONS,
    bytes: bytes.length,
    made,
    read: median(reads),
    make: median(makes),
    three: median(threes),
  };
}
