/** Textures and sprites as JavaScript sees them: a WebAssembly module of its own, loaded with the first of them. */

import type { RawSprite, RawTexture, RawTextureModule } from '@lithoscope/dtx-module';
import createModule from '@lithoscope/dtx-module';
import { Library } from './library.ts';
import { ParsedFile, type RawSource } from './parsed-file.ts';
import { Started, type StoppedError } from './started.ts';
import type { Schema } from './types/schema.ts';

/** One mip of one face; every byte of it is in the file. */
export interface TextureLevel {
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** Of its pixels in the file. */
  offset: number;
  /** Bytes of its pixels in the file. */
  length: number;
  /** Of its plane of alpha (v−2, v−3); `alphaLength` 0: none. */
  alphaOffset: number;
  /** Bytes of it; 0: none. */
  alphaLength: number;
}

/** How the pixels are stored. */
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

/** What a texture is. */
export interface TextureInfo {
  /** −2, −3 or −5. */
  version: number;
  /** Of the largest level, in pixels. */
  width: number;
  /** Of the largest level, in pixels. */
  height: number;
  /** How the pixels are stored. */
  format: TextureFormat;
  /** False when nobody knows the order of its colours, or its palette is not there. */
  decodable: boolean;
  /**
   * 1 face, or up to 6 of a cube map in the order +X, −X, +Y, −Y, +Z, −Z; each with its levels, largest first; only those
   * that are whole.
   */
  faces: TextureLevel[][];
  /** As stored: docs/format/dtx.md lists the bits. */
  flags: number;
  /** Of the bits that are known: `FULLBRITE`, `CUBEMAP` … */
  flagNames: string[];
  /** The surface type, which the game defines. */
  userFlags: number;
  /** The group of textures that it is kept in memory with. */
  group: number;
  /** Printable, up to the first zero; any other is ''. */
  commandString: string;
  /** Of the largest level: no alpha stored, 255 everywhere, 0 everywhere, or anything else. */
  alpha: 'none' | 'opaque' | 'transparent' | 'varied';
}

/** Blocks as graphics cards take them. */
export interface CompressedLevel {
  /** S3TC: DXT1 has 8 bytes a block of 4 × 4 pixels, the others 16. */
  format: 'DXT1' | 'DXT3' | 'DXT5';
  /** Rows of blocks from the top. */
  bytes: Uint8Array;
}

/** A parsed texture. */
export class DtxFile extends ParsedFile<RawTexture> {
  override readonly kind = 'texture';
  /** Null when it is no DTX, of a version without a description, or ends inside its header. */
  readonly texture: TextureInfo | null;

  /** @internal Use `DtxLibrary.open`. */
  constructor(source: RawSource<RawTexture>, bytes: Uint8Array) {
    super(source, bytes);
    this.texture = this.raw.texture();
  }

  /**
   * R, G, B, A of every pixel, rows from the top. Null when there is no such level, when its colours are not
   * known, or when there is no memory for them.
   */
  pixels(level: number, face = 0): Uint8ClampedArray | null {
    return this.raw.pixels(level, face);
  }

  /** The level as it is stored; null when there is none or it is not DXT. */
  compressed(level: number, face = 0): CompressedLevel | null {
    return this.raw.compressed(level, face);
  }

  /** How a version is built, with the pixels of every format; null for a version without a description. */
  schema(): Schema | null {
    return this.raw.schema();
  }
}

/** What a sprite is: textures that are shown one after the other. */
export interface SpriteInfo {
  /** As stored. */
  framesPerSecond: number;
  /** As stored: 0 in every sprite at hand. */
  transparent: number;
  /** As stored. */
  translucent: number;
  /** As stored. */
  colorKey: number;
  /** Frames that are whole. */
  frameCount: number;
  /** Paths of the textures of the first 1,000 of them, as the file has them. Frame i is `Sprite.Frames[i]`. */
  frames: string[];
}

/** A parsed sprite. */
export class SprFile extends ParsedFile<RawSprite> {
  override readonly kind = 'sprite';
  /** Null when it is another kind of file, or ends inside its head. */
  readonly sprite: SpriteInfo | null;

  /** @internal Use `DtxLibrary.sprites.open`. */
  constructor(source: RawSource<RawSprite>, bytes: Uint8Array) {
    super(source, bytes);
    this.sprite = this.raw.sprite();
  }

  /** How sprites are built; null when the file is no sprite. */
  schema(): Schema | null {
    return this.raw.schema();
  }
}

/** Opens sprites. */
export class SprLibrary extends Library<RawSprite, SprFile> {
  /** @internal Use `DtxLibrary.sprites`. */
  constructor(core: Started<RawTextureModule>) {
    const libraryOf = () => {
      const { Sprite, spriteCatalogue, columnNames, memory } = core.module;
      return { File: Sprite, catalogue: spriteCatalogue, columnNames, memory };
    };
    super(core, libraryOf, (source, bytes) => new SprFile(source, bytes));
  }
}

/** Opens textures. */
export class DtxLibrary extends Library<RawTexture, DtxFile> {
  /** The same module opens sprites. */
  readonly sprites: SprLibrary;

  private constructor(core: Started<RawTextureModule>) {
    super(
      core,
      () => core.module,
      (source, bytes) => new DtxFile(source, bytes),
    );
    this.sprites = new SprLibrary(core);
  }

  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   * @param stopped the error that is thrown for a fault of the module; ModuleStopped where it is not given
   */
  static async load(wasmBinary?: ArrayBuffer, stopped?: StoppedError): Promise<DtxLibrary> {
    return new DtxLibrary(await Started.start(createModule, wasmBinary, stopped));
  }
}
