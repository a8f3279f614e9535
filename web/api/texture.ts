/** Textures, sprites, and pictures of other formats. */
import type { AbcFile, ParsedFile } from '@lithoscope/core';
import type { CompressedLevel, DtxFile, SprFile } from '@lithoscope/dtx';
import type { PixelDistance, WrittenFormat } from '@lithoscope/editing';
import { type DtxInfo, infoOf, type ModelInfo, type SprInfo } from '../archive/opened.ts';
import { reasonOf } from '../lib/reason.ts';
import {
  check,
  checkOptions,
  FUNCTION,
  instanceOf,
  type Kind,
  type Kinds,
  LithoscopeError,
  NUMBER,
  oneOf,
  sentence,
  TEXT,
} from './errors.ts';
import { OpenedFile } from './file.ts';
import { codec, editing, textures } from './modules.ts';
import { bytesOf, type Input } from './source.ts';

/** A picture, as `ImageData` takes it. */
export interface Pixels {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Red, green, blue, alpha a pixel, 0 to 255, alpha not multiplied in; rows from the top. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** @internal */
export const PIXELS: Kind = {
  words: 'pixels with `width`, `height` and four bytes each in `data`',
  includes: (value) => {
    const { width, height, data } = Object(value) as Partial<Pixels>;
    const isOfBytes = data instanceof Uint8ClampedArray || (data as unknown) instanceof Uint8Array;
    const isWhole = Number.isInteger(width) && Number.isInteger(height);
    if (!isOfBytes || !isWhole || !width || !height) return false;
    return width > 0 && data?.length === 4 * width * height;
  },
};

/** Which picture of a texture. */
export interface LevelOptions {
  /** Mip level, by default 0, the largest. */
  readonly level?: number;
  /** Face of a cube map: +X, −X, +Y, −Y, +Z, −Z; by default 0. */
  readonly face?: number;
}

const LEVEL_OPTIONS: Kinds<LevelOptions> = { level: NUMBER, face: NUMBER };

/** A LithTech texture (`.dtx`). */
export class Texture extends OpenedFile {
  override readonly kind = 'texture';
  /** What the texture is, as `lithoscope info` prints it. */
  readonly info: DtxInfo;
  readonly #file: DtxFile;

  /** @internal */
  constructor(file: DtxFile, name: string) {
    super(file, name);
    this.#file = file;
    this.info = infoOf(file);
  }

  /**
   * A level as pixels.
   * @returns null when there is no such level, its colours are not known, or there is no memory for it
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  pixels(options: LevelOptions = {}): Pixels | null {
    const { level, face, size } = this.#level(options);
    const data = size && this.#file.pixels(level, face);
    return data && size && { ...size, data: data as Pixels['data'] };
  }

  /**
   * A level in the form that graphics cards use (S3TC); null when there is no such level or it is not DXT.
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  compressed(options: LevelOptions = {}): CompressedLevel | null {
    const { level, face, size } = this.#level(options);
    return size && this.#file.compressed(level, face);
  }

  #level(options: LevelOptions) {
    void this.alive;
    checkOptions(options, LEVEL_OPTIONS);
    const { level = 0, face = 0 } = options;
    const { width, height } = this.info.texture?.faces[face]?.[level] ?? {};
    const size = width === undefined || height === undefined ? null : { width, height };
    return { level, face, size };
  }

  /** @internal */
  protected override like(parsed: ParsedFile): this {
    return new Texture(parsed as DtxFile, this.name) as this;
  }
}

/** A LithTech sprite (`.spr`): textures that are shown one after the other. */
export class Sprite extends OpenedFile {
  override readonly kind = 'sprite';
  /** What the sprite is, as `lithoscope info` prints it. */
  readonly info: SprInfo;

  /** @internal */
  constructor(file: SprFile, name: string) {
    super(file, name);
    this.info = infoOf(file);
  }

  /** @internal */
  protected override like(parsed: ParsedFile): this {
    return new Sprite(parsed as SprFile, this.name) as this;
  }
}

/** What is no model, texture, sprite or archive: `info.format` and the findings say what it is, as far as that is known. */
export class OtherFile extends OpenedFile {
  override readonly kind = 'other';
  /** Its lists are empty. */
  readonly info: ModelInfo;

  /** @internal */
  constructor(file: AbcFile, name: string) {
    super(file, name);
    this.info = infoOf(file);
  }

