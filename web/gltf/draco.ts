/** Meshes that are packed by Draco: loaded when a file has one, as it is larger than all else that reads a glTF. */

import createModule, { type DracoModule } from '@lithoscope/draco-module';
import type { TypedArray } from './document.ts';
import type { UnpackDraco } from './parts.ts';

/**
 * What unpacks meshes, for one file: after one that is damaged it may be of no further use.
 * @param wasm the decoder's WebAssembly, of which it makes its own
 */
export async function openDraco(wasm: ArrayBuffer): Promise<UnpackDraco> {
  // What it says of a damaged mesh is said by whoever asked for it.
  const silent = () => {};
  const module = await createModule({ wasmBinary: wasm, print: silent, printErr: silent });
  return (bytes, attributes) => unpack(module, bytes, attributes);
}

function unpack(
  draco: DracoModule,
  bytes: Uint8Array,
  attributes: Parameters<UnpackDraco>[1],
): ReturnType<UnpackDraco> {
  const decoder = new draco.Decoder();
  const buffer = new draco.DecoderBuffer();
  const mesh = new draco.Mesh();
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), bytes.length);
    if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH) return null;
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0) return null;
    const points = mesh.num_points();
    const corners = 3 * mesh.num_faces();
    const indices = filled(draco, new Uint32Array(corners), (size, to) =>
      decoder.GetTrianglesUInt32Array(mesh, size, to),
    );
    if (!indices) return null;
    const arrays: TypedArray[] = [];
    for (const { id, components, like } of attributes) {
      const attribute = decoder.GetAttributeByUniqueId(mesh, id);
      if (attribute.ptr === 0 || attribute.num_components() !== components) return null;
      const array = filled(draco, new like(points * components), (size, to) =>
        decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, typeOf(draco, like), size, to),
      );
      if (!array) return null;
      arrays.push(array);
    }
    return { indices, attributes: arrays };
  } finally {
    for (const object of [mesh, buffer, decoder]) draco.destroy(object);
  }
}

/** The array with what the decoder writes. @param write bytes, and where; whether it did */
function filled<T extends TypedArray>(
  draco: DracoModule,
  array: T,
  write: (bytes: number, to: number) => boolean,
): T | null {
  const at = draco._malloc(array.byteLength);
  try {
    if (at === 0 || !write(array.byteLength, at)) return null;
    // Its memory may have grown meanwhile, and be another.
    new Uint8Array(array.buffer).set(draco.HEAPU8.subarray(at, at + array.byteLength));
    return array;
  } finally {
    draco._free(at);
  }
}

function typeOf(draco: DracoModule, like: Parameters<UnpackDraco>[1][number]['like']): number {
  switch (like) {
    case Int8Array:
      return draco.DT_INT8;
    case Uint8Array:
      return draco.DT_UINT8;
    case Int16Array:
      return draco.DT_INT16;
    case Uint16Array:
      return draco.DT_UINT16;
    case Uint32Array:
      return draco.DT_UINT32;
    default:
      return draco.DT_FLOAT32;
  }
}
