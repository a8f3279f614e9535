/**
 * The C++ core as JavaScript sees it: bytes in, plain objects and typed arrays out. Every array is a copy, so it stays
 * valid whatever is opened later. A file's memory is freed by `release`, or else when the file is garbage.
 */

import type { RawJupiter } from '@lithoscope/jupiter-module';
import type { RawFile, RawModels, RawModule } from '@lithoscope/module';
import createModule from '@lithoscope/module';
import {
  evaluate,
  freeze,
  hitBoxesOf,
  keyframesOf,
  matrices,
  type Posed,
  type RawTrails,
  topologyOf,
  trail,
  weightsOf,
} from './frames.ts';
import { Library } from './library.ts';
import { listsOf } from './lists.ts';
import { ParsedFile, type RawSource } from './parsed-file.ts';
import { Started, type StoppedError } from './started.ts';
import type { CatalogueEntry } from './types/findings.ts';
import type { ChainPart, Format } from './types/info.ts';
import type {
  ChildComparison,
  DrawnModel,
  Frame,
  FrozenPose,
  HitBoxes,
  Keyframes,
  Marker,
  ModelElement,
  ModelHandle,
  PieceTopology,
  PoseRequest,
  Track,
  Weights,
} from './types/model.ts';
import type { Schema } from './types/schema.ts';
import type { FilterTerm, Role } from './types/structure.ts';

export type { Drafting } from './drafting.ts';
export type { Exporting } from './exporting.ts';
export type { Memory, RawFrames, RawTrails } from './frames.ts';
export type { Levels } from './levels.ts';
export { ParsedFile, type RawSource } from './parsed-file.ts';
export { ModuleStopped, Started, type StartOptions } from './started.ts';
export type * from './types/compare.ts';
export type * from './types/convert.ts';
export type * from './types/drafting.ts';
export * from './types/edit.ts';
export type * from './types/export.ts';
export * from './types/findings.ts';
export type * from './types/gltf.ts';
export type * from './types/import.ts';
export * from './types/info.ts';
export type * from './types/merge.ts';
export * from './types/model.ts';
export type * from './types/new-model.ts';
export type * from './types/retarget.ts';
export * from './types/schema.ts';
export * from './types/structure.ts';

/** Formats that the other module reads. */
const OF_JUPITER: readonly Format[] = ['ltb', 'lta', 'ltc'];

/** A parsed model. */
export class AbcFile extends ParsedFile<RawFile> implements DrawnModel {
  override readonly kind = 'model';
  readonly #core: Started<RawModels>;
  /** Of packed text what it was opened with; else null. */
  #packed: Uint8Array | null;

  /** @internal Use `Lithoscope.open`. */
  constructor(core: Started<RawModels>, source: RawSource<RawFile>, bytes: Uint8Array) {
    const text = source.current().unpacked();
    super(source, text ?? bytes);
    this.#packed = text && bytes;
    this.onRelease(() => {
      this.#packed = null;
    });
    // Where the file does not name its sections, the core has said them all.
    const { sections } = this.info;
    Object.assign(this.info, listsOf(this.raw.lists(), this.bytes), sections.length > 0 && { sections });
    this.#core = core;
  }

  override get fileBytes(): Uint8Array {
    return this.#packed ?? this.bytes;
  }

  /** Packed text that breaks off cannot be changed: what is missing would be lost. */
  override get isEditable(): boolean {
    return super.isEditable && this.info.edits.values;
  }

  /** The triangles of one piece at one level (v6: piece 0 with `lod` collapses applied); empty when there is no such level. */
  topology(piece: number, lod: number): PieceTopology {
    return topologyOf(this.raw.topology(piece, lod));
  }

  /** The weights of the vertices of one piece at one level; empty when there is no such level. */
  weights(piece: number, lod: number): Weights {
    return weightsOf(this.raw.weights(piece, lod));
  }

  /** Key times and frame strings of an animation of this file. */
  keyframes(animation: number): Keyframes {
    return keyframesOf(this.raw.keyframes(animation), this.bytes);
  }

