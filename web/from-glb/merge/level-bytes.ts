/** The bytes of a level of a piece (v9+, as abc.md §3 has them). */
import type { Vec3 } from '@lithoscope/core';
import type { Rig } from './rig.ts';

export interface VertexMade {
  /** What a vertex begins with, four bytes: that of the vertex that it was, or is near to. Its count of weights is made anew. */
  readonly head: Uint8Array;
  /** In the bind pose. */
  readonly place: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  /** Nodes and their shares. */
  readonly shares: readonly (readonly [number, number])[];
  /** What the biases sum to. */
  readonly sum: number;
}

/** What 8 bits can count. */
const MOST_WEIGHTS = 255;

/** Of a vertex that becomes none at the next level. */
export const NO_HEAD = new Uint8Array(4);

/** A vertex with these weights. @param version of the file */
export function weightsBytes(
  { inverseNow }: Pick<Rig, 'inverseNow'>,
  version: number,
  vertex: VertexMade,
): Uint8Array<ArrayBuffer> {
  const shares = vertex.shares.filter(([node]) => inverseNow[node]).slice(0, MOST_WEIGHTS);
  const bytes = new Uint8Array(4 + 20 * shares.length + 24);
  const view = new DataView(bytes.buffer);
  bytes.set(vertex.head.subarray(0, 4));
  // Of v108 the count and SubLODVertexIndex are of 8 bits, with 16 bits behind that nobody knows; else both are of 16.
  if (version === 108) view.setUint8(0, shares.length);
  else view.setUint16(0, shares.length, true);
  shares.forEach(([node, share], w) => {
    const at = 4 + 20 * w;
    const bias = share * vertex.sum;
    view.setUint32(at, node, true);
    put(view, at + 4, multipliedBy(bias, placedIn(inverseNow[node] as Float64Array, vertex.place)));
    view.setFloat32(at + 16, bias, true);
  });
  put(view, 4 + 20 * shares.length, vertex.place);
  put(view, 4 + 20 * shares.length + 12, vertex.normal);
  return bytes;
}

function put(view: DataView, at: number, values: readonly number[]): void {
  values.forEach((value, i) => {
    view.setFloat32(at + 4 * i, value, true);
  });
}

const multipliedBy = (factor: number, values: Vec3): Vec3 => [
  factor * values[0],
  factor * values[1],
  factor * values[2],
];

function placedIn(m: Float64Array, [x, y, z]: readonly [number, number, number]): Vec3 {
  const row = (r: number) =>
    (m[r] as number) * x + (m[r + 1] as number) * y + (m[r + 2] as number) * z + (m[r + 3] as number);
  return [row(0), row(4), row(8)];
}

/** Faces and vertices of a level, put together. */
export class LevelWriter {
  readonly #faces: Uint8Array[] = [];
  readonly #vertices: Uint8Array[] = [];

  get vertices(): number {
    return this.#vertices.length;
  }

  face(bytes: Uint8Array): void {
    this.#faces.push(bytes);
  }

  /** @returns its index */
  vertex(bytes: Uint8Array): number {
    return this.#vertices.push(bytes) - 1;
  }

  done(): Uint8Array<ArrayBuffer> {
    return joined([
      counted(this.#faces.length),
      ...this.#faces,
      counted(this.#vertices.length),
      ...this.#vertices,
    ]);
  }
}

/** A number of elements as the file has it. */
export function counted(count: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, count, true);
  return bytes;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
