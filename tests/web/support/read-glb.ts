/** A GLB read by its specification alone, for tests: the JSON, and the numbers of accessors that are not sparse. */
import type { GLTF } from '@gltf-transform/core';

const SIZES: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export interface Glb {
  readonly json: GLTF.IGLTF;
  /** The numbers of an accessor, by element. */
  numbers(accessor: number | undefined): number[][];
  /** The bytes of an image. */
  image(index: number): Uint8Array;
  /** The node of a name. */
  node(name: string): GLTF.INode;
}

export function readGlb(bytes: Uint8Array): Glb {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const jsonEnd = 20 + view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, jsonEnd))) as GLTF.IGLTF;
  const binary = jsonEnd + 8;
  const readers: Record<number, [size: number, read: (at: number) => number]> = {
    5121: [1, (at) => view.getUint8(at)],
    5123: [2, (at) => view.getUint16(at, true)],
    5125: [4, (at) => view.getUint32(at, true)],
    5126: [4, (at) => view.getFloat32(at, true)],
  };
  return {
    json,
    numbers(index) {
      const accessor = json.accessors?.[index ?? -1];
      const buffer = json.bufferViews?.[accessor?.bufferView ?? -1];
      const [size, read] = readers[accessor?.componentType ?? 0] ?? [];
      if (!accessor || !buffer || !size || !read) throw new Error(`no accessor ${index}`);
      const width = SIZES[accessor.type] ?? 0;
      const stride = buffer.byteStride ?? width * size;
      const start = binary + (buffer.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
      return Array.from({ length: accessor.count }, (_, i) =>
        Array.from({ length: width }, (_, k) => read(start + i * stride + k * size)),
      );
    },
    image(index) {
      const buffer = json.bufferViews?.[json.images?.[index]?.bufferView ?? -1];
      if (!buffer) throw new Error(`no image ${index}`);
      const start = binary + (buffer.byteOffset ?? 0);
      return bytes.subarray(start, start + buffer.byteLength);
    },
    node(name) {
      const found = json.nodes?.find((node) => node.name === name);
      if (!found) throw new Error(`no node ${name}`);
      return found;
    },
  };
}