  /** The boxes that a shot can hit; none in ABC. */
  hitBoxes(): HitBoxes {
    return hitBoxesOf(this.raw.hitBoxes());
  }

  /** The frame strings of all animations, each once; at most so many. */
  frameStrings(most: number): string[] {
    return this.raw.frameStrings(most);
  }

  /** The keys of a node in an animation of this file; null when either is not there or not complete. */
  track(animation: number, node: number): Track | null {
    return this.raw.track(animation, node);
  }

  /**
   * Poses the skeleton and deforms every piece. Null when the request names a part that is not there.
   * @param frame filled and returned: an earlier frame, to allocate nothing. Its arrays are used again where their
   *   lengths fit, so it always fits the next frame of the same level
   */
  evaluate(request: PoseRequest, frame: Frame = { nodes: new Float32Array(0), pieces: [] }): Frame | null {
    return this.isReleased ? null : evaluate(this.#posed(), request, frame);
  }

  /** The matrices of `evaluate` alone: no piece is deformed. Null when the request names a part that is not there. */
  pose(request: PoseRequest): Float32Array | null {
    return this.isReleased ? null : matrices(this.#posed(), request);
  }

  /** The pose of `evaluate`, to blend from later. Null when the request names a part that is not there. */
  freeze(request: PoseRequest): FrozenPose | null {
    return freeze(this.#posed(), request);
  }

  /**
   * Where a point that moves with a node is at several times: three numbers each, file space. Null when the request or the
   * point names a part that is not there.
   * @param times for each moment the time of the animation, then that of each layer; ms, in place of those of the request
   */
  trail(request: PoseRequest, marker: Marker, times: Float64Array): Float32Array | null {
    return this.isReleased ? null : trail(this.#posed(), request, marker, times);
  }

  override pathOf(element: ModelElement): string {
    return this.raw.pathOf(element);
  }

  override elementOf(path: string): ModelElement {
    return this.raw.elementOf(path);
  }

  /** The path of the list that holds the elements of a role, also when the file has none of them; `''` when its version has no such list. */
  listPath(role: Role): string {
    return this.raw.listPath(role);
  }

  /** The path of the text that is the name of the node at a path; `''` when it has none. */
  labelPath(path: string): string {
    return this.raw.labelPath(path);
  }

  /** How files like this one are built, as data; null when its version has no description. */
  schema(): Schema | null {
    return this.raw.schema();
  }

  /**
   * How a file suits a child model of this one. Models of different engines do not suit each other.
   * @param child index into `info.childModels`, from 1: entry 0 is the model itself
   */
  compareChild(child: number, base: AbcFile): ChildComparison {
    if (base.#core !== this.#core) return { fits: false, findings: [] };
    return this.raw.compareChild(child, this.#rawOf(base));
  }

  /** Why animations of another model cannot be taken over (`adopt`), a sentence; '': they can. */
  skeletonDifference(other: AbcFile): string {
    if (OF_JUPITER.includes(other.info.format))
      return 'It is a model of the Jupiter engine: nothing can be copied from it yet.';
    return this.raw.skeletonDifference(this.#rawOf(other));
  }

  #posed(): Posed & { readonly raw: RawTrails } {
    return { raw: this.raw, memory: this.#core.module, info: this.info, rawOf: this.#rawOf };
  }

  /** Files of two modules know nothing of each other's memory. */
  readonly #rawOf = (source: ModelHandle): RawFile => {
    if (!(source instanceof AbcFile)) throw new TypeError("A layer's source is not an AbcFile.");
    if (source.#core !== this.#core) throw new TypeError("A layer's source was opened by another module.");
    return source.raw;
  };
}

/** Opens models with one module. */
class Models<Module extends RawModels> extends Library<RawFile, AbcFile> {
  constructor(protected readonly core: Started<Module>) {
    super(
      core,
      () => core.module,
      (source, bytes) => new AbcFile(core, source, bytes),
    );
  }
}

/** Opens models of the Jupiter engine. */
class JupiterModels extends Models<RawJupiter> {
  override open(bytes: Uint8Array): AbcFile {
    const file = super.open(bytes);
    // Its places are in the text, which is what is changed.
    if (file.info.format === 'ltc') file.openOther = (text) => this.open(this.#packed(text));
    return file;
  }

  #packed(text: Uint8Array): Uint8Array {
    const packed = this.core.ask((module) => module.pack(text));
    if (!packed) throw new RangeError('There is not enough memory to pack the text.');
    return packed;
  }
}

/** Bytes of a module that is loaded later. */
type BytesOf = () => Promise<ArrayBuffer | undefined>;

/** Opens models. */
export class Lithoscope extends Models<RawModule> {
  readonly #jupiterBytes: BytesOf;
  readonly #stopped: StoppedError | undefined;
  #loading: Promise<JupiterModels> | null = null;
  #jupiter: JupiterModels | null = null;

  private constructor(core: Started<RawModule>, jupiterBytes: BytesOf, stopped: StoppedError | undefined) {
    super(core);
    this.#jupiterBytes = jupiterBytes;
    this.#stopped = stopped;
  }

  /**
   * Loads the WebAssembly module that opens ABC.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   * @param jupiter the same of jupiter.wasm, asked for with the first model of that engine
   * @param stopped the error that is thrown for a fault of a module; ModuleStopped where it is not given
   */
  static async load(
    wasmBinary?: ArrayBuffer,
    jupiter: BytesOf = () => Promise.resolve(undefined),
    stopped?: StoppedError,
  ): Promise<Lithoscope> {
    return new Lithoscope(await Started.start(createModule, wasmBinary, stopped), jupiter, stopped);
  }

  /**
   * Opens a model of any format. `open` opens ABC; of another format it knows no more than the name.
   * @throws {Error} when the module for the format cannot be loaded; the next call tries again
   * @throws {ModuleStopped} {RangeError} as `open` does
   */
  async openAny(bytes: Uint8Array): Promise<AbcFile> {
    const file = this.open(bytes);
    if (!OF_JUPITER.includes(file.info.format)) return file;
    file.release();
    return (await this.#loadJupiter()).open(bytes);
  }

  /** Every finding of models of any format, in the order of docs/findings.md. */
  async wholeCatalogue(): Promise<CatalogueEntry[]> {
    return [...this.catalogue(), ...(await this.#loadJupiter()).catalogue()];
  }

  override memory(): number {
    return super.memory() + (this.#jupiter?.memory() ?? 0);
  }

  async #loadJupiter(): Promise<JupiterModels> {
    if (this.#jupiter) return this.#jupiter;
    this.#loading ??= this.#startJupiter().finally(() => {
      this.#loading = null;
    });
    this.#jupiter ??= await this.#loading;
    return this.#jupiter;
  }

  async #startJupiter(): Promise<JupiterModels> {
    const [{ default: create }, bytes] = await Promise.all([
      import('@lithoscope/jupiter-module'),
      this.#jupiterBytes(),
    ]);
    return new JupiterModels(await Started.start(create, bytes, this.#stopped));
  }

  /**
   * The sections whose heads lie in a part of a file, as `open` would find them.
   * @param bytes the part, which begins at `start`; of a head that does not lie wholly in it nothing is said
   * @param offset of the first of the heads
   * @param most sections that are wanted
   */
  chain(bytes: Uint8Array, start: number, fileSize: number, offset: number, most: number): ChainPart {
    return this.core.ask((module) => module.chain(bytes, start, fileSize, offset, most));
  }

  /**
   * Whether a node fits a filter, all of whose terms must.
   * @param leaf its bytes, of a leaf; null of any other node, and when they are not known: no value fits then
   */
  matches(filter: readonly FilterTerm[], name: string, type: string, leaf: Uint8Array | null): boolean {
    return this.core.ask((module) => module.matches(filter, name, type, leaf));
  }
}