  /** @internal */
  protected override like(parsed: ParsedFile): this {
    return new OtherFile(parsed as AbcFile, this.name) as this;
  }
}

/** What a texture is to be. What is absent is that of `like`, or what its comment says. */
export interface EncodeOptions {
  /** The texture that it replaces, which may be released: its version, format, mips, flags, surface, group and commands are taken. */
  readonly like?: Texture;
  /** −2, −3 or −5; by default −5. The first two have a palette. Another version than that of `like` has its own format, flags and commands. */
  readonly version?: number;
  /** Of the pixels of version −5; by default DXT1 of an opaque image, else DXT5. */
  readonly format?: WrittenFormat;
  /** Levels, the image included; by default 4, or as many as there are. The engine takes 8. */
  readonly mips?: number;
  /** Bits of `Header.Flags`; by default 0. Those that the contents decide are set or cleared. */
  readonly flags?: number;
  /** Surface type, defined by the game; by default 0. */
  readonly userFlags?: number;
  /** Group that the options of a game shrink together, 0 to 255; by default 0. */
  readonly group?: number;
  /** Commands for the engine, up to 127 characters of Latin-1; version −2 has none. */
  readonly command?: string;
  /** DXT1: pixels with less alpha become holes; by default 0, so that none do. */
  readonly holesBelow?: number;
  /** Called with the share of the pixels that is compressed, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** A texture that was made of an image. */
export interface EncodedTexture {
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** −2, −3 or −5. */
  readonly version: number;
  /** Of its pixels. */
  readonly format: WrittenFormat;
  /** Levels, the image included. */
  readonly mips: number;
  /** How far its colours are from those of the image; without the holes of DXT1, which have none. */
  readonly color: PixelDistance;
  /** How far its alpha is from that of the image. */
  readonly alpha: PixelDistance;
}

const ENCODE_OPTIONS: Kinds<EncodeOptions> = {
  like: instanceOf(Texture, 'a Texture'),
  version: NUMBER,
  format: oneOf('PALETTE8', 'BGRA32', 'DXT1', 'DXT3', 'DXT5'),
  mips: NUMBER,
  flags: NUMBER,
  userFlags: NUMBER,
  group: NUMBER,
  command: TEXT,
  holesBelow: NUMBER,
  onProgress: FUNCTION,
};

/**
 * Makes a DTX of an image. Mips are means of light; DXT blocks are the nearest that are found.
 * @throws {LithoscopeError} `REFUSED` when no texture can hold it, `LOAD_FAILED`, `WRONG_ARGUMENT`
 */
export async function encodeTexture(image: Pixels, options: EncodeOptions = {}): Promise<EncodedTexture> {
  check('image', image, PIXELS);
  checkOptions(options, ENCODE_OPTIONS);
  const { like, onProgress, ...asked } = options;
  const { textureLike } = await import('../pictures/new-texture.ts');
  const wish = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const made = (await editing()).writeTexture(
    bytesOfPixels(image),
    textureLike(like?.info.texture ?? null, wish),
    onProgress,
  );
  if ('refused' in made) throw new LithoscopeError('REFUSED', made.refused);
  const { bytes, version, format, mips, color, alpha } = made;
  return { bytes, version, format, mips, color, alpha };
}

const bytesOfPixels = ({ width, height, data }: Pixels) => ({
  width,
  height,
  data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
});

/**
 * Makes a PNG, with alpha where there is any, or a TGA of 32 bits of an image.
 * @throws {LithoscopeError} `REFUSED` when it is larger than a TGA can be, `WRONG_ARGUMENT`
 */
export async function encodeImage(image: Pixels, type: 'png' | 'tga'): Promise<Uint8Array<ArrayBuffer>> {
  check('image', image, PIXELS);
  check('type', type, oneOf('png', 'tga'));
  const [{ encodePng, encodeTga }, { hasAlpha }] = await Promise.all([
    import('../pictures/encode.ts'),
    import('../pictures/new-texture.ts'),
  ]);
  try {
    const texels = bytesOfPixels(image);
    return type === 'tga' ? encodeTga(texels) : encodePng(texels, hasAlpha(texels));
  } catch (error) {
    throw new LithoscopeError('REFUSED', sentence(`the image cannot be written: ${reasonOf(error)}`), {
      cause: error,
    });
  }
}

/** What `decodeTexture` goes by. */
export interface DecodeOptions {
  /** `SKIN.TGA`: a TGA, a PCX and a BMP are known by the ending; of other kinds the bytes tell. */
  readonly name?: string;
}

const DECODE_OPTIONS: Kinds<DecodeOptions> = { name: TEXT };

/**
 * Decodes a DTX (its largest level), PNG, TGA, PCX, BMP, JPEG, WebP or GIF (its first image). A JPEG is turned as its EXIF
 * says; colour profiles are not applied.
 * @throws {LithoscopeError} `UNDECODABLE` with the reason, `UNREADABLE` when the bytes cannot be read, `LOAD_FAILED`, `WRONG_ARGUMENT`
 */
export async function decodeTexture(input: Input, options: DecodeOptions = {}): Promise<Pixels> {
  checkOptions(options, DECODE_OPTIONS);
  const { name = '' } = options;
  const bytes = await bytesOf(input);
  const { decodePicture } = await import('../pictures/decode.ts');
  try {
    const { width, height, data } = await decodePicture(name, bytes, { textures, codec });
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
    return { width, height, data: pixels as Pixels['data'] };
  } catch (error) {
    if (error instanceof LithoscopeError) throw error;
    throw new LithoscopeError('UNDECODABLE', sentence(`the image cannot be decoded: ${reasonOf(error)}`), {
      cause: error,
    });
  }
}
