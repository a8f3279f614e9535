/**
 * Meshes as Draco's bitstream 2.2 in its plainest form: connectivity sequential and not compressed, attributes as they are.
 * Any decoder takes it, and no encoder is needed.
 */
import type { Json } from './writing.ts';

export interface DracoAttribute {
  readonly semantic: 'POSITION' | 'NORMAL' | 'TEXCOORD' | 'GENERIC';
  readonly id: number;
  readonly components: number;
  readonly values: Float32Array | Uint16Array | Uint8Array;
}

const SEMANTICS = { POSITION: 0, NORMAL: 1, TEXCOORD: 3, GENERIC: 4 };
const COMPONENTS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const TRIANGULAR_MESH = 1;
const SEQUENTIAL = 0;
const NOT_COMPRESSED = 1;
const AS_THEY_ARE = 0;

function typeOf(values: DracoAttribute['values']): number {
  if (values instanceof Float32Array) return 9;
  return values instanceof Uint16Array ? 4 : 2;
}

/** @param indices three a triangle; @param points at most 65,535 */
export function dracoMesh(
  indices: readonly number[],
  points: number,
  attributes: readonly DracoAttribute[],
): Uint8Array {
  const bytes: number[] = [...'DRACO'].map((letter) => letter.charCodeAt(0));
  const varint = (value: number) => {
    for (let rest = value; ; rest >>>= 7) {
      bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
      if (rest <= 127) return;
    }
  };
  bytes.push(2, 2, TRIANGULAR_MESH, SEQUENTIAL, 0, 0);
  varint(indices.length / 3);
  varint(points);
  bytes.push(NOT_COMPRESSED);
  for (const index of indices) bytes.push(index & 255, ...(points > 255 ? [index >> 8] : []));
  // One decoder for all attributes.
  bytes.push(1);
  varint(attributes.length);
  for (const { semantic, id, components, values } of attributes) {
    bytes.push(SEMANTICS[semantic], typeOf(values), components, 0);
    varint(id);
  }
  for (const _ of attributes) bytes.push(AS_THEY_ARE);
  for (const { values } of attributes) {
    bytes.push(...new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  return Uint8Array.from(bytes);
}

/** Puts the numbers of all meshes into Draco's stream. */
export function dracoOf(json: Json, binary: Uint8Array): Uint8Array {
  const parts = [binary];
  let length = binary.length;
  const numbersOf = (index: number) => {
    const accessor = json.accessors?.[index];
    const view = json.bufferViews?.[accessor?.bufferView ?? -1];
    const components = COMPONENTS[accessor?.type ?? ''] ?? 0;
    if (!accessor || !view || components === 0) throw new Error(`no accessor ${index}`);
    const Numbers = accessor.componentType === 5126 ? Float32Array : Uint16Array;
    const stride = view.byteStride ?? components * Numbers.BYTES_PER_ELEMENT;
    const values = new Numbers(components * accessor.count);
    for (let i = 0; i < accessor.count; i++) {
      const from = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0) + i * stride;
      const bytes = binary.slice(from, from + components * Numbers.BYTES_PER_ELEMENT);
      values.set(new Numbers(bytes.buffer), components * i);
    }
    // What stands in Draco's stream stands nowhere else.
    delete accessor.bufferView;
    delete accessor.byteOffset;
    return { values, components, count: accessor.count };
  };
  for (const primitive of (json.meshes ?? []).flatMap((mesh) => mesh.primitives)) {
    const ids: Record<string, number> = {};
    let points = 0;
    const attributes = Object.entries(primitive.attributes).map(([name, index], id): DracoAttribute => {
      const { values, components, count } = numbersOf(index);
      points = count;
      ids[name] = id;
      const semantic =
        ({ POSITION: 'POSITION', NORMAL: 'NORMAL', TEXCOORD_0: 'TEXCOORD' } as const)[name] ?? 'GENERIC';
      return { semantic, id, components, values };
    });
    const stream = dracoMesh([...numbersOf(primitive.indices ?? -1).values], points, attributes);
    const view = { buffer: 0, byteOffset: length, byteLength: stream.length };
    primitive.extensions = {
      KHR_draco_mesh_compression: { bufferView: json.bufferViews?.length ?? 0, attributes: ids },
    };
    json.bufferViews?.push(view);
    const filler = new Uint8Array((4 - (stream.length % 4)) % 4);
    parts.push(stream, filler);
    length += stream.length + filler.length;
  }
  json.extensionsUsed = [...(json.extensionsUsed ?? []), 'KHR_draco_mesh_compression'];
  json.extensionsRequired = [...(json.extensionsRequired ?? []), 'KHR_draco_mesh_compression'];
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
