/** Opening files as what their bytes are, and archives, whose files are opened likewise. */
import type { Finding, ParsedFile } from '@lithoscope/core';
import type { RezFile } from '@lithoscope/rez';
import {
  archiveKindOf,
  infoOf,
  isSprite,
  isTexture,
  parseBytes,
  type RezInfo,
  type ZipInfo,
  zipInfoOf,
} from '../archive/opened.ts';
import { isModelFormat } from '../explain/formats.ts';
import {
  type ArchiveEntry,
  type ArchiveListing,
  type ArchiveParts,
  Contents,
  type ListOptions,
} from './contents.ts';
import { checkOptions, type Kinds, LithoscopeError, TEXT } from './errors.ts';
import { OpenedFile } from './file.ts';
import { Model } from './model.ts';
import { openers, settled } from './modules.ts';
import type { ArchiveChange, PackedArchive, PackOptions } from './pack.ts';
import { allOf, bytesIn, type Input, nameOf, readable, sourceOf } from './source.ts';
import { OtherFile, Sprite, Texture } from './texture.ts';

/** A REZ archive, which is a file too: header and directories are explained field by field. It is never read whole. */
export class RezArchive extends OpenedFile {
  override readonly kind = 'archive';
  /** Of the archive. */
  readonly type = 'rez';
  /** What the archive is, as `lithoscope info` prints it. */
  readonly info: RezInfo;
  readonly #contents: Contents<Opened>;

  /** @internal */
  constructor(file: RezFile, parts: ArchiveParts<Opened>) {
    super(file, parts.name);
    this.info = infoOf(file);
    this.#contents = new Contents(parts);
  }

  /**
   * The files in it. An archive that is damaged gives those that can be found, and its problems.
   * @throws {LithoscopeError} `RELEASED`; what its source or the signal rejects with
   */
  list(options: ListOptions = {}): Promise<ArchiveListing> {
    return this.#contents.list(options);
  }

  /**
   * All bytes of a file in it.
   * @param entry of `list`, or a path in any case and with either slash, `inner.rez/MODELS/X.ABC` in an archive in it
   * @throws {LithoscopeError} `NOT_FOUND`, `UNREADABLE` when it is damaged or above 1 GB, `RELEASED`
   */
  read(entry: ArchiveEntry | string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#contents.read(entry);
  }

  /**
   * The same as a Blob; of an archive that is a Blob, a slice of it, of any size and without a copy.
   * @throws {LithoscopeError} as `read`
   */
  blob(entry: ArchiveEntry | string): Promise<Blob> {
    return this.#contents.blob(entry);
  }

  /**
   * Opens a file in it, as `open` does.
   * @throws {LithoscopeError} as `read`
   */
  open(entry: ArchiveEntry | string): Promise<Opened> {
    return this.#contents.open(entry);
  }

  /**
   * The archive with other contents, ready to be written; this one stays as it is, and must stay open until then. Archives in
   * it are files. A REZ keeps numbers, comments and keys of its files.
   * @throws {LithoscopeError} `REFUSED` when there is nothing at a path, something at a new one, or the format cannot hold it;
   *   `RELEASED`, `WRONG_ARGUMENT`
   */
  async withChanges(changes: readonly ArchiveChange[], options: PackOptions = {}): Promise<PackedArchive> {
    return this.#contents.withChanges(changes, options);
  }

  /** @internal */
  protected override like(_parsed: ParsedFile): this {
    throw new LithoscopeError('NOT_EDITABLE', 'Files of this kind cannot be changed.');
  }

  override release(): void {
    super.release();
    this.#contents.release();
  }
}

/** A zip, pk3 or any other name of one. It is never read whole. */
export class ZipArchive {
  /** As of every opened file. */
  readonly kind = 'archive';
  /** Of the archive. */
  readonly type = 'zip';
  /** The name that it was opened with; '' for none. */
  readonly name: string;
  /** What the archive is, as `lithoscope info` prints it. */
  readonly info: ZipInfo;
  /** None: what is wrong with a zip is in `info.problems`, as sentences. */
  readonly findings: readonly Finding[] = [];
  readonly #contents: Contents<Opened>;

  private constructor(name: string, info: ZipInfo, contents: Contents<Opened>) {
    this.name = name;
    this.info = info;
    this.#contents = contents;
  }

  /** @internal */
  static async read(parts: ArchiveParts<Opened>): Promise<ZipArchive> {
    const contents = new Contents(parts);
    return new ZipArchive(parts.name, zipInfoOf(parts.source, await contents.list({})), contents);
  }

