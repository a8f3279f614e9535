/**
 * REZ archives as JavaScript sees them: a WebAssembly module of its own, loaded with the first of them. An archive is
 * never read whole: header and directories are, and bytes as they are looked at.
 */

import type { RawArchive } from '@lithoscope/rez-module';
import createModule from '@lithoscope/rez-module';
import { ModuleLibrary } from './library.ts';
import { ParsedFile, type RawSource } from './parsed-file.ts';
import { Started, type StoppedError } from './started.ts';
import type { SectionInfo } from './types/info.ts';
import type { Schema } from './types/schema.ts';

/** Reads the bytes [start, end), which lie inside the file. Rejects with a sentence for the user. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** Bytes of a file that is not held: `ParsedFile.at`, `read` and `onArrival` ask them. */
export interface SlicedBytes {
  at(start: number, end: number): Uint8Array | null;
  read: ReadBytes;
  onArrival(listener: () => void): () => void;
  /** Called once, by `release`. */
  close(): void;
}

export interface RezOptions {
  /** Of the file: of one that is no REZ the findings say what its name promised. */
  readonly name?: string;
  /** What the bytes of the file are asked from; without it, `at` has none and `read` is that of `open`. */
  readonly slices?: SlicedBytes;
  /** What a worker takes to read the file. */
  readonly content?: Blob;
  /** Ends the reading: `open` rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Entries of an archive as columns of one length. */
export interface RezEntries {
  /** With `/` between folders, letters as stored. Two may be alike: the first counts. */
  paths: string[];
  /** Of the data; it may lie outside the file, which is a finding. */
  offset: Uint32Array;
  size: Uint32Array;
  /** Seconds since 1970. */
  time: Uint32Array;
}

/** How much of what an archive has. */
export interface RezKinds {
  /** By extension, lower case, without the dot; '' of names without one. The one with most bytes first; at most 50. */
  list: { extension: string; count: number; bytes: number }[];
  /** Those of all other extensions. */
  others: { count: number; bytes: number };
}

/** A resource of an archive that is to be written. */
export interface NewRezEntry {
  /** With `/` between folders, and its extension. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Number of the entry of this archive that it was, of which it keeps number, comment and keys; −1: it is new. */
  readonly kept: number;
}

export interface NewRezOptions {
  /** Title of the archive, at most 60 characters of Latin-1; without it, that of this archive, else that of the games. */
  readonly title?: string;
  /** New names get capital letters, as the makers' tool gives them. */
  readonly inCapitals?: boolean;
}

/** How an archive is written: its head, the data of the entries without gaps, its directories. */
export interface RezLayout {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly directories: Uint8Array<ArrayBuffer>;
  /** Numbers of the entries in the order of their data. */
  readonly order: Uint32Array;
}

/** Why entries are no archive. */
export class RezRefusal extends Error {
  /** @param sentence for the user @param entry the entry that it is about; −1: all of them */
  constructor(
    sentence: string,
    readonly entry: number,
  ) {
    super(sentence);
  }
}

const NO_BYTES = new Uint8Array(0);

/** A parsed archive, which is always partially loaded. */
export class RezFile extends ParsedFile<RawArchive> {
  /** Files in it; of a file that is no REZ, 0. */
  readonly entryCount: number;
  /** Directories in it, without the root. */
  readonly folderCount: number;
  readonly #slices: SlicedBytes;
  #content: Uint8Array | Blob;
  #parts: SectionInfo[] | null = null;

  /** @internal Use `RezLibrary.open`. */
  constructor(source: RawSource<RawArchive>, slices: SlicedBytes, content: Uint8Array | Blob) {
    super(source, NO_BYTES);
    this.entryCount = this.raw.entryCount();
    this.folderCount = this.raw.folderCount();
    this.#slices = slices;
    this.#content = content;
  }

  override get content(): Uint8Array | Blob {
    return this.#content;
  }

  override get isPartial(): boolean {
    return true;
  }

  override release(): void {
    if (this.isReleased) return;
    super.release();
    this.#parts = [];
    this.#slices.close();
    this.#content = NO_BYTES;
  }

  override at(start: number, end: number): Uint8Array | null {
    return this.isReleased ? NO_BYTES : this.#slices.at(start, end);
  }

  override async read(start: number, end: number): Promise<Uint8Array> {
    return this.isReleased ? NO_BYTES : this.#slices.read(start, end);
  }

  override onArrival(listener: () => void): () => void {
    return this.#slices.onArrival(listener);
  }

  /**
   * Entries [from, from + count), folder by folder from the root on; fewer at the end, and when there is no memory for
   * them. A folder's own come before those of the folders in it.
   */
  entries(from = 0, count = 0xffffffff): RezEntries {
    const { paths, ...columns } = this.raw.entries(from, count);
    return { ...columns, paths: paths === '' ? [] : paths.slice(0, -1).split('\0') };
  }

  /** How much of what it has; in time linear in the number of entries. Null when there is no memory for it. */
  kinds(): RezKinds | null {
    return this.raw.kinds();
  }

