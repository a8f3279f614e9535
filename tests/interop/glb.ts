/** Reads of a GLB what the comparison needs, without the library that wrote it. */

export interface GltfJson {
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly GltfMesh[];
  readonly materials?: readonly { name?: string; alphaMode?: string; extras?: object }[];
  readonly animations?: readonly {
    name?: string;
    extras?: object;
    samplers: readonly { input: number }[];
  }[];
  readonly skins?: readonly { joints: readonly number[]; inverseBindMatrices?: number }[];
  readonly images?: readonly unknown[];
  readonly accessors?: readonly {
    bufferView?: number;
    byteOffset?: number;
    componentType: number;
    count: number;
  }[];
  readonly bufferViews?: readonly { byteOffset?: number; byteStride?: number }[];
}

export interface GltfNode {
  readonly name?: string;
  readonly mesh?: number;
  readonly skin?: number;
  readonly children?: readonly number[];
  readonly extras?: Record<string, unknown>;
}

export interface GltfMesh {
  readonly name?: string;
  readonly extras?: Record<string, unknown>;
  readonly primitives: readonly {
    readonly attributes: Readonly<Record<string, number>>;
    readonly indices?: number;
    readonly targets?: readonly object[];
  }[];
}

export class Glb {
  readonly json: GltfJson;
  readonly #binary: DataView;

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = view.getUint32(12, true);
    this.json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
    const start = Math.min(bytes.length, 20 + length + 8);
    this.#binary = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start);
  }

  /** The indices of the first primitive of a mesh. */
  indices(mesh: number): number[] {
    const { at, componentType, count } = this.#accessor(this.#primitive(mesh)?.indices);
    return Array.from({ length: count }, (_, i) => {
      if (componentType === 5125) return this.#binary.getUint32(at + 4 * i, true);
      if (componentType === 5123) return this.#binary.getUint16(at + 2 * i, true);
      return this.#binary.getUint8(at + i);
    });
  }

  /** An attribute of the first primitive of a mesh whose numbers are floats. @param size numbers a vertex */
  floats(mesh: number, attribute: string, size: number): Float32Array {
    return this.accessorFloats(this.#primitive(mesh)?.attributes[attribute], size);
  }

  /** @param size numbers of an element */
  accessorFloats(accessor: number | undefined, size: number): Float32Array {
    const { at, count, stride } = this.#accessor(accessor);
    const step = stride ?? 4 * size;
    return Float32Array.from({ length: size * count }, (_, i) =>
      this.#binary.getFloat32(at + step * Math.floor(i / size) + 4 * (i % size), true),
    );
  }

  /** Milliseconds at which an animation has a key: the file's are whole numbers, and there may be others between them. */
  keyTimes(animation: string): number[] {
    const samplers = this.json.animations?.find(({ name }) => name === animation)?.samplers ?? [];
    const inputs = new Set(samplers.map(({ input }) => input));
    const times = [...inputs].flatMap((input) => [...this.accessorFloats(input, 1)].map(milliseconds));
    return [...new Set(times)].sort((a, b) => a - b);
  }

  #primitive(mesh: number) {
    return this.json.meshes?.[mesh]?.primitives[0];
  }

  #accessor(index: number | undefined) {
    const accessor = this.json.accessors?.[index ?? -1];
    const view = this.json.bufferViews?.[accessor?.bufferView ?? -1];
    return {
      at: (view?.byteOffset ?? 0) + (accessor?.byteOffset ?? 0),
      stride: view?.byteStride,
      componentType: accessor?.componentType ?? 0,
      count: accessor?.count ?? 0,
    };
  }
}

/** Of seconds in 32 bits. */
function milliseconds(seconds: number): number {
  const whole = Math.round(1000 * seconds);
  return Math.fround(whole / 1000) === seconds ? whole : 1000 * seconds;
}