  /** Bytes of the archive. */
  get size(): number {
    return this.info.size;
  }

  /** Whether the archive was released. */
  get isReleased(): boolean {
    return this.#contents.isReleased;
  }

  /**
   * The files in it. An archive that is damaged gives those that can be found, and its problems.
   * @throws {LithoscopeError} `RELEASED`; what its source or the signal rejects with
   */
  list(options: ListOptions = {}): Promise<ArchiveListing> {
    return this.#contents.list(options);
  }

  /**
   * All bytes of a file in it, its checksum compared.
   * @param entry of `list`, or a path in any case and with either slash, `inner.rez/MODELS/X.ABC` in an archive in it
   * @throws {LithoscopeError} `NOT_FOUND`, `UNREADABLE` when it is damaged, encrypted or above 1 GB, `RELEASED`
   */
  read(entry: ArchiveEntry | string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#contents.read(entry);
  }

  /**
   * The same as a Blob; of a file that is stored plain in a Blob, a slice of it without a copy.
   * @throws {LithoscopeError} as `read`
   */
  blob(entry: ArchiveEntry | string): Promise<Blob> {
    return this.#contents.blob(entry);
  }

  /**
   * Opens a file in it, as `open` does.
   * @throws {LithoscopeError} as `read`
   */
  open(entry: ArchiveEntry | string): Promise<Opened> {
    return this.#contents.open(entry);
  }

  /**
   * The archive with other contents, ready to be written; this one stays as it is, and must stay open until then. Archives in
   * it are files. A REZ keeps numbers, comments and keys of its files.
   * @throws {LithoscopeError} `REFUSED` when there is nothing at a path, something at a new one, or the format cannot hold it;
   *   `RELEASED`, `WRONG_ARGUMENT`
   */
  async withChanges(changes: readonly ArchiveChange[], options: PackOptions = {}): Promise<PackedArchive> {
    return this.#contents.withChanges(changes, options);
  }

  /** Lets go of what was listed. Does nothing the second time. */
  release(): void {
    this.#contents.release();
  }

  /** The same as `release`, for `using`. */
  [Symbol.dispose](): void {
    this.release();
  }
}

/** An archive of either kind; `type` tells which. */
export type Archive = RezArchive | ZipArchive;

/** An opened file; `kind` tells which. */
export type Opened = Model | Texture | Sprite | Archive | OtherFile;

/** How a file is opened. */
export interface OpenOptions {
  /**
   * `MODELS/HERO.ABC`. A sprite and a REZ archive that lack their signature are known by the ending, and a child model by its
   * name. By default the name of a `File`, else ''.
   */
  readonly name?: string;
}

const OPEN_OPTIONS: Kinds<OpenOptions> = { name: TEXT };

/**
 * Opens a file as what its bytes are: a model, texture, sprite or archive, whatever its name. Any bytes give a file: what is
 * wrong with them is in its `findings` (of a zip in `info.problems`), and what could be read is there.
 * @param input bytes in memory, a Blob or File, or a source that is read in parts: of an archive its directory and the files
 *   that are asked for, of anything else all
 * @throws {LithoscopeError} `UNREADABLE` when the bytes cannot be read, `LOAD_FAILED`, `WRONG_ARGUMENT`; what a `ByteSource` rejects with
 */
export async function open(input: Input, options: OpenOptions = {}): Promise<Opened> {
  checkOptions(options, OPEN_OPTIONS);
  const { name = nameOf(input) } = options;
  const source = sourceOf(input);
  const tools = await openers();
  const kind = await readable(() => archiveKindOf(source, name));
  const parts = {
    source,
    name,
    openers: tools,
    open: (bytes: Uint8Array, path: string) => open(bytes, { name: path }),
  };
  if (kind === 'zip') return ZipArchive.read(parts);
  if (kind === 'rez') {
    const rez = await tools.rez();
    const read = (start: number, end: number) => source.read(start, end);
    return new RezArchive(await readable(() => rez.open(source.size, read, { name })), parts);
  }
  const file = await settled(await parseBytes(tools, name, bytesIn(input) ?? (await allOf(source))));
  if (isTexture(file)) return new Texture(file, name);
  if (isSprite(file)) return new Sprite(file, name);
  return isModelFormat(file.info.format) ? new Model(file, name) : new OtherFile(file, name);
}
