/** The bytes behind the numbers: buffers of the file, beside it or within its JSON, and the views of them. */
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { formatCount } from '../explain/describe.ts';
import { decoded, FilesBeside, isElsewhere } from './beside.ts';
import { shortName, shown } from './container.ts';
import { countAt, indexAt, indexOf, type Json, objectAt, objectsAt, wrong } from './json.ts';
import { NotImported } from './not-imported.ts';

/** Elements of each list. */
const MOST_BUFFERS = 4096;
const MOST_VIEWS = 1 << 20;
/** Bytes of the numbers: what a small file may say of itself, and what any may. */
const SMALL = 128 << 20;
const MOST_TIMES = 16;
const MOST = 1536 << 20;

/** EXT_ was first, KHR_ has the same fields. */
const PACKED = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

export interface View {
  readonly bytes: Uint8Array;
  /** From one element to the next; null: they are close together. */
  readonly stride: number | null;
}

export class Buffers {
  readonly #defs: readonly Json[];
  readonly #views: readonly Json[];
  readonly #binary: Uint8Array | null;
  readonly #files: FilesBeside;
  readonly #read = new Map<number, Uint8Array>();
  readonly #unpacked = new Map<number, View>();
  readonly #allowed: number;
  #taken = 0;

  /** @param files all that was opened together with it, by name */
  constructor(json: Json, binary: Uint8Array | null, files: ReadonlyMap<string, Uint8Array>) {
    this.#defs = objectsAt(json, 'buffers', '', MOST_BUFFERS);
    this.#views = objectsAt(json, 'bufferViews', '', MOST_VIEWS);
    this.#binary = binary;
    let bytes = 0;
    for (const file of files.values()) bytes += file.length;
    this.#files = new FilesBeside(files);
    this.#allowed = Math.min(MOST, SMALL + MOST_TIMES * bytes);
  }

  /** Before memory is taken: what a file says of itself is limited by what it holds. @param place `accessors[3]` */
  take(bytes: number, place: string): void {
    this.#taken += bytes;
    if (this.#taken > this.#allowed) {
      throw new NotImported(
        `The file needs more than ${formatCount(Math.round(this.#allowed / 2 ** 20))} MB for its numbers at ${place}: it is damaged, or too large to be read.`,
      );
    }
  }

  get viewCount(): number {
    return this.#views.length;
  }

  /** @throws NotImported when it is not all there */
  view(index: number): View {
    const def = this.#views[index] as Json;
    const place = `bufferViews[${index}]`;
    const stride = countAt(def, 'byteStride', place, 0) || null;
    const extensions = objectAt(def, 'extensions', place);
    for (const extension of PACKED) {
      const packed = extensions && objectAt(extensions, extension, `${place}.extensions`);
      if (packed) return this.#unpack(index, packed, `${place}.extensions.${extension}`);
    }
    return { bytes: this.#range(def, place), stride };
  }

  /** The bytes that a view, or what unpacks into one, names. */
  #range(def: Json, place: string): Uint8Array {
    const buffer = indexAt(def, 'buffer', place, this.#defs.length, 'buffers');
    if (buffer === null) return wrong(place, 'is not in a buffer');
    const start = countAt(def, 'byteOffset', place, 0);
    const length = countAt(def, 'byteLength', place);
    const bytes = this.#buffer(buffer);
    if (start + length > bytes.length) {
      wrong(
        place,
        `ends at ${formatCount(start + length)} of ${formatCount(bytes.length)} bytes of buffers[${buffer}]`,
      );
    }
    return bytes.subarray(start, start + length);
  }

  #buffer(index: number): Uint8Array {
    const known = this.#read.get(index);
    if (known) return known;
    const place = `buffers[${index}]`;
    const def = this.#defs[index] as Json;
    const length = countAt(def, 'byteLength', place);
    const bytes = def.uri === undefined ? this.#binary : this.uri(def.uri, place);
    if (bytes === null || (def.uri === undefined && index > 0)) {
      return wrong(place, 'does not have any bytes: neither a file nor the binary chunk of a GLB');
    }
    if (bytes.length < length) {
      wrong(place, `has ${formatCount(bytes.length)} of ${formatCount(length)} bytes`);
    }
    const read = bytes.subarray(0, length);
    this.#read.set(index, read);
    return read;
  }

