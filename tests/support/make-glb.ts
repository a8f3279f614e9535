/** GLBs that are put together from JSON and numbers, right or wrong, for tests of what reads them. */

type Numbers = Float32Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array;
export type LooseJson = Record<string, unknown>;

const CODES = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);

/** Collects numbers as views and accessors of one buffer. */
export class Numbering {
  readonly accessors: LooseJson[] = [];
  readonly bufferViews: LooseJson[] = [];
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** @returns the index of the view */
  view(bytes: Uint8Array, more: LooseJson = {}): number {
    this.bufferViews.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length, ...more });
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    this.#parts.push(padded);
    this.#length += padded.length;
    return this.bufferViews.length - 1;
  }

  /** @returns the index of the accessor */
  put(numbers: Numbers, type: string, more: LooseJson = {}): number {
    const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type] ?? 1;
    const view = this.view(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    return this.add({
      bufferView: view,
      componentType: CODES.get(numbers.constructor),
      count: numbers.length / size,
      type,
      ...more,
    });
  }

  add(accessor: LooseJson): number {
    this.accessors.push(accessor);
    return this.accessors.length - 1;
  }

  get binary(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /** The JSON with all that was collected. */
  json(rest: LooseJson): LooseJson {
    return {
      asset: { version: '2.0' },
      ...rest,
      accessors: this.accessors,
      bufferViews: this.bufferViews,
      buffers: [{ byteLength: this.#length }],
    };
  }

  glb(rest: LooseJson): Uint8Array<ArrayBuffer> {
    return makeGlb(this.json(rest), this.binary);
  }
}

/** @param json a text is taken as it is */
export function makeGlb(json: LooseJson | string, binary?: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
  const padded = Math.ceil(text.length / 4) * 4;
  const tail = binary ? Math.ceil(binary.length / 4) * 4 : 0;
  const bytes = new Uint8Array(20 + padded + (binary ? 8 + tail : 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, padded, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.fill(0x20, 20, 20 + padded);
  bytes.set(text, 20);
  if (binary) {
    view.setUint32(20 + padded, tail, true);
    view.setUint32(24 + padded, 0x004e4942, true);
    bytes.set(binary, 28 + padded);
  }
  return bytes;
}

/** The JSON and the binary chunk of a GLB that is in order. */
export function partsOfGlb(bytes: Uint8Array): { json: LooseJson; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = 20 + view.getUint32(12, true);
  return {
    json: JSON.parse(new TextDecoder().decode(bytes.subarray(20, end))) as LooseJson,
    binary: bytes.subarray(Math.min(bytes.length, end + 8)),
  };
}
