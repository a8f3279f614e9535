/** What JavaScript sees of the textures: a module of its own, loaded with the first DTX. */

import type { RawTexture, RawTextureModule } from '@lithoscope/dtx-module';
import createModule from '@lithoscope/dtx-module';
import { ParsedFile } from './parsed-file.ts';
import type { CatalogueEntry, Schema } from './types.ts';

/** One mip of one face; every byte of it is in the file. */
export interface TextureLevel {
  width: number;
  height: number;
  /** Of its pixels in the file. */
  offset: number;
  length: number;
  /** Of its plane of alpha (v−2, v−3); `alphaLength` 0: none. */
  alphaOffset: number;
  alphaLength: number;
}

export type TextureFormat =
  | 'PALETTE8'
  | 'PALETTE32'
  | 'BGRA32'
  | 'DXT1'
  | 'DXT3'
  | 'DXT5'
  | 'RGB16'
  | 'RGB24'
  | 'unknown';

export interface TextureInfo {
  /** −2, −3 or −5. */
  version: number;
  width: number;
  height: number;
  format: TextureFormat;
  /** False when nobody knows the order of its colours, or its palette is not there. */
  decodable: boolean;
  /** 1 face, or 6 of a cube map, each with its levels, largest first; only those that are whole. */
  faces: TextureLevel[][];
  flags: number;
  /** Of the bits that are known: `FULLBRITE`, `CUBEMAP` … */
  flagNames: string[];
  /** The surface type, which the game defines. */
  userFlags: number;
  group: number;
  /** Printable, up to the first zero; any other is ''. */
  commandString: string;
  /** Of the largest level: no alpha stored, 255 everywhere, 0 everywhere, or anything else. */
  alpha: 'none' | 'opaque' | 'transparent' | 'varied';
}

/** Blocks as graphics cards take them. */
export interface CompressedLevel {
  format: 'DXT1' | 'DXT3' | 'DXT5';
  bytes: Uint8Array;
}

/** A parsed texture. */
export class DtxFile extends ParsedFile {
  /** Null when it is no DTX, of a version that nobody has described, or ends inside its header. */
  readonly texture: TextureInfo | null;
  readonly #raw: RawTexture;

  /** @internal Use `DtxLibrary.open`. */
  constructor(raw: RawTexture, bytes: Uint8Array) {
    super(raw, bytes);
    this.#raw = raw;
    this.texture = raw.texture();
  }

  /**
   * R, G, B, A of every pixel, rows from the top. Null when there is no such level, when its colours are not
   * known, or when there is no memory for them.
   */
  pixels(level: number, face = 0): Uint8ClampedArray | null {
    return this.#raw.pixels(level, face);
  }

  /** The level as it is stored; null when there is none or it is not DXT. */
  compressed(level: number, face = 0): CompressedLevel | null {
    return this.#raw.compressed(level, face);
  }

  /** How a version is built, with the pixels of every format; null for one that nobody has described. */
  schema(): Schema | null {
    return this.#raw.schema();
  }

  /** @internal Releases the C++ side; the garbage collector's way of closing. */
  static release(raw: RawTexture): void {
    raw.delete();
  }
}

export class DtxLibrary {
  readonly #module: RawTextureModule;
  readonly #finalizer = new FinalizationRegistry<RawTexture>((raw) => DtxFile.release(raw));

  private constructor(module: RawTextureModule) {
    this.#module = module;
  }

  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   */
  static async load(wasmBinary?: ArrayBuffer): Promise<DtxLibrary> {
    return new DtxLibrary(await createModule(wasmBinary ? { wasmBinary } : {}));
  }

  /** Every finding of textures, in the order of docs/findings.md. */
  catalogue(): CatalogueEntry[] {
    return this.#module.catalogue();
  }

  /** Parses and validates. Any bytes give a file: what is wrong with them is in its findings. */
  open(bytes: Uint8Array): DtxFile {
    const raw = new this.#module.File();
    // The view dies with the next growth of the memory, so it is filled at once and dropped.
    const input = raw.allocate(bytes.length);
    if (input) {
      input.set(bytes);
      raw.parse();
    }
    const file = new DtxFile(raw, bytes);
    this.#finalizer.register(file, raw);
    return file;
  }
}
