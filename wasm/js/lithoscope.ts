/**
 * The C++ core as JavaScript sees it: bytes in, plain objects and typed arrays out. Every array is a copy, so it stays
 * valid whatever is opened later. A file's memory is freed by `release`, or else when the file is garbage.
 */

import type { RawFile, RawLayer, RawModule, RawPoseRequest } from '@lithoscope/module';
import createModule from '@lithoscope/module';
import { Library } from './library.ts';
import { listsOf } from './lists.ts';
import { ParsedFile } from './parsed-file.ts';
import type { Conversion } from './types/edit.ts';
import type { ChainPart } from './types/info.ts';
import type {
  ChildComparison,
  Frame,
  FrozenPose,
  Keyframes,
  Layer,
  ModelElement,
  ModelHandle,
  PieceTopology,
  PoseRequest,
  Track,
  Weights,
} from './types/model.ts';
import type { Schema } from './types/schema.ts';
import type { FilterTerm } from './types/structure.ts';

export type { RawLists } from './lists.ts';
export { ParsedFile } from './parsed-file.ts';
export * from './types/edit.ts';
export * from './types/findings.ts';
export * from './types/info.ts';
export * from './types/model.ts';
export * from './types/schema.ts';
export * from './types/structure.ts';

/** A parsed model. */
export class AbcFile extends ParsedFile<RawFile> implements ModelHandle {
  readonly #module: RawModule;

  /** @internal Use `Lithoscope.open`. */
  constructor(module: RawModule, raw: RawFile, bytes: Uint8Array, free: () => RawFile) {
    super(raw, bytes, free);
    Object.assign(this.info, listsOf(raw.lists(), bytes));
    this.#module = module;
  }

  /** The triangles of one piece at one level (v6: piece 0 with `lod` collapses applied); empty when there is no such level. */
  topology(piece: number, lod: number): PieceTopology {
    return this.raw.topology(piece, lod);
  }

  /** The weights of the vertices of one piece at one level; empty when there is no such level. */
  weights(piece: number, lod: number): Weights {
    return this.raw.weights(piece, lod);
  }

  /** Key times and frame strings of an animation of this file. */
  keyframes(animation: number): Keyframes {
    return this.raw.keyframes(animation);
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
  evaluate(request: PoseRequest, frame: Frame = { nodes: NO_FLOATS, pieces: [] }): Frame | null {
    const { raw } = this;
    const { nodes, pieces } = this.info;
    if (this.isReleased || !raw.pose(this.#request(request))) return null;
    frame.nodes = sized(frame.nodes, 16 * nodes.length);
    this.#copy(raw.nodeMatrices(), frame.nodes);
    frame.pieces.length = pieces.length;
    // v6 has one list of vertices for all levels.
    const level = this.info.version === 6 ? 0 : request.lod;
    for (let i = 0; i < pieces.length; i++) {
      const length = 3 * (pieces[i]?.lods[level]?.vertices ?? 0);
      let piece = frame.pieces[i] ?? NO_PIECE;
      if (length > 0 && piece === NO_PIECE) piece = { positions: NO_FLOATS, normals: NO_FLOATS };
      frame.pieces[i] = piece;
      // A file may claim 100,000s of empty pieces.
      if (piece === NO_PIECE) continue;
      const positions = raw.deform(i);
      piece.positions = sized(piece.positions, length);
      piece.normals = sized(piece.normals, length);
      this.#copy(positions, piece.positions);
      this.#copy(positions + length * Float32Array.BYTES_PER_ELEMENT, piece.normals);
    }
    return frame;
  }

  /** The matrices of `evaluate` alone: no piece is deformed. Null when the request names a part that is not there. */
  pose(request: PoseRequest): Float32Array | null {
    if (this.isReleased || !this.raw.pose(this.#request(request))) return null;
    const nodes = new Float32Array(16 * this.info.nodes.length);
    this.#copy(this.raw.nodeMatrices(), nodes);
    return nodes;
  }

  /** The pose of `evaluate`, to blend from later. Null when the request names a part that is not there. */
  freeze(request: PoseRequest): FrozenPose | null {
    return this.raw.freeze(this.#request(request));
  }

  override pathOf(element: ModelElement): string {
    return this.raw.pathOf(element);
  }

  override elementOf(path: string): ModelElement {
    return this.raw.elementOf(path);
  }

  /** How files like this one are built, as data; null when its version has no description. */
  schema(): Schema | null {
    return this.raw.schema();
  }

  /** What becomes of this model in another version (9 to 12); null when it cannot be converted to that. */
  conversion(version: number): Conversion | null {
    return this.raw.conversion(version);
  }

  /**
   * How a file suits a child model of this one.
   * @param child index into `info.childModels`, from 1: entry 0 is the model itself
   */
  compareChild(child: number, base: AbcFile): ChildComparison {
    return this.raw.compareChild(child, base.raw);
  }

  /** Copies numbers out of WebAssembly, one by one: a view of them would be one more object a copy. */
  #copy(address: number, into: Float32Array): void {
    const memory = this.#module.HEAPF32;
    const from = address / Float32Array.BYTES_PER_ELEMENT;
    for (let i = 0; i < into.length; i++) into[i] = memory[from + i] as number;
  }

  #request(request: PoseRequest): RawPoseRequest {
    const layer = ({ animation, timeMs, loop, source, weightSet }: Layer): RawLayer => ({
      animation,
      timeMs,
      loop,
      source: source ? AbcFile.#rawOf(source) : this.raw,
      weightSet: weightSet ?? null,
    });
    return {
      layers: [layer(request), ...(request.layers ?? []).map(layer)],
      lod: request.lod,
      origin: request.origin ?? null,
      from: request.transition?.from ?? null,
      fraction: request.transition?.fraction ?? 1,
      conjugateKeys: request.interpretation?.conjugateKeys ?? null,
      restAnimation: request.interpretation?.restAnimation ?? null,
    };
  }

  static #rawOf(source: ModelHandle): RawFile {
    if (!(source instanceof AbcFile)) throw new TypeError("A layer's source is not an AbcFile.");
    return source.raw;
  }
}

const NO_FLOATS = new Float32Array(0);
const NO_PIECE: Frame['pieces'][number] = { positions: NO_FLOATS, normals: NO_FLOATS };

/** The array itself when it has the length, else a new one. */
function sized(array: Float32Array, length: number): Float32Array {
  return array.length === length ? array : new Float32Array(length);
}

/** Opens models. */
export class Lithoscope extends Library<RawFile, AbcFile> {
  readonly #module: RawModule;

  private constructor(module: RawModule) {
    super(module, (raw, bytes, free) => new AbcFile(module, raw, bytes, free));
    this.#module = module;
  }

  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   */
  static async load(wasmBinary?: ArrayBuffer): Promise<Lithoscope> {
    return new Lithoscope(await createModule(wasmBinary ? { wasmBinary } : {}));
  }

  /**
   * The sections whose heads lie in a part of a file, as `open` would find them.
   * @param bytes the part, which begins at `start`; of a head that does not lie wholly in it nothing is said
   * @param offset of the first of the heads
   * @param most sections that are wanted
   */
  chain(bytes: Uint8Array, start: number, fileSize: number, offset: number, most: number): ChainPart {
    return this.#module.chain(bytes, start, fileSize, offset, most);
  }

  /**
   * Whether a node fits a filter, all of whose terms must.
   * @param leaf its bytes, of a leaf; null of any other node, and when they are not known: no value fits then
   */
  matches(filter: readonly FilterTerm[], name: string, type: string, leaf: Uint8Array | null): boolean {
    return this.#module.matches(filter, name, type, leaf);
  }
}