  /** What an address means: bytes that it holds itself, or a file beside. Nothing is fetched. */
  uri(uri: unknown, place: string): Uint8Array {
    if (typeof uri !== 'string') return wrong(`${place}.uri`, 'is not text');
    if (/^data:/i.test(uri)) return this.#data(uri, `${place}.uri`);
    if (isElsewhere(uri)) {
      throw new NotImported(
        `${place} is at another location (${shown(uri)}), from which nothing is fetched. Export it as GLB, or with its files next to it.`,
      );
    }
    const name = decoded(uri);
    const file = this.#files.at(name);
    if (file === 'several') {
      throw new NotImported(
        `Several files are named ${shortName(name)}, and it is unknown which of them ${place} means. Open them with their folders.`,
      );
    }
    if (file !== 'none') return file;
    throw new NotImported(
      `${shortName(name)} is missing, but the file needs it (${place}). Open it together with the .gltf.`,
    );
  }

  #data(uri: string, path: string): Uint8Array {
    const comma = uri.indexOf(',');
    if (comma < 0) return wrong(path, 'does not have data');
    const text = uri.slice(comma + 1);
    this.take(text.length, path);
    try {
      if (!/;\s*base64\s*$/i.test(uri.slice(0, comma))) return new TextEncoder().encode(decoded(text));
      return fromBase64(text);
    } catch {
      return wrong(path, 'is not base64');
    }
  }

  #unpack(index: number, def: Json, place: string): View {
    const known = this.#unpacked.get(index);
    if (known) return known;
    const source = this.#range(def, place);
    const count = countAt(def, 'count', place);
    const stride = countAt(def, 'byteStride', place);
    const mode = PACKED_MODES.find((name) => name === def.mode) ?? wrong(`${place}.mode`, 'is unknown');
    const filter =
      PACKED_FILTERS.find((name) => name === (def.filter ?? 'NONE')) ??
      wrong(`${place}.filter`, 'is unknown');
    const isIndices = mode !== 'ATTRIBUTES';
    const fits = isIndices ? stride === 2 || stride === 4 : stride > 0 && stride <= 256 && stride % 4 === 0;
    if (!fits) wrong(`${place}.byteStride`, `is ${stride}`);
    if (mode === 'TRIANGLES' && count % 3 !== 0) wrong(`${place}.count`, `is ${count}`);
    const wide = {
      NONE: [stride],
      OCTAHEDRAL: [4, 8],
      QUATERNION: [8],
      EXPONENTIAL: [stride],
      COLOR: [4, 8],
    }[filter];
    if (!wide.includes(stride) || (isIndices && filter !== 'NONE'))
      wrong(`${place}.filter`, `cannot be of ${stride} bytes`);
    // What is unpacked, and as much within the decoder.
    this.take(2 * count * stride, place);
    const bytes = new Uint8Array(count * stride);
    try {
      MeshoptDecoder.decodeGltfBuffer(bytes, count, stride, source, mode, filter);
    } catch {
      return wrong(place, 'cannot be unpacked');
    }
    // Indices are close together; so are attributes, in steps that the packing says.
    const view = { bytes, stride: isIndices ? null : stride };
    this.#unpacked.set(index, view);
    return view;
  }

  /** Before the first view: what unpacks is ready. */
  async ready(): Promise<void> {
    if (this.#views.some(({ extensions }) => extensions !== undefined)) await MeshoptDecoder.ready;
  }

  /** As `view`, of a place in a list. */
  viewAt(value: unknown, path: string): View {
    return this.view(indexOf(value, path, this.#views.length, 'bufferViews'));
  }
}

const PACKED_MODES = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'] as const;
const PACKED_FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'] as const;

/** @throws when it is something else */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
