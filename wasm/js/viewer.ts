/**
 * What draws a moving model and its skins, and nothing else: WebAssembly modules of their own for pages that show models
 * in passing, one for ABC and one for the models of the Jupiter engine. The least of `AbcFile` and `DtxFile`, with the same answers; no fields, no findings.
 */
import { Columns } from './columns.ts';
import {
  evaluate,
  freeze,
  keyframesOf,
  type Memory,
  type Posed,
  type RawFrames,
  topologyOf,
  weightsOf,
} from './frames.ts';
import { listsOf } from './lists.ts';
import { type Features, type Format, type Info, NO_EDITS } from './types/info.ts';
import type {
  DrawnModel,
  Frame,
  FrozenPose,
  Keyframes,
  ModelHandle,
  PieceTopology,
  PoseRequest,
  Weights,
} from './types/model.ts';

/** The functions of wasm/bindings/viewer.cpp and viewer_skins.cpp. Files and all that is returned are addresses. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  /** Words of the last answer. */
  answerSize(): number;
  modelNew(size: number): number;
  modelBytes(file: number): number;
  modelRead(file: number): number;
  modelDelete(file: number): void;
  /** 0 of a file that is not packed. */
  modelUnpacked(file: number): number;
  modelUnpackedSize(file: number): number;
  modelLists(file: number): number;
  modelTopology(file: number, piece: number, level: number): number;
  modelWeights(file: number, piece: number, level: number): number;
  modelKeyframes(file: number, animation: number): number;
  modelAddress(file: number): number;
  modelRequest(file: number, numbers: number): number;
  modelPose(file: number): number;
  modelNodeMatrices(file: number): number;
  modelDeform(file: number, piece: number): number;
  modelFreeze(file: number): number;
  // Only of viewer.wasm.
  textureNew(size: number): number;
  textureBytes(file: number): number;
  textureRead(file: number): number;
  textureDelete(file: number): void;
  texturePixels(file: number, level: number): number;
}

/** By their numbers in the core. */
const FORMATS: readonly Format[] = [
  'abc',
  'empty',
  'alembic',
  'music',
  'ltb',
  'compiled',
  'lta',
  'ltc',
  'dtx',
  'spr',
  'rez',
  'unknown',
];

/** By their bits in the core, from the lowest. */
const FEATURES: readonly (keyof Features)[] = [
  'levels',
  'collapses',
  'pieces',
  'weights',
  'sockets',
  'weightSets',
  'childModels',
  'deformation',
  'keyBounds',
  'bindPose',
  'interpretation',
  'nodeNumbers',
  'tiledSkins',
];

const featuresFrom = (bits: number) =>
  Object.fromEntries(FEATURES.map((feature, i) => [feature, ((bits >> i) & 1) === 1])) as Record<
    keyof Features,
    boolean
  >;

/** Chains of sections that end in another way than these are broken. */
const LAST_GOOD_END = 1;

/** A module without files that has taken more gives way to a new one, bytes. */
const LARGE_MEMORY = 32 * 1024 * 1024;

/** Formats of the other module. */
const OF_JUPITER: readonly Format[] = ['ltb', 'lta', 'ltc'];

/** Said of a model for which the module has, or had, no memory. */
export const NO_MEMORY = 'There is not enough memory for this model.';

/** A module that runs. One that stopped, for want of memory, is not asked again. */
class Instance implements Memory {
  readonly exports: Exports;
  isStopped = false;
  /** Files that somebody has and has not released. */
  files = 0;
  #floats = new Float32Array(0);
  #doubles = new Float64Array(0);

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: { proc_exit: () => {} },
    });
    this.exports = exports as unknown as Exports;
    this.exports._initialize();
  }

  // Memory that grows is another buffer, and the views of the one before are empty.

  get HEAPF32(): Float32Array {
    const { buffer } = this.exports.memory;
    if (this.#floats.buffer !== buffer) this.#floats = new Float32Array(buffer);
    return this.#floats;
  }

  get HEAPF64(): Float64Array {
    const { buffer } = this.exports.memory;
    if (this.#doubles.buffer !== buffer) this.#doubles = new Float64Array(buffer);
    return this.#doubles;
  }

  /** Null when the module stopped, now or before. */
  ask<T>(question: (exports: Exports) => T): T | null {
    if (this.isStopped) return null;
    try {
      return question(this.exports);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.isStopped = true;
      return null;
    }
  }

  put(address: number, bytes: Uint8Array): void {
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
  }

  /** A copy of bytes in its memory. */
  taken(address: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address, size).slice();
  }

  /** A copy of the answer at an address, which is the last one that was given. */
  columns(address: number | null): Uint32Array | null {
    if (address === null) return null;
    return new Uint32Array(this.exports.memory.buffer, address, this.exports.answerSize()).slice();
  }
}

