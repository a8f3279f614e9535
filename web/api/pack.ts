/** Archives that are written: out of files, and out of archives with changes. */
import type { ContentsChange } from '../archive/contents-changes.ts';
import { changedContents } from '../archive/contents-changes.ts';
import { type ByteSource, Unreadable } from '../archive/locator.ts';
import { type ArchiveFile, contentsOf, type Packed, packArchive } from '../archive/pack.ts';
import { Unwritable } from '../archive/splice.ts';
import { check, checkOptions, FLAG, type Kinds, LithoscopeError, oneOf, sentence, TEXT } from './errors.ts';
import { openers } from './modules.ts';
import { type Input, readable, sourceOf } from './source.ts';

/** A file that goes into an archive. */
export interface FileToPack {
  /** In the archive, with `/` between folders. */
  readonly path: string;
  /** Read when the archive is written. */
  readonly content: Input;
  /** Time of modification, milliseconds since 1970; null if unknown. */
  readonly time?: number | null;
}

/** A change of what an archive contains. Paths are compared without the case of letters. */
export type ArchiveChange =
  | {
      /** Adds this file, or replaces the one of its path. */
      readonly add: FileToPack;
    }
  | {
      /** Deletes the file of this path, or the folder with all that is in it. */
      readonly delete: string;
    }
  | {
      /** Gives the file or folder of this path another one. */
      readonly rename: string;
      /** Its new path, which may lie in another folder. */
      readonly to: string;
    };

/** How an archive is written. */
export interface PackOptions {
  /** Kind of the archive; by default `rez`, of a changed archive its own. */
  readonly type?: 'rez' | 'zip';
  /** Title of a REZ, at most 60 characters of Latin-1; by default that of the changed archive, else that of the games. */
  readonly title?: string;
  /** New names in a REZ keep the case of their letters; by default they get capitals, as from the makers' tool. */
  readonly keepCase?: boolean;
}

const PACK_OPTIONS: Kinds<PackOptions> = { type: oneOf('rez', 'zip'), title: TEXT, keepCase: FLAG };

/** An archive that is ready to be written. Nothing of its files has been read yet. */
export class PackedArchive {
  /** Its kind. */
  readonly type: 'rez' | 'zip';
  /** Bytes of the archive; null of a zip, whose size is known when it is written. */
  readonly size: number | null;
  readonly #packed: Packed;

  /** @internal */
  constructor(type: 'rez' | 'zip', packed: Packed) {
    this.type = type;
    this.size = packed.size;
    this.#packed = packed;
  }

  /**
   * The bytes in parts, in order: whatever the size, little memory is needed. It can be asked for more than once.
   * @throws {LithoscopeError} `UNREADABLE` when a file cannot be read, or has another size than before
   */
  async *parts(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const parts = this.#packed.parts();
    try {
      for (;;) {
        const { done, value } = await readable(() => parts.next());
        if (done) return;
        yield value;
      }
    } finally {
      await parts.return(undefined);
    }
  }

  /** All bytes as a Blob. @throws {LithoscopeError} as `parts` */
  async blob(): Promise<Blob> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of this.parts()) parts.push(part);
    return new Blob(parts);
  }

  /** All bytes in memory. @throws {LithoscopeError} as `parts` */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.blob()).arrayBuffer());
  }
}

/**
 * Makes an archive of files. Equal files give equal bytes.
 * @throws {LithoscopeError} `REFUSED` when the format cannot hold them, `LOAD_FAILED`, `WRONG_ARGUMENT`
 */
export async function pack(files: readonly FileToPack[], options: PackOptions = {}): Promise<PackedArchive> {
  checkOptions(options, PACK_OPTIONS);
  check('files', files, { words: 'a list of files', includes: Array.isArray });
  const { type = 'rez' } = options;
  const list: ArchiveFile[] = [];
  // Not `map`, which skips the holes of a sparse list.
  for (const file of files) list.push(toFile(file));
  return refusing(
    async () => new PackedArchive(type, await packArchive(type, list, await openers(), how(options))),
  );
}

/** @internal An archive with changes; see `RezArchive.withChanges`. */
export async function packChanged(
  source: ByteSource,
  name: string,
  changes: readonly ArchiveChange[],
  options: PackOptions,
): Promise<PackedArchive> {
  checkOptions(options, PACK_OPTIONS);
  check('changes', changes, { words: 'a list of changes', includes: Array.isArray });
  const list: ContentsChange[] = [];
  for (const change of changes) list.push(toChange(change));
  return refusing(async () => {
    const tools = await openers();
    const of = { source };
    const { kind, files } = await readable(() => contentsOf(of, name, tools));
    const { type = kind } = options;
    const base = type === 'rez' && kind === 'rez' ? of : null;
    const packed = await packArchive(type, changedContents(files, list), tools, { base, ...how(options) });
    return new PackedArchive(type, packed);
  });
}

function how({ title, keepCase = false }: PackOptions) {
  return { inCapitals: !keepCase, ...(title !== undefined && { title }) };
}

function toFile(file: FileToPack): ArchiveFile {
  const { path, content, time = null } = Object(file) as FileToPack;
  check('path', path, TEXT);
  check('time', time, {
    words: 'a number or null',
    includes: (value) => value === null || Number.isFinite(value),
  });
  const source = sourceOf(content);
  return { path, size: source.size, time, locator: { source }, number: -1 };
}

function toChange(change: ArchiveChange): ContentsChange {
  const given = Object(change) as Partial<Record<'add' | 'delete' | 'rename' | 'to', unknown>>;
  if (given.add !== undefined) {
    const { path, size, time, locator } = toFile(given.add as FileToPack);
    return { kind: 'add', path, file: { size, time, locator } };
  }
  if (typeof given.delete === 'string') return { kind: 'delete', path: given.delete };
  if (typeof given.rename === 'string' && typeof given.to === 'string')
    return { kind: 'rename', path: given.rename, to: given.to };
  throw new LithoscopeError(
    'WRONG_ARGUMENT',
    'A change is { add: file }, { delete: path } or { rename: path, to: path }.',
  );
}

async function refusing<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Unwritable || error instanceof Unreadable)
      throw new LithoscopeError('REFUSED', sentence(error.message), { cause: error });
    throw error;
  }
}
