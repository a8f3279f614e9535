/** A mesh as Draco packs it in its simplest way: in order, every number as it is (bitstream 2.2, method "sequential"). */

const FLOAT32 = 9;
const UINT8 = 2;
const UINT16 = 4;

export interface DracoPart {
  /** By the attributes of the glTF. */
  readonly id: number;
  /** 0 position, 1 normal, 3 texture coordinates, 4 anything. */
  readonly kind: number;
  readonly components: number;
  readonly numbers: Float32Array | Uint8Array | Uint16Array;
}

/** @param corners of at most 255 points */
export function makeDraco(corners: readonly number[], parts: readonly DracoPart[]): Uint8Array {
  const [first] = parts;
  const points = first ? first.numbers.length / first.components : 0;
  const bytes: number[] = [...new TextEncoder().encode('DRACO'), 2, 2, 1, 0, 0, 0];
  bytes.push(...varint(corners.length / 3), ...varint(points), 1, ...corners);
  bytes.push(1, ...varint(parts.length));
  for (const { id, kind, components, numbers } of parts) {
    const type = numbers instanceof Float32Array ? FLOAT32 : numbers instanceof Uint8Array ? UINT8 : UINT16;
    bytes.push(kind, type, components, 0, ...varint(id));
  }
  bytes.push(...parts.map(() => 0));
  for (const { numbers } of parts) {
    bytes.push(...new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  }
  return Uint8Array.from(bytes);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
}
