/** What archives hold, read entry by entry. */
import { type FoundFile, filesIn, listArchive } from '../archive/list.ts';
import { type ByteSource, type Listing, type Locator, Unreadable } from '../archive/locator.ts';
import type { Openers } from '../archive/opened.ts';
import { comparable } from '../archive/paths.ts';
import { blobOf, readWhole } from '../archive/read.ts';
import { checkOptions, FLAG, type Kinds, LithoscopeError, SIGNAL, sentence } from './errors.ts';
import { type ArchiveChange, type PackedArchive, type PackOptions, packChanged } from './pack.ts';
import { MOST_BYTES, readable } from './source.ts';

/** A file in an archive. */
export interface ArchiveEntry {
  /** With `/` between folders, letters as stored; of a file in an archive in it `inner.rez/MODELS/X.ABC`. */
  readonly path: string;
  /** Bytes of the file, as the archive says. */
  readonly size: number;
  /** When it was written, milliseconds since 1970; null when the archive does not say. */
  readonly time: number | null;
  /** Why it cannot be read, a sentence; '' when it can. */
  readonly problem: string;
}

/** What of an archive is listed. */
export interface ListOptions {
  /** Files of the archives in it too, up to three deep; by default not. */
  readonly nested?: boolean;
  /** Stops it: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

const LIST_OPTIONS: Kinds<ListOptions> = { nested: FLAG, signal: SIGNAL };

/** What an archive holds. */
export interface ArchiveListing {
  /** In the order of the archive, at most 1,000,000. Two may have one path: the first counts. */
  readonly entries: readonly ArchiveEntry[];
  /** What is wrong with the archive, and with archives in it, a sentence each. */
  readonly problems: readonly string[];
}

/** @internal The entries of an archive; both kinds of archives have one. */
export class Contents<File> {
  readonly #source: ByteSource;
  readonly #name: string;
  readonly #openers: Openers;
  readonly #open: ArchiveParts<File>['open'];
  #listing: Promise<ArchiveListing> | null = null;
  #nested: Promise<ArchiveListing> | null = null;
  /** Of the entries that were listed. */
  readonly #locators = new WeakMap<ArchiveEntry, Locator>();
  readonly #paths = new WeakMap<ArchiveListing, ReadonlyMap<string, ArchiveEntry>>();
  #isReleased = false;

  constructor({ source, name, openers, open }: ArchiveParts<File>) {
    this.#source = source;
    this.#name = name;
    this.#openers = openers;
    this.#open = open;
  }

  release(): void {
    this.#isReleased = true;
    this.#listing = null;
    this.#nested = null;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  async list(options: ListOptions): Promise<ArchiveListing> {
    checkOptions(options, LIST_OPTIONS);
    const { nested = false, signal } = options;
    if (this.#isReleased) throw new LithoscopeError('RELEASED', 'The file was released.');
    // What one caller stops, another may want.
    if (signal) return this.#read(nested, signal);
    if (nested) return this.#kept(this.#nested, true, (listing) => (this.#nested = listing));
    return this.#kept(this.#listing, false, (listing) => (this.#listing = listing));
  }

  #kept(
    known: Promise<ArchiveListing> | null,
    nested: boolean,
    keep: (listing: Promise<ArchiveListing> | null) => void,
  ): Promise<ArchiveListing> {
    if (known) return known;
    const listing = this.#read(nested).catch((error: unknown) => {
      keep(null);
      throw error;
    });
    keep(listing);
    return listing;
  }

  async #read(nested: boolean, signal?: AbortSignal): Promise<ArchiveListing> {
    const entries: ArchiveEntry[] = [];
    const of: Locator = { source: this.#source };
    const add = ({ path, size, time, problem }: Omit<FoundFile, 'locator'>, locator: Locator) => {
      const entry = { path, size, time, problem };
      this.#locators.set(entry, locator);
      entries.push(entry);
    };
    try {
      if (nested) {
        const onFiles = (files: readonly FoundFile[]) => {
          for (const file of files) add(file, file.locator);
        };
        const { problems } = await filesIn(of, this.#name, this.#openers, onFiles, signal);
        return { entries, problems };
      }
      const { kind, entries: own, problems } = await this.#own(signal);
      for (const { place, ...rest } of own) add({ ...rest, size: place.size }, { of, kind, place });
      return { entries, problems };
    } catch (error) {
      // Of an archive that has no directory, nothing is listed.
      if (error instanceof Unreadable) return { entries: [], problems: [sentence(error.message)] };
      throw error;
    }
  }

  #own(signal?: AbortSignal): Promise<Listing> {
    return listArchive(this.#source, this.#name, this.#openers, undefined, signal);
  }

  async read(wanted: ArchiveEntry | string): Promise<Uint8Array<ArrayBuffer>> {
    const locator = await this.#find(wanted);
    return readable(() => readWhole(locator, MOST_BYTES));
  }

  async blob(wanted: ArchiveEntry | string): Promise<Blob> {
    const locator = await this.#find(wanted);
    return readable(() => blobOf(locator, MOST_BYTES));
  }

  withChanges(changes: readonly ArchiveChange[], options: PackOptions): Promise<PackedArchive> {
    if (this.#isReleased) throw new LithoscopeError('RELEASED', 'The file was released.');
    return packChanged(this.#source, this.#name, changes, options);
  }

  async open(wanted: ArchiveEntry | string): Promise<File> {
    const bytes = await this.read(wanted);
    return this.#open(bytes, typeof wanted === 'string' ? wanted : wanted.path);
  }

  async #find(wanted: ArchiveEntry | string): Promise<Locator> {
    if (this.#isReleased) throw new LithoscopeError('RELEASED', 'The file was released.');
    if (typeof wanted !== 'string') {
      const locator = this.#locators.get(wanted);
      if (locator) return locator;
      throw new LithoscopeError('NOT_FOUND', 'The entry is not one that this archive listed.');
    }
    const path = comparable(wanted).replace(/^\/+/, '');
    for (const nested of [false, true]) {
      const entry = this.#pathsOf(await this.list({ nested })).get(path);
      const locator = entry && this.#locators.get(entry);
      if (locator) return locator;
    }
    throw new LithoscopeError('NOT_FOUND', `${wanted} is not in the archive.`);
  }

  /** Its entries by comparable path: of two with one path the first. */
  #pathsOf(listing: ArchiveListing): ReadonlyMap<string, ArchiveEntry> {
    const known = this.#paths.get(listing);
    if (known) return known;
    const paths = new Map<string, ArchiveEntry>();
    for (const entry of listing.entries) {
      const path = comparable(entry.path);
      if (!paths.has(path)) paths.set(path, entry);
    }
    this.#paths.set(listing, paths);
    return paths;
  }
}

/** @internal What an archive is made of. */
export interface ArchiveParts<File> {
  readonly source: ByteSource;
  readonly name: string;
  readonly openers: Openers;
  /** Opens a file of it. */
  readonly open: (bytes: Uint8Array<ArrayBuffer>, name: string) => Promise<File>;
}
