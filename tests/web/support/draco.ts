/** Decoders for three's GLTFLoader in Node, where it has no workers: Draco's own, as three brings it, and meshopt's. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MeshoptDecoder } from 'meshoptimizer';
import { BufferAttribute, BufferGeometry } from 'three';
import type { DRACOLoader } from 'three/examples/jsm/loaders/DRACOLoader.js';
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

const SCRIPT = new URL(
  '../../../node_modules/three/examples/jsm/libs/draco/gltf/draco_decoder.js',
  import.meta.url,
);

/** The part of Draco's module that is used here. */
interface Draco {
  Decoder: new () => {
    DecodeArrayToMesh(bytes: Int8Array, length: number, mesh: unknown): { ok(): boolean };
    GetAttributeByUniqueId(mesh: unknown, id: number): { num_components(): number };
    GetAttributeDataArrayForAllPoints(
      mesh: unknown,
      attribute: unknown,
      type: number,
      bytes: number,
      to: number,
    ): boolean;
    GetTrianglesUInt32Array(mesh: unknown, bytes: number, to: number): boolean;
  };
  Mesh: new () => { num_points(): number; num_faces(): number };
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
}

let module: Promise<Draco> | undefined;

/** The module of three's Draco decoder. */
function loadDraco(): Promise<Draco> {
  // It is a script for pages and for CommonJS.
  const create = new Function(
    'require',
    '__dirname',
    `${readFileSync(SCRIPT, 'utf8')};return DracoDecoderModule;`,
  );
  module ??= create(createRequire(import.meta.url), '')({}) as Promise<Draco>;
  return module;
}

const TYPES: Record<
  string,
  [type: number, array: new (buffer: ArrayBuffer) => Float32Array | Uint16Array | Uint8Array]
> = {
  Float32Array: [9, Float32Array],
  Uint16Array: [4, Uint16Array],
  Uint8Array: [2, Uint8Array],
};

/** Gives a loader of three.js its decoders. */
export async function decoders(): Promise<(loader: GLTFLoader) => void> {
  const draco = await loadDraco();
  await MeshoptDecoder.ready;
  const dracoLoader = {
    preload() {},
    decodeDracoFile(
      buffer: ArrayBuffer,
      done: (geometry: BufferGeometry) => void,
      ids: Record<string, number>,
      types: Record<string, string>,
    ) {
      done(decode(draco, new Int8Array(buffer), ids, types));
    },
  };
  return (loader) => {
    loader.setMeshoptDecoder(MeshoptDecoder);
    loader.setDRACOLoader(dracoLoader as unknown as DRACOLoader);
  };
}

function decode(
  draco: Draco,
  bytes: Int8Array,
  ids: Record<string, number>,
  types: Record<string, string>,
): BufferGeometry {
  const decoder = new draco.Decoder();
  const mesh = new draco.Mesh();
  if (!decoder.DecodeArrayToMesh(bytes, bytes.length, mesh).ok()) throw new Error('Draco cannot read it');
  const taken = (length: number, fill: (at: number) => boolean): ArrayBuffer => {
    const at = draco._malloc(length);
    fill(at);
    const copy = draco.HEAPU8.slice(at, at + length).buffer;
    draco._free(at);
    return copy;
  };
  const geometry = new BufferGeometry();
  const indices = 12 * mesh.num_faces();
  const index = taken(indices, (at) => decoder.GetTrianglesUInt32Array(mesh, indices, at));
  geometry.setIndex(new BufferAttribute(new Uint32Array(index), 1));
  for (const [name, id] of Object.entries(ids)) {
    const attribute = decoder.GetAttributeByUniqueId(mesh, id);
    const [type, Numbers] = TYPES[types[name] ?? ''] ?? [9, Float32Array];
    const size = attribute.num_components();
    const length = mesh.num_points() * size * (type === 9 ? 4 : type === 4 ? 2 : 1);
    const values = taken(length, (at) =>
      decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type, length, at),
    );
    geometry.setAttribute(name, new BufferAttribute(new Numbers(values), size));
  }
  return geometry;
}