class RawModel implements RawFrames {
  readonly #instance: Instance;
  /** 0: released, or there was no memory. */
  #file: number;
  /** The module stopped at a question about this file. */
  stopped: boolean;

  constructor(instance: Instance, file: number) {
    this.#instance = instance;
    this.#file = file;
    this.stopped = instance.isStopped;
    if (file !== 0) instance.files++;
  }

  get isThere(): boolean {
    return this.#file !== 0 && !this.#instance.isStopped;
  }

  release(): void {
    if (this.#file === 0) return;
    this.#ask((exports, file) => exports.modelDelete(file));
    this.#file = 0;
    this.#instance.files--;
  }

  /** The bytes of a packed file, unpacked; null of one that is not packed. */
  unpacked(): Uint8Array | null {
    return this.#ask((exports, file) => {
      const address = exports.modelUnpacked(file);
      return address === 0 ? null : this.#instance.taken(address, exports.modelUnpackedSize(file));
    });
  }
  lists(): Uint32Array | null {
    return this.#columns((exports, file) => exports.modelLists(file));
  }
  topology(piece: number, level: number): Uint32Array | null {
    return this.#columns((exports, file) => exports.modelTopology(file, piece, level));
  }
  weights(piece: number, level: number): Uint32Array | null {
    return this.#columns((exports, file) => exports.modelWeights(file, piece, level));
  }
  keyframes(animation: number): Uint32Array | null {
    return this.#columns((exports, file) => exports.modelKeyframes(file, animation));
  }

  model(): number {
    return this.#ask((exports, file) => exports.modelAddress(file)) ?? 0;
  }
  request(numbers: number): number {
    return this.#ask((exports, file) => exports.modelRequest(file, numbers)) ?? 0;
  }
  pose(): boolean {
    return this.#ask((exports, file) => exports.modelPose(file)) === 1;
  }
  nodeMatrices(): number {
    return this.#ask((exports, file) => exports.modelNodeMatrices(file)) ?? 0;
  }
  deform(piece: number): number {
    return this.#ask((exports, file) => exports.modelDeform(file, piece)) ?? 0;
  }
  freeze(): Uint32Array | null {
    return this.#columns((exports, file) => exports.modelFreeze(file));
  }

  #ask<T>(question: (exports: Exports, file: number) => T): T | null {
    if (!this.isThere) return null;
    const answer = this.#instance.ask((exports) => question(exports, this.#file));
    this.stopped = this.#instance.isStopped;
    return answer;
  }
  #columns(question: (exports: Exports, file: number) => number): Uint32Array | null {
    return this.#instance.columns(this.#ask(question));
  }
}

/** A model that was read. Any bytes give one: `error` says why there is nothing to draw. */
export class ViewedModel implements DrawnModel {
  /**
   * Without what a picture does not take: `header`, `commandString`, `token` and `transformInfo` are empty, and of an
   * LTB the types of the sections.
   */
  readonly info: Info;
  /** Why there is nothing to draw, as a sentence; null when there is something. */
  readonly error: string | null;
  /** Some of the file could not be read, or stands where it should not. */
  readonly isDamaged: boolean;
  readonly #instance: Instance;
  readonly #raw: RawModel;
  #bytes: Uint8Array;

