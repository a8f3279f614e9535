/**
 * What JavaScript sees of the C++ core: bytes in, plain objects and typed arrays out. Every array is
 * a copy of its own, so it stays valid whatever is opened later, and nobody frees anything: a file's
 * memory goes when the last reference to its `AbcFile` does.
 */

import type { RawFile, RawLayer, RawModule, RawPoseRequest } from '@lithoscope/module';
import createModule from '@lithoscope/module';
import { ParsedFile } from './parsed-file.ts';
import type {
  CatalogueEntry,
  ChainPart,
  ChildComparison,
  FilterTerm,
  Frame,
  FrozenPose,
  Keyframes,
  Layer,
  Mesh,
  ModelElement,
  PoseRequest,
  Schema,
  Track,
  Weights,
} from './types.ts';

export { ParsedFile } from './parsed-file.ts';
export * from './types.ts';

/** A parsed model. */
export class AbcFile extends ParsedFile {
  readonly #raw: RawFile;

  /** @internal Use `Lithoscope.open`. */
  constructor(raw: RawFile, bytes: Uint8Array) {
    super(raw, bytes);
    this.#raw = raw;
  }

  /** Topology of one piece at one level (v6: the piece 0 with `lod` collapses applied). */
  mesh(piece: number, lod: number): Mesh {
    return this.#raw.mesh(piece, lod);
  }

  /** What moves the vertices of one piece at one level; empty when there is no such level. */
  weights(piece: number, lod: number): Weights {
    return this.#raw.weights(piece, lod);
  }

  /** Key times and frame strings of an animation of this file. */
  keyframes(animation: number): Keyframes {
    return this.#raw.keyframes(animation);
  }

  /** The keys of a node in an animation of this file; null when either is not there or not complete. */
  track(animation: number, node: number): Track | null {
    return this.#raw.track(animation, node);
  }

  /** Poses the skeleton and deforms every piece. Null when the request names what is not there. */
  evaluate(request: PoseRequest): Frame | null {
    return this.#raw.evaluate(this.#request(request));
  }

  /** What `evaluate` would pose, to blend from later. Null when the request names what is not there. */
  freeze(request: PoseRequest): FrozenPose | null {
    return this.#raw.freeze(this.#request(request));
  }

  override pathOf(element: ModelElement): string {
    return this.#raw.pathOf(element);
  }

  override elementOf(path: string): ModelElement {
    return this.#raw.elementOf(path);
  }

  /** How files like this one are built, as data; null when nobody has described its version. */
  schema(): Schema | null {
    return this.#raw.schema();
  }

  /**
   * How a file suits a child model of this one.
   * @param child index into `info.childModels`, from 1: entry 0 is the model itself
   */
  compareChild(child: number, base: AbcFile): ChildComparison {
    return this.#raw.compareChild(child, base.#raw);
  }

  #request(request: PoseRequest): RawPoseRequest {
    const layer = ({ animation, timeMs, loop, source, weightSet }: Layer): RawLayer => ({
      animation,
      timeMs,
      loop,
      source: (source ?? this).#raw,
      weightSet: weightSet ?? null,
    });
    return {
      layers: [layer(request), ...(request.layers ?? []).map(layer)],
      lod: request.lod,
      origin: request.origin ?? null,
      from: request.transition?.from ?? null,
      fraction: request.transition?.fraction ?? 1,
      conjugateKeys: request.reading?.conjugateKeys ?? null,
      restAnimation: request.reading?.restAnimation ?? null,
    };
  }

  /** @internal Releases the C++ side; the garbage collector's way of closing. */
  static release(raw: RawFile): void {
    raw.delete();
  }
}

export class Lithoscope {
  readonly #module: RawModule;
  readonly #finalizer = new FinalizationRegistry<RawFile>((raw) => AbcFile.release(raw));

  private constructor(module: RawModule) {
    this.#module = module;
  }

  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   */
  static async load(wasmBinary?: ArrayBuffer): Promise<Lithoscope> {
    return new Lithoscope(await createModule(wasmBinary ? { wasmBinary } : {}));
  }

  /** Every finding of models, in the order of docs/findings.md. */
  catalogue(): CatalogueEntry[] {
    return this.#module.catalogue();
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

  /** Parses and validates. Any bytes give a file: what is wrong with them is in its findings. */
  open(bytes: Uint8Array): AbcFile {
    const raw = new this.#module.File();
    // The view dies with the next growth of the memory, so it is filled at once and dropped.
    const input = raw.allocate(bytes.length);
    if (input) {
      input.set(bytes);
      raw.parse();
    }
    const file = new AbcFile(raw, bytes);
    this.#finalizer.register(file, raw);
    return file;
  }
}
