/** A parsed file of any kind, model or texture: what its bytes are. */
import type { Structure } from '@lithoscope/module';
import type { EditKind } from './types/edit.ts';
import type { EngineVerdict, Finding } from './types/findings.ts';
import type { Info } from './types/info.ts';
import type { ModelElement } from './types/model.ts';
import type {
  Coverage,
  Elements,
  FilterTerm,
  Leaves,
  SearchPart,
  StateRanges,
  StructureNode,
} from './types/structure.ts';

/** What answers for a file. After `free` it answers as a file of no bytes. */
export interface RawSource<Raw> {
  current(): Raw;
  /** Called once. */
  free(): void;
}

const NO_BYTES = new Uint8Array(0);

/**
 * A parsed file. Everything it returns is a copy; the same question always has the same answer, until `release`.
 *
 * A released file answers as a file of no bytes: with nothing, and never with an error, because a view may ask once
 * more before it is taken away. `info`, `findings`, `engine`, `modelEdit`, `coverage` and `size` stay.
 */
export class ParsedFile<Raw extends Structure = Structure> {
  readonly info: Info;
  readonly findings: readonly Finding[];
  /** True when there are more findings than are kept (1,000). */
  readonly findingsTruncated: boolean;
  readonly engine: EngineVerdict;
  readonly modelEdit: EngineVerdict;
  readonly coverage: Coverage;
  readonly #source: RawSource<Raw>;
  #bytes: Uint8Array;
  #isReleased = false;
  /** As what it can be changed; null: it cannot be. */
  readonly kind: EditKind | null = null;
  /** @internal Opens bytes as a file of this kind; null: it cannot be changed. */
  openOther: ((bytes: Uint8Array) => ParsedFile) | null = null;
  #onRelease: (() => void)[] = [];
  /** Every panel asks for the same byte when the selection moves. */
  #lastAncestors: { readonly offset: number; readonly nodes: readonly StructureNode[] } | null = null;

  constructor(source: RawSource<Raw>, bytes: Uint8Array) {
    this.#source = source;
    this.#bytes = bytes;
    const { raw } = this;
    this.info = raw.info();
    this.findings = raw.findings();
    this.findingsTruncated = raw.findingsTruncated();
    this.engine = raw.engine();
    this.modelEdit = raw.modelEdit();
    this.coverage = raw.coverage();
  }

  /** The C++ side; after `release` that of a file of no bytes. */
  protected get raw(): Raw {
    return this.#source.current();
  }

  /** All bytes of the file; none when it is partially loaded, and after `release`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** What is written of it: `bytes`, and of packed text (LTC) these, packed. */
  get fileBytes(): Uint8Array {
    return this.#bytes;
  }

  /** The same as a worker takes it: of a partially loaded file what its bytes are read from. */
  get content(): Uint8Array | Blob {
    return this.#bytes;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Frees the memory of the file in WebAssembly and lets its bytes go. Does nothing the second time. */
  release(): void {
    if (!this.#isReleased) this.#source.free();
    this.#isReleased = true;
    this.#bytes = NO_BYTES;
    this.#lastAncestors = null;
    for (const listener of this.#onRelease.splice(0)) listener();
  }

  /** Calls back once when it is released: for those who keep something of it. */
  onRelease(listener: () => void): void {
    this.#onRelease.push(listener);
  }

  /** Too large to be parsed: `bytes` is empty, and only the header and the heads of the sections are known. */
  get isPartial(): boolean {
    return false;
  }

  /** Number of bytes of the file as it was opened. */
  get size(): number {
    return this.info.size;
  }

  /** The bytes [start, end) of the file as a view; null while they are being fetched, and `onArrival` tells when they are there. */
  at(start: number, end: number): Uint8Array | null {
    return this.bytes.subarray(start, end);
  }

  /** The same bytes, waited for. Rejects with a sentence for the user. */
  async read(start: number, end: number): Promise<Uint8Array> {
    return this.bytes.subarray(start, end);
  }

  /** Calls back whenever bytes that `at` did not have have arrived. Returns how to stop that. */
  onArrival(_listener: () => void): () => void {
    return () => {};
  }

  /** Every range of bytes that are not known; neighbours of one state are one range. */
  notKnown(): StateRanges {
    return this.raw.notKnown();
  }

  /** The leaves that touch the bytes [start, end). Costs what it returns, not what the file holds. */
  leaves(start: number, end: number): Leaves {
    return this.raw.leaves(start, end);
  }

  /** The paths of the same leaves, in the same order. */
  paths(start: number, end: number): string[] {
    return this.raw.paths(start, end);
  }

  /** The node at a path (`''` is the file), or null when there is none. */
  resolve(path: string): StructureNode | null {
    return this.raw.resolve(path);
  }

  /** Children [from, from + count) of the node at `path`; empty for a leaf or an unknown path. */
  children(path: string, from = 0, count = 0xffffffff): StructureNode[] {
    return this.raw.children(path, from, count);
  }

  /** The nodes around a byte, the section first and the leaf last; empty outside the file. */
  ancestors(offset: number): StructureNode[] {
    if (this.#lastAncestors?.offset !== offset) {
      this.#lastAncestors = { offset, nodes: this.raw.ancestors(offset) };
    }
    return [...this.#lastAncestors.nodes];
  }

  /** Where each element of the list at a path lies; null when there is no list. */
  elements(path: string): Elements | null {
    return this.raw.elements(path);
  }

  /**
   * Tests the nodes from an offset on against a filter, all of whose terms must fit. Call it again with `next` until
   * that is `size`; what is around the finds of two parts comes with both. A `next` that is not after `from` ends the
   * search too: the file was released, or there is no memory.
   * @param from 0, or `next` of the part before
   * @param budget how many nodes to look at, about: 10,000 take a few milliseconds at most
   */
  search(filter: readonly FilterTerm[], from: number, budget: number): SearchPart {
    return this.raw.search(filter, from, budget);
  }

  /** Whether its bytes can be changed: they are all here, and its kind can be written. */
  get isEditable(): boolean {
    return this.kind !== null && this.openOther !== null && !this.#isReleased;
  }

  /** A file of the same kind with other bytes. */
  withBytes(bytes: Uint8Array): ParsedFile {
    if (!this.openOther) throw new TypeError('This file cannot be changed.');
    return this.openOther(bytes);
  }

  /** The path of an element of the model; of a face or vertex without `lod`, at level 0. `''` when there is none. */
  pathOf(_element: ModelElement): string {
    return '';
  }

  /** The element of the model that the node at a path is, or lies in; empty when it is no part of one. */
  elementOf(_path: string): ModelElement {
    return {};
  }
}
