/** The numbers of a glTF, as plain arrays: packed, sparse, interleaved, quantised or none of it. */
import { formatCount } from '../explain/describe.ts';
import type { Pace } from '../lib/pace.ts';
import type { Buffers } from './buffers.ts';
import { type Accessor, accessorOf, type TypedArray } from './document.ts';
import { countAt, indexOf, type Json, objectAt, objectsAt, wrong } from './json.ts';
import type { ReadNotes } from './notes.ts';

const MOST_ACCESSORS = 1 << 20;
/** Numbers between two looks at the time. */
const CHUNK = 1 << 16;

const COMPONENTS = {
  5120: { bytes: 1, array: Int8Array, most: 127, read: (v: DataView, at: number) => v.getInt8(at) },
  5121: { bytes: 1, array: Uint8Array, most: 255, read: (v: DataView, at: number) => v.getUint8(at) },
  5122: { bytes: 2, array: Int16Array, most: 32767, read: (v: DataView, at: number) => v.getInt16(at, true) },
  5123: {
    bytes: 2,
    array: Uint16Array,
    most: 65535,
    read: (v: DataView, at: number) => v.getUint16(at, true),
  },
  5125: {
    bytes: 4,
    array: Uint32Array,
    most: 2 ** 32 - 1,
    read: (v: DataView, at: number) => v.getUint32(at, true),
  },
  5126: { bytes: 4, array: Float32Array, most: 1, read: (v: DataView, at: number) => v.getFloat32(at, true) },
} as const;
type Component = (typeof COMPONENTS)[keyof typeof COMPONENTS];

const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
type Type = keyof typeof SIZES;
const TYPES = Object.keys(SIZES) as Type[];

/** What an accessor says of its numbers. */
interface Shape {
  readonly count: number;
  readonly type: Type;
  /** Numbers an element. */
  readonly size: number;
  readonly component: Component;
  readonly normalized: boolean;
}

/** The same of one that is read. */
interface Kind {
  readonly place: string;
  readonly component: Component;
  readonly size: number;
  readonly count: number;
  /** What normalized whole numbers are divided by; 1: nothing is. */
  readonly scale: number;
}

interface Part {
  readonly bytes: Uint8Array;
  /** Bytes from one element to the next. */
  readonly step: number;
}

/** What is wanted of an accessor. */
export interface Wanted {
  readonly types: readonly Type[];
  /** Whole numbers from 0 on that are no shares: indices. Otherwise any, and shares become what they mean. */
  readonly whole?: boolean;
}

export class Accessors {
  readonly #defs: readonly Json[];
  readonly #buffers: Buffers;
  readonly #notes: ReadNotes;
  readonly #pace: Pace;
  readonly #read = new Map<number, Accessor>();

  constructor(json: Json, buffers: Buffers, notes: ReadNotes, pace: Pace) {
    this.#defs = objectsAt(json, 'accessors', '', MOST_ACCESSORS);
    this.#buffers = buffers;
    this.#notes = notes;
    this.#pace = pace;
  }

  get count(): number {
    return this.#defs.length;
  }

  /** How many of all accessors were read, 0 to 1. */
  get done(): number {
    return this.#read.size / Math.max(1, this.#defs.length);
  }