  /**
   * Header, directories and data as ranges in file order, neighbours of one kind as one; at most 20,000. `Info.sections` has
   * only the first of each kind.
   */
  parts(): SectionInfo[] {
    this.#parts ??= this.#readParts();
    return this.#parts;
  }

  #readParts(): SectionInfo[] {
    const parts = this.raw.parts();
    return Array.from(parts?.start ?? [], (offset, i) => {
      const next = parts?.end[i] ?? offset;
      const { type = '' } = this.info.sections[parts?.section[i] ?? 0] ?? {};
      return { type, offset, size: next - offset, next };
    });
  }

  /** The entry whose data, or whose line in a directory, holds the byte; −1: none. */
  entryAt(offset: number): number {
    return this.raw.entryAt(offset);
  }

  /**
   * Lays out an archive of these entries: sorted by name, as the makers' tool writes it. Equal entries give equal bytes.
   * @throws {RezRefusal} when no archive can hold them
   */
  layOut(entries: readonly NewRezEntry[], { title, inCapitals = true }: NewRezOptions = {}): RezLayout {
    const layout = this.raw.layOut({
      paths: entries.map(({ path }) => `${path}\0`).join(''),
      size: Float64Array.from(entries, ({ size }) => size),
      time: Uint32Array.from(entries, ({ time }) => time),
      kept: Int32Array.from(entries, ({ kept }) => kept),
      title: title ?? null,
      inCapitals,
    });
    if (!layout) throw new RezRefusal('There is not enough memory for it.', -1);
    const { refusal, refused, ...parts } = layout;
    if (refusal) throw new RezRefusal(refusal, refused);
    return parts;
  }

  /** How archives are built; null when the file is none. */
  schema(): Schema | null {
    return this.raw.schema();
  }
}

/** Opens archives. */
export class RezLibrary extends ModuleLibrary<RawArchive, RezFile> {
  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   * @param stopped the error that is thrown for a fault of the module; ModuleStopped where it is not given
   */
  static async load(wasmBinary?: ArrayBuffer, stopped?: StoppedError): Promise<RezLibrary> {
    const core = await Started.start(createModule, wasmBinary, stopped);
    return new RezLibrary(core, () => core.module);
  }

  /**
   * Reads header and directories, and validates. Any bytes give a file: what is wrong with them is in its findings.
   * @param read is asked for the header, and for the directories in blocks of 64 KB; when it rejects, so does this
   */
  async open(size: number, read: ReadBytes, options: RezOptions = {}): Promise<RezFile> {
    const { name = '', slices = unsliced(size, read), content = NO_BYTES, signal } = options;
    const blocks = new Blocks(size, read);
    const raw = this.newRaw();
    try {
      raw.begin(size, name);
      for (let wanted = raw.wanted(); wanted; wanted = raw.wanted()) {
        const bytes = await blocks.read(...wanted);
        signal?.throwIfAborted();
        const input = raw.allocate(bytes.length);
        // Without memory nothing more is wanted, and a finding says so.
        input?.set(bytes);
        if (input) raw.take();
      }
      raw.parse();
    } catch (error) {
      raw.delete();
      throw error;
    }
    // Its directories are not kept: after a fault of the core it answers as one that was released.
    return this.keep(raw, null, (source) => new RezFile(source, slices, content));
  }

  protected override emptyRaw(): RawArchive {
    const raw = this.newRaw();
    raw.begin(0, '');
    raw.parse();
    return raw;
  }
}

function unsliced(size: number, read: ReadBytes): SlicedBytes {
  return {
    at: () => null,
    read: async (start, end) => (start < end ? read(start, Math.min(end, size)) : NO_BYTES),
    onArrival: () => () => {},
    close: () => {},
  };
}

/** Reads whole blocks, the latest of which are kept: directories are small, and most lie near each other. */
class Blocks {
  static readonly #SIZE = 64 * 1024;
  static readonly #KEPT = 256;
  /** By number. */
  readonly #blocks = new Map<number, Uint8Array>();

  constructor(
    private readonly size: number,
    private readonly source: ReadBytes,
  ) {}

  async read(start: number, end: number): Promise<Uint8Array> {
    const first = Math.floor(start / Blocks.#SIZE);
    const last = Math.floor((end - 1) / Blocks.#SIZE);
    if (last > first + 1) return this.#exactly(start, end);
    const out = new Uint8Array(end - start);
    for (let number = first; number <= last; number++) {
      const base = number * Blocks.#SIZE;
      const block = await this.#block(number);
      const part = block.subarray(Math.max(0, start - base), end - base);
      out.set(part, Math.max(0, base - start));
    }
    return out;
  }

  async #block(number: number): Promise<Uint8Array> {
    const kept = this.#blocks.get(number);
    if (kept) return kept;
    const base = number * Blocks.#SIZE;
    const block = await this.#exactly(base, Math.min(base + Blocks.#SIZE, this.size));
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > Blocks.#KEPT && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  async #exactly(start: number, end: number): Promise<Uint8Array> {
    const bytes = await this.source(start, end);
    if (bytes.length !== end - start)
      throw new Error('The archive is not as long as it was: it has changed.');
    return bytes;
  }
}