  /** @internal Use `Viewer.open`. */
  constructor(instance: Instance, bytes: Uint8Array) {
    const { raw, columns } = readModel(instance, bytes);
    this.#instance = instance;
    this.#raw = raw;
    const unpacked = raw.unpacked();
    this.#bytes = unpacked ?? bytes;
    const lists = listsOf(raw.lists(), this.#bytes);
    const numbers = new Columns(columns).i32();
    const number = (i: number) => numbers[i] ?? 0;
    const format = columns ? (FORMATS[number(0)] ?? 'unknown') : 'unknown';
    const isKnown = number(2) !== 0;
    this.info = {
      format,
      size: this.#bytes.length,
      ...(unpacked && { packedSize: bytes.length }),
      version: number(1),
      token: '',
      header: {},
      commandString: '',
      ...lists,
      counts: { faces: number(9), vertices: number(10), weights: number(11), keyframes: number(12) },
      lodCount: number(5),
      transformInfo: null,
      space: { mirrorZ: number(6) !== 0, frontSign: number(7) < 0 ? -1 : 1 },
      restAnimation: columns ? number(8) : -1,
      features: featuresFrom(number(13)),
      // The viewer changes nothing.
      edits: NO_EDITS,
      conversions: [],
    };
    this.isDamaged = !columns || number(3) > LAST_GOOD_END || number(4) > 0;
    this.error = raw.isThere ? whyNothing(this.info, isKnown) : NO_MEMORY;
  }

  /** False once it is released, or the module has stopped for want of memory: the file can be opened again. */
  get isThere(): boolean {
    return this.#raw.isThere;
  }

  /** The module stopped at this file: it would do so again. */
  get stoppedModule(): boolean {
    return this.#raw.stopped;
  }

  /** Whether a pose of this model may have animations of another one: one module must have read both. */
  canBorrowFrom(other: ViewedModel): boolean {
    return this.#instance === other.#instance;
  }

  topology(piece: number, lod: number): PieceTopology {
    return topologyOf(this.#raw.topology(piece, lod));
  }

  weights(piece: number, lod: number): Weights {
    return weightsOf(this.#raw.weights(piece, lod));
  }

  keyframes(animation: number): Keyframes {
    return keyframesOf(this.#raw.keyframes(animation), this.#bytes);
  }

  /** Null also when the module stopped meanwhile; what is in `frame` is then worth nothing. */
  evaluate(request: PoseRequest, frame: Frame = { nodes: new Float32Array(0), pieces: [] }): Frame | null {
    const posed = this.isThere ? evaluate(this.#posed(), request, frame) : null;
    return this.isThere ? posed : null;
  }

  freeze(request: PoseRequest): FrozenPose | null {
    return this.isThere ? freeze(this.#posed(), request) : null;
  }

  /** Frees its memory. It answers with nothing from then on; `info` stays. */
  release(): void {
    this.#raw.release();
    this.#bytes = new Uint8Array(0);
  }

  #posed(): Posed {
    return { raw: this.#raw, memory: this.#instance, info: this.info, rawOf: this.#rawOf };
  }

  /** One that is released, or was read after the module had stopped, is not there: the pose goes without it. */
  readonly #rawOf = (source: ModelHandle): RawFrames => {
    if (!(source instanceof ViewedModel)) throw new TypeError("A layer's source is not a ViewedModel.");
    const isThere = source.#instance === this.#instance && source.#raw.isThere;
    return isThere ? source.#raw : this.#raw;
  };
}

function readModel(instance: Instance, bytes: Uint8Array): { raw: RawModel; columns: Uint32Array | null } {
  let file = 0;
  const address = instance.ask((exports) => {
    file = exports.modelNew(bytes.length);
    instance.put(exports.modelBytes(file), bytes);
    return exports.modelRead(file);
  });
  return { raw: new RawModel(instance, file), columns: instance.columns(address) };
}

function whyNothing({ format, version, pieces }: Info, isKnown: boolean): string | null {
  if (format === 'empty') return 'The file is empty.';
  if (format !== 'abc' && !OF_JUPITER.includes(format)) return 'The file is not a LithTech model.';
  if (!isKnown)
    return `Models in version ${version} cannot be read: the format of that version is not known.`;
  if (!pieces.some(({ lods }) => lods.some(({ faces }) => faces > 0))) return 'The model has no triangles.';
  return null;
}

export interface ViewedPixels {
  width: number;
  height: number;
  /** R, G, B, A of every pixel, rows from the top. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** A texture that was read, of a cube map its first face. Any bytes give one. */
export class ViewedTexture {
  /** Sizes of the levels that are whole, the largest first; none when the bytes are no texture whose colours are known. */
  readonly levels: readonly { readonly width: number; readonly height: number }[];
  /** Of the largest level: no alpha stored, 255 everywhere, 0 everywhere, or anything else. */
  readonly alpha: 'none' | 'opaque' | 'transparent' | 'varied';
  readonly #instance: Instance;
  #file = 0;

  /** @internal Use `Viewer.texture`. */
  constructor(instance: Instance, bytes: Uint8Array) {
    this.#instance = instance;
    const address = instance.ask((exports) => {
      this.#file = exports.textureNew(bytes.length);
      instance.files++;
      instance.put(exports.textureBytes(this.#file), bytes);
      return exports.textureRead(this.#file);
    });
    const columns = new Columns(instance.columns(address));
    const [, , isDecodable = 0, alpha = 0] = columns.u32();
    const widths = columns.u32();
    const heights = columns.u32();
    this.alpha = (['none', 'opaque', 'transparent', 'varied'] as const)[alpha] ?? 'none';
    this.levels = isDecodable ? Array.from(widths, (width, i) => ({ width, height: heights[i] ?? 0 })) : [];
  }

  /** Null when there is no such level, or no memory for it. */
  pixels(level: number): ViewedPixels | null {
    const size = this.levels[level];
    if (!size || this.#file === 0) return null;
    const address = this.#instance.ask((exports) => exports.texturePixels(this.#file, level));
    if (!address) return null;
    const { buffer } = this.#instance.exports.memory;
    const length = 4 * size.width * size.height;
    return { ...size, pixels: new Uint8ClampedArray(new Uint8ClampedArray(buffer, address, length)) };
  }

  /** Frees its memory. */
  release(): void {
    if (this.#file === 0) return;
    this.#instance.ask((exports) => exports.textureDelete(this.#file));
    this.#file = 0;
    this.#instance.files--;
  }
}

/** A module of the viewer: the code, and what of it runs. */
class Code {
  readonly #module: WebAssembly.Module;
  #instance: Instance;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#instance = new Instance(module);
  }

  /** Rejects when the source is not the module. */
  static async load(source: ViewerSource): Promise<Code> {
    const given = await source;
    if (!('arrayBuffer' in given)) return new Code(await WebAssembly.compile(given));
    if (!given.ok) throw new Error(`${given.url} is not there (${given.status}).`);
    // Not as it streams: that wants the right MIME type, which servers of other pages have not.
    return new Code(await WebAssembly.compile(await given.arrayBuffer()));
  }

  get memory(): number {
    return this.#instance.exports.memory.buffer.byteLength;
  }

  /** The memory of a module only grows: a new one gives back what large files took. */
  running(): Instance {
    const isLeft = this.#instance.files === 0 && this.memory > LARGE_MEMORY;
    if (this.#instance.isStopped || isLeft) this.#instance = new Instance(this.#module);
    return this.#instance;
  }
}

/** A module of the viewer: its bytes, or the answer of a server. */
export type ViewerSource = BufferSource | Response | Promise<BufferSource | Response>;

/** Reads models and textures. Whoever reads one releases it. */
export class Viewer {
  readonly #code: Code;
  readonly #jupiterSource: () => ViewerSource;
  #jupiter: Promise<Code> | null = null;
  #jupiterMemory = () => 0;

  private constructor(code: Code, jupiter: () => ViewerSource) {
    this.#code = code;
    this.#jupiterSource = jupiter;
  }

  /**
   * Rejects when the source is not the module.
   * @param source viewer.wasm
   * @param jupiter viewer_jupiter.wasm, asked for with the first model of that engine
   */
  static async load(source: ViewerSource, jupiter: () => ViewerSource): Promise<Viewer> {
    return new Viewer(await Code.load(source), jupiter);
  }

  /** Bytes of memory that its modules have taken. */
  get memory(): number {
    return this.#code.memory + this.#jupiterMemory();
  }

  /** Reads a model of any format. Rejects when the module for it cannot be loaded; the next call tries again. */
  async open(bytes: Uint8Array): Promise<ViewedModel> {
    const model = new ViewedModel(this.#code.running(), bytes);
    if (!OF_JUPITER.includes(model.info.format)) return model;
    model.release();
    const code = await this.#loadJupiter();
    return new ViewedModel(code.running(), bytes);
  }

  texture(bytes: Uint8Array): ViewedTexture {
    return new ViewedTexture(this.#code.running(), bytes);
  }

  async #loadJupiter(): Promise<Code> {
    this.#jupiter ??= Code.load(this.#jupiterSource());
    try {
      const code = await this.#jupiter;
      this.#jupiterMemory = () => code.memory;
      return code;
    } catch (error) {
      this.#jupiter = null;
      throw error;
    }
  }
}