  /**
   * The accessor that `json[key]` names, once for all that name it. Its numbers are whole ones in an array of theirs, or
   * floats that are finite; nothing is normalized any more.
   * @returns null when none is named
   */
  async at(json: Json, key: string, place: string, wanted: Wanted): Promise<Accessor | null> {
    if (json[key] === undefined) return null;
    const index = indexOf(json[key], `${place}.${key}`, this.#defs.length, 'accessors');
    const known = this.#read.get(index);
    // Each use costs what the first did, when a model is made of it.
    if (known) this.#buffers.take(known.array.byteLength, `${place}.${key}`);
    const accessor = known ?? (await this.#make(index));
    this.#read.set(index, accessor);
    if (!wanted.types.some((type) => SIZES[type] === accessor.size)) {
      const { type } = this.shape(index);
      wrong(`${place}.${key}`, `is accessors[${index}], whose elements are of type ${type}`);
    }
    if (wanted.whole && accessor.array instanceof Float32Array) {
      wrong(`${place}.${key}`, `is accessors[${index}], whose numbers are not integers`);
    }
    return accessor;
  }

  /** Whether the file has the numbers of an accessor as they are. */
  isStored(index: number): boolean {
    const { bufferView, sparse } = this.#defs[index] as Json;
    return bufferView !== undefined || sparse !== undefined;
  }

  /** Puts what was unpacked in place of what the file has. @param array as many numbers as it says, of its kind */
  async fill(index: number, array: TypedArray): Promise<void> {
    const place = `accessors[${index}]`;
    const { count, size, component, normalized } = this.shape(index);
    if (array.length !== count * size) {
      wrong(place, `has ${formatCount(count)} elements, but ${formatCount(array.length / size)} were packed`);
    }
    this.#buffers.take(4 * array.length, place);
    const numbers = normalized
      ? Float32Array.from(array as ArrayLike<number>, (value) => share(value, component.most))
      : array;
    const finite = numbers instanceof Float32Array ? await this.#finite(numbers, place) : numbers;
    this.#read.set(index, accessorOf(finite, size));
  }

  shape(index: number): Shape {
    const def = this.#defs[index] as Json;
    const place = `accessors[${index}]`;
    const type = TYPES.find((name) => name === def.type) ?? wrong(`${place}.type`, 'is not supported');
    const component = componentAt(def, place);
    const normalized = def.normalized === true && component.array !== Float32Array;
    return { count: countAt(def, 'count', place), type, size: SIZES[type], component, normalized };
  }

  async #make(index: number): Promise<Accessor> {
    const place = `accessors[${index}]`;
    const def = this.#defs[index] as Json;
    const { count, size, component, normalized } = this.shape(index);
    const isFloat = normalized || component.array === Float32Array;
    this.#buffers.take(count * size * (isFloat ? 4 : component.bytes), place);
    const scale = normalized ? component.most : 1;
    const kind = { place, component, size, count, scale };
    const sparse = objectAt(def, 'sparse', place);
    const part = def.bufferView === undefined ? null : this.#elements(def, kind);
    const whole = part && !sparse && scale === 1 && part.step === size * component.bytes;
    // Little-endian, as everything that runs this.
    if (whole && part.bytes.byteOffset % component.bytes === 0) {
      const { buffer, byteOffset } = part.bytes;
      const array = new component.array(buffer as ArrayBuffer, byteOffset, count * size);
      return accessorOf(array instanceof Float32Array ? await this.#finite(array, place) : array, size);
    }
    const array = isFloat ? new Float32Array(count * size) : new component.array(count * size);
    if (part) await this.#copy(array, part, kind);
    if (sparse) await this.#change(array, sparse, { ...kind, place: `${place}.sparse` });
    return accessorOf(array instanceof Float32Array ? await this.#finite(array, place) : array, size);
  }

  /** The bytes that a view has of an accessor, and how many there are from element to element. */
  #elements(def: Json, { place, component, size, count }: Kind): Part {
    const { bytes, stride } = this.#buffers.viewAt(def.bufferView, `${place}.bufferView`);
    const start = countAt(def, 'byteOffset', place, 0);
    const element = size * component.bytes;
    const step = stride ?? element;
    if (step < element && count > 1) wrong(place, `has elements of ${element} bytes, ${step} bytes apart`);
    const end = count === 0 ? start : start + step * (count - 1) + element;
    if (end > bytes.length) {
      wrong(
        place,
        `ends at ${formatCount(end)} of ${formatCount(bytes.length)} bytes of bufferViews[${String(def.bufferView)}]`,
      );
    }
    return { bytes: bytes.subarray(start, end), step };
  }

  async #copy(to: TypedArray, { bytes, step }: Part, { component, size, count, scale }: Kind): Promise<void> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let first = 0; first < count; first += CHUNK) {
      for (let i = first; i < Math.min(count, first + CHUNK); i++) {
        for (let j = 0; j < size; j++) {
          to[size * i + j] = share(component.read(view, step * i + component.bytes * j), scale);
        }
      }
      await this.#pace.step(this.done);
    }
  }

  /** Puts the elements of a sparse accessor that differ. */
  async #change(to: TypedArray, sparse: Json, { place, component, size, count, scale }: Kind): Promise<void> {
    const changed = countAt(sparse, 'count', place);
    if (changed > count) wrong(place, `changes ${formatCount(changed)} of ${formatCount(count)} elements`);
    const indices = objectAt(sparse, 'indices', place) ?? wrong(place, 'does not have indices');
    const values = objectAt(sparse, 'values', place) ?? wrong(place, 'does not have values');
    const indexComponent = componentAt(indices, `${place}.indices`);
    const at = this.#part(indices, `${place}.indices`, changed * indexComponent.bytes);
    const from = this.#part(values, `${place}.values`, changed * size * component.bytes);
    for (let first = 0; first < changed; first += CHUNK) {
      for (let i = first; i < Math.min(changed, first + CHUNK); i++) {
        const element = indexComponent.read(at, indexComponent.bytes * i);
        if (!(element >= 0 && element < count))
          wrong(`${place}.indices`, `refer to element ${element} of ${count}`);
        for (let j = 0; j < size; j++) {
          to[size * element + j] = share(component.read(from, component.bytes * (size * i + j)), scale);
        }
      }
      await this.#pace.step(this.done);
    }
  }

  #part(def: Json, place: string, length: number): DataView {
    const { bytes } = this.#buffers.viewAt(def.bufferView, `${place}.bufferView`);
    const start = countAt(def, 'byteOffset', place, 0);
    if (start + length > bytes.length)
      wrong(place, `end at ${formatCount(start + length)} of ${formatCount(bytes.length)} bytes`);
    return new DataView(bytes.buffer, bytes.byteOffset + start, length);
  }

  /** The same array, or one with zeros where a number is not finite. */
  async #finite(array: Float32Array, place: string): Promise<Float32Array> {
    let out = array;
    let replaced = 0;
    for (let first = 0; first < array.length; first += CHUNK) {
      for (let i = first; i < Math.min(array.length, first + CHUNK); i++) {
        if (Number.isFinite(array[i])) continue;
        // It may be a part of the file.
        if (replaced === 0) out = array.slice();
        out[i] = 0;
        replaced++;
      }
      await this.#pace.step(this.done);
    }
    if (replaced > 0) this.#notes.add('NUMBERS_REPLACED', place, replaced);
    return out;
  }
}

/** What a normalized whole number means. */
const share = (value: number, scale: number): number => (scale === 1 ? value : Math.max(-1, value / scale));

function componentAt(def: Json, place: string): Component {
  const code = def.componentType;
  if (typeof code === 'number' && Object.hasOwn(COMPONENTS, code))
    return COMPONENTS[code as keyof typeof COMPONENTS];
  return wrong(`${place}.componentType`, 'is not supported');
}
