/** A loaded WebAssembly module, which opens files of one kind. */
import type { RawLibrary, RawStructure } from '@lithoscope/module';
import type { ParsedFile, RawSource } from './parsed-file.ts';
import type { Started } from './started.ts';
import type { CatalogueEntry } from './types/findings.ts';

/** The C++ side of one file, in whatever instance of the module is the present one. */
class Held<Raw extends RawStructure> implements RawSource<Raw> {
  #raw: Raw;
  #instance: number;
  #isFreed = false;

  /**
   * @param instanceOf the number of the present instance
   * @param again reads the file in another instance; null where it cannot, or would trap again
   * @param empty a file of no bytes, which answers for those that were freed
   */
  constructor(
    raw: Raw,
    private readonly instanceOf: () => number,
    private again: ((old: Raw) => Raw | null) | null,
    private readonly empty: () => Raw,
  ) {
    this.#raw = raw;
    this.#instance = instanceOf();
  }

  current(): Raw {
    if (!this.#isFreed && this.instanceOf() !== this.#instance) this.#readAgain();
    return this.#isFreed ? this.empty() : this.#raw;
  }

  #readAgain(): void {
    // Until that is done: whatever happens, it is tried once.
    this.#isFreed = true;
    const raw = this.again?.(this.#raw);
    if (!raw) return;
    this.#raw = raw;
    this.#instance = this.instanceOf();
    this.#isFreed = false;
  }

  free(): void {
    if (this.#isFreed) return;
    this.#isFreed = true;
    this.again = null;
    // What an instance held that trapped is gone with it.
    if (this.instanceOf() === this.#instance) this.#raw.delete();
  }
}

/** What all modules have: the catalogue, and files whose memory is freed. */
export abstract class ModuleLibrary<Raw extends RawStructure, File extends ParsedFile<Raw>> {
  readonly #started: Started<object>;
  readonly #library: () => RawLibrary<Raw>;
  /** Frees files that were forgotten without `release`. */
  readonly #finalizer = new FinalizationRegistry<Held<Raw>>((held) => held.free());
  #noBytes: { readonly raw: Raw; readonly instance: number } | null = null;

  /** @param libraryOf what of a module opens files of this kind */
  protected constructor(started: Started<object>, libraryOf: () => RawLibrary<Raw>) {
    this.#started = started;
    this.#library = libraryOf;
  }

  /** Every finding of files of this kind, in the order of docs/findings.md. */
  catalogue(): CatalogueEntry[] {
    return this.#library().catalogue();
  }

  /** Names of the numbers in the columns of leaves, by number: LEAF_TYPES and BYTE_STATES, as the core has them. */
  columnNames(): { leafTypes: string[]; byteStates: string[] } {
    return this.#library().columnNames();
  }

  /** Bytes that are allocated in the memory of the module. */
  memory(): number {
    return this.#library().memory();
  }

  /** Nothing is read yet. @throws {RangeError} when the memory of the module is full */
  protected newRaw(): Raw {
    return this.#started.make(this.#library().File);
  }

  /** A file of no bytes, which answers for those that were released. */
  protected abstract emptyRaw(): Raw;

  /**
   * @param again reads the file once more, after another one made the module trap; null where that cannot be
   * @param wrap makes the file that JavaScript sees
   */
  protected keep(raw: Raw, again: (() => Raw) | null, wrap: (source: RawSource<Raw>) => File): File {
    const held = new Held(
      raw,
      () => this.#started.instance,
      again && ((old) => (this.#started.stoppedAt(old) ? null : again())),
      () => this.#empty(),
    );
    const file = wrap(held);
    this.#finalizer.register(file, held, held);
    file.onRelease(() => this.#finalizer.unregister(held));
    return file;
  }

  #empty(): Raw {
    const { instance } = this.#started;
    if (this.#noBytes?.instance !== instance) this.#noBytes = { raw: this.emptyRaw(), instance };
    return this.#noBytes.raw;
  }
}

/** Opens files that are all there. */
export abstract class Library<Raw extends RawStructure, File extends ParsedFile<Raw>> extends ModuleLibrary<
  Raw,
  File
> {
  readonly #wrap: (source: RawSource<Raw>, bytes: Uint8Array) => File;

  /**
   * @param libraryOf what of a module opens files of this kind
   * @param wrap makes the file that JavaScript sees
   */
  protected constructor(
    started: Started<object>,
    libraryOf: () => RawLibrary<Raw>,
    wrap: (source: RawSource<Raw>, bytes: Uint8Array) => File,
  ) {
    super(started, libraryOf);
    this.#wrap = wrap;
  }

  /**
   * Parses and validates. Any bytes give a file: what is wrong with them is in its findings.
   * @throws {ModuleStopped} for a fault of the core; other files stay as they are
   * @throws {RangeError} when the memory is full of other files
   */
  open(bytes: Uint8Array): File {
    const file = this.keep(
      this.#parse(bytes),
      () => this.#parse(bytes),
      (source) => this.#wrap(source, bytes),
    );
    file.openOther = (other) => this.open(other);
    return file;
  }

  protected override emptyRaw(): Raw {
    return this.#parse(new Uint8Array(0));
  }

  #parse(bytes: Uint8Array): Raw {
    const raw = this.newRaw();
    // The view dies with the next growth of the memory, so it is filled at once and dropped.
    const input = raw.allocate(bytes.length);
    if (input) {
      input.set(bytes);
      raw.parse();
    }
    return raw;
  }
}
