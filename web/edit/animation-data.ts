/** An animation taken apart into numbers and bytes, and written again in the form of a version (abc.md §2, §3). No DOM. */

import type { AbcFile, EditValue, SchemaStruct } from '@lithoscope/core';

/** Bytes of a place and a rotation: seven floats. */
export const KEY_BYTES = 28;
/** Bytes of a packed position (v6). */
export const PACKED_BYTES = 3;
const VECTOR_BYTES = 12;
const BOUNDS_BYTES = 24;

/** What is written where a version has no such field (abc.md §3). */
const NO_UNKNOWN = -1;
const DEFAULT_BLEND_MS = 200;

export interface KeyData {
  /** Milliseconds. */
  readonly time: number;
  /** Frame string, '' for none; Latin-1. */
  readonly string: string;
  /** v6: 24 bytes as stored; else empty. */
  readonly bounds: Uint8Array;
}

/** The movement of one node: a key for each keyframe. */
export interface TrackData {
  readonly unknown: number;
  /** 28 bytes a key: translation, rotation. */
  readonly keys: Uint8Array;
  /** v13 and v108 repeat the time in every key, and have a number behind it that means nothing; else empty. */
  readonly times: Uint32Array;
  readonly pointers: Uint32Array;
  /** v6: three bytes a deformation vertex, key after key. */
  readonly deformation: Uint8Array;
  /** v6: Scale and Transform that unpack them, 24 bytes; else empty. */
  readonly packing: Uint8Array;
}

export interface AnimationData {
  readonly name: string;
  /** v9+: half sizes of the collision box, 12 bytes; v6 keeps them elsewhere: empty. */
  readonly extents: Uint8Array;
  readonly unknown: number;
  /** Milliseconds. */
  readonly interpolationTime: number;
  /** v6: 24 bytes; else empty. */
  readonly bounds: Uint8Array;
  /** v6: the length as stored, which may be wrong; else the time of the last key. */
  readonly length: number;
  readonly keys: readonly KeyData[];
  readonly tracks: readonly TrackData[];
}

/** How a version writes animations. */
export interface AnimationShape {
  /** The half sizes of its collision box stand in it; else in a section of their own. */
  readonly hasExtents: boolean;
  /** It has bounds, and so has each key. */
  readonly hasBounds: boolean;
  readonly hasDeformation: boolean;
  readonly hasUnknown: boolean;
  readonly hasBlendTime: boolean;
  readonly hasTrackUnknown: boolean;
  readonly hasKeyTimes: boolean;
  /** By node: deformation vertices (v6). */
  readonly deformed: readonly number[];
}

/** The form of the animations of a file; null when its version is not described. */
export function shapeOf(model: AbcFile): AnimationShape | null {
  const structs = model.schema()?.structs;
  if (!structs) return null;
  const { keyBounds, deformation } = model.info.features;
  const has = (role: SchemaStruct['role'], field: string) =>
    structs.some((struct) => struct.role === role && struct.fields.some(({ name }) => name === field));
  return {
    hasExtents: has('animation', 'Extents'),
    hasBounds: keyBounds,
    hasDeformation: deformation,
    hasUnknown: has('animation', 'Unknown'),
    hasBlendTime: has('animation', 'InterpolationTime'),
    hasTrackUnknown: has('nodeTransforms', 'Unknown'),
    hasKeyTimes: has('key', 'Time'),
    deformed: model.info.nodes.map(({ deformationVertices }) => (deformation ? deformationVertices : 0)),
  };
}

/** Reads an animation; null when the file ends or breaks inside it, or it is not as its version says. */
export function readAnimation(model: AbcFile, animation: number): AnimationData | null {
  const info = model.info.animations[animation];
  const shape = shapeOf(model);
  const node = model.resolve(model.pathOf({ animation }));
  if (!info?.complete || !shape || !node) return null;
  const from = new Reader(model.bytes.subarray(node.start, node.end));
  const data = shape.hasExtents ? readV9(from, shape) : readV6(from, shape);
  return from.isAtEnd ? data : null;
}

function readV9(from: Reader, shape: AnimationShape): AnimationData {
  const extents = from.bytes(VECTOR_BYTES);
  const name = from.text();
  const unknown = shape.hasUnknown ? from.i32() : NO_UNKNOWN;
  const interpolationTime = shape.hasBlendTime ? from.u32() : DEFAULT_BLEND_MS;
  const keys = from.list(
    from.u32(),
    (): KeyData => ({ time: from.u32(), string: from.text(), bounds: NONE }),
  );
  const tracks = shape.deformed.map(() => readTrack(from, shape, keys.length));
  const length = keys.at(-1)?.time ?? 0;
  return { name, extents, unknown, interpolationTime, bounds: NONE, length, keys, tracks };
}

function readTrack(from: Reader, shape: AnimationShape, count: number): TrackData {
  const unknown = shape.hasTrackUnknown ? from.i32() : NO_UNKNOWN;
  if (!shape.hasKeyTimes) {
    const keys = from.bytes(count * KEY_BYTES);
    return { unknown, keys, times: NO_NUMBERS, pointers: NO_NUMBERS, deformation: NONE, packing: NONE };
  }
  const keys = new Uint8Array(count * KEY_BYTES);
  const times = new Uint32Array(count);
  const pointers = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    keys.set(from.bytes(KEY_BYTES), i * KEY_BYTES);
    times[i] = from.u32();
    pointers[i] = from.u32();
  }
  return { unknown, keys, times, pointers, deformation: NONE, packing: NONE };
}

