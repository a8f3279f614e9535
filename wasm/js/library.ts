/** A loaded WebAssembly module, which opens files of one kind. */
import type { RawLibrary, RawStructure } from '@lithoscope/module';
import type { ParsedFile } from './parsed-file.ts';
import type { CatalogueEntry } from './types/findings.ts';

/** What all modules have: the catalogue, and files whose memory is freed. */
export abstract class ModuleLibrary<Raw extends RawStructure, File extends ParsedFile<Raw>> {
  readonly #module: RawLibrary<Raw>;
  /** Frees files that were forgotten without `release`. */
  readonly #finalizer = new FinalizationRegistry<Raw>((raw) => raw.delete());
  #noBytes: Raw | null = null;

  protected constructor(module: RawLibrary<Raw>) {
    this.#module = module;
  }

  /** Every finding of files of this kind, in the order of docs/findings.md. */
  catalogue(): CatalogueEntry[] {
    return this.#module.catalogue();
  }

  /** Names of the numbers in the columns of leaves, by number: LEAF_TYPES and BYTE_STATES, as the core has them. */
  columnNames(): { leafTypes: string[]; byteStates: string[] } {
    return this.#module.columnNames();
  }

  /** Bytes that are allocated in the memory of the module. */
  memory(): number {
    return this.#module.memory();
  }

  /** Nothing is read yet. */
  protected newRaw(): Raw {
    return new this.#module.File();
  }

  /** A file of no bytes, which answers for those that were released. */
  protected abstract emptyRaw(): Raw;

  /** @param wrap makes the file that JavaScript sees; `free` is for the constructor of `ParsedFile` */
  protected keep(raw: Raw, wrap: (free: () => Raw) => File): File {
    const file = wrap(() => {
      this.#finalizer.unregister(raw);
      raw.delete();
      this.#noBytes ??= this.emptyRaw();
      return this.#noBytes;
    });
    this.#finalizer.register(file, raw, raw);
    return file;
  }
}

/** Opens files that are all there. */
export abstract class Library<Raw extends RawStructure, File extends ParsedFile<Raw>> extends ModuleLibrary<
  Raw,
  File
> {
  readonly #wrap: (raw: Raw, bytes: Uint8Array, free: () => Raw) => File;

  /** @param wrap makes the file that JavaScript sees; `free` is for the constructor of `ParsedFile` */
  protected constructor(
    module: RawLibrary<Raw>,
    wrap: (raw: Raw, bytes: Uint8Array, free: () => Raw) => File,
  ) {
    super(module);
    this.#wrap = wrap;
  }

  /** Parses and validates. Any bytes give a file: what is wrong with them is in its findings. */
  open(bytes: Uint8Array): File {
    const raw = this.#parse(bytes);
    return this.keep(raw, (free) => {
      const file = this.#wrap(raw, bytes, free);
      file.openOther = (other) => this.open(other);
      return file;
    });
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