function readV6(from: Reader, shape: AnimationShape): AnimationData {
  const name = from.text();
  const length = from.u32();
  const bounds = from.bytes(BOUNDS_BYTES);
  const keys = from.list(from.u32(), (): KeyData => {
    const time = from.u32();
    const box = from.bytes(BOUNDS_BYTES);
    return { time, bounds: box, string: from.text() };
  });
  const tracks = shape.deformed.map(
    (count): TrackData => ({
      unknown: NO_UNKNOWN,
      keys: from.bytes(keys.length * KEY_BYTES),
      times: NO_NUMBERS,
      pointers: NO_NUMBERS,
      deformation: from.bytes(keys.length * count * PACKED_BYTES),
      packing: from.bytes(BOUNDS_BYTES),
    }),
  );
  return { name, extents: NONE, unknown: NO_UNKNOWN, interpolationTime: 0, bounds, length, keys, tracks };
}

/** The bytes of the animation as a version writes it: all of its struct. */
export function animationBytes(data: AnimationData, shape: AnimationShape): Uint8Array {
  const to = new Writer();
  const { keys } = data;
  if (shape.hasExtents) {
    to.bytes(sized(data.extents, VECTOR_BYTES));
    to.text(data.name);
    if (shape.hasUnknown) to.u32(data.unknown);
    if (shape.hasBlendTime) to.u32(data.interpolationTime);
  } else {
    to.text(data.name);
    to.u32(data.length);
    to.bytes(sized(data.bounds, BOUNDS_BYTES));
  }
  to.u32(keys.length);
  writeKeys(to, data, shape);
  for (const track of data.tracks) writeTrack(to, track, keys, shape);
  return to.result();
}

/**
 * The same as the fields of a new animation (v9 and later), so that what belongs to its name and dims can be made of them.
 * @param extents half sizes of the collision box
 */
export function animationFields(
  data: AnimationData,
  shape: AnimationShape,
  extents: readonly number[],
): EditValue {
  const keys = new Writer();
  writeKeys(keys, data, shape);
  const tracks = new Writer();
  for (const track of data.tracks) writeTrack(tracks, track, data.keys, shape);
  return {
    Extents: extents,
    Name: data.name,
    ...(shape.hasUnknown ? { Unknown: data.unknown } : {}),
    ...(shape.hasBlendTime ? { InterpolationTime: data.interpolationTime } : {}),
    KeyframeCount: data.keys.length,
    Keyframes: keys.result(),
    NodeTransforms: tracks.result(),
  };
}

function writeKeys(to: Writer, { keys }: AnimationData, { hasBounds }: AnimationShape): void {
  for (const { time, string, bounds } of keys) {
    to.u32(time);
    if (hasBounds) to.bytes(sized(bounds, BOUNDS_BYTES));
    to.text(string);
  }
}

function writeTrack(
  to: Writer,
  track: TrackData,
  keys: readonly KeyData[],
  { hasDeformation, hasTrackUnknown, hasKeyTimes }: AnimationShape,
): void {
  if (hasTrackUnknown) to.u32(track.unknown);
  if (hasKeyTimes) {
    keys.forEach(({ time }, i) => {
      to.bytes(track.keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES));
      to.u32(track.times[i] ?? time);
      to.u32(track.pointers[i] ?? 0);
    });
  } else {
    to.bytes(track.keys);
  }
  if (!hasDeformation) return;
  to.bytes(track.deformation);
  to.bytes(sized(track.packing, BOUNDS_BYTES));
}

const NONE = new Uint8Array(0);
const NO_NUMBERS = new Uint32Array(0);

/** The bytes, or as many zeros where there are none. */
function sized(bytes: Uint8Array, length: number): Uint8Array {
  return bytes.length === length ? bytes : new Uint8Array(length);
}

/** Reads on; behind the end everything is 0, and `isAtEnd` is false. */
class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  bytes(length: number): Uint8Array {
    const part = this.#bytes.slice(this.#at, this.#at + length);
    this.#at += length;
    return part;
  }

  u32(): number {
    const at = this.#step(4);
    return at < 0 ? 0 : this.#view.getUint32(at, true);
  }

  i32(): number {
    return this.u32() | 0;
  }

  text(): string {
    const at = this.#step(2);
    const length = at < 0 ? 0 : this.#view.getUint16(at, true);
    return latin1Text(this.bytes(length));
  }

  /** A damaged file may claim more elements than it has bytes. */
  list<T>(count: number, read: () => T): T[] {
    const items: T[] = [];
    for (let i = 0; i < count && this.#at < this.#bytes.length; i++) items.push(read());
    return items;
  }

  /** Where the next bytes stand; −1 when they are not there. */
  #step(length: number): number {
    const at = this.#at;
    this.#at += length;
    return this.#at > this.#bytes.length ? -1 : at;
  }
}

/** Characters 0 to 255, one a byte. */
function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

class Writer {
  #parts: Uint8Array[] = [];
  #length = 0;

  bytes(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  u32(value: number): void {
    const part = new Uint8Array(4);
    new DataView(part.buffer).setUint32(0, value >>> 0, true);
    this.bytes(part);
  }

  text(text: string): void {
    const part = new Uint8Array(2 + text.length);
    new DataView(part.buffer).setUint16(0, text.length, true);
    for (let i = 0; i < text.length; i++) part[2 + i] = text.charCodeAt(i);
    this.bytes(part);
  }

  result(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
