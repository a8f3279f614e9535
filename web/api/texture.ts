/** Textures, sprites, and pictures of other formats. */
import type { AbcFile, ParsedFile } from '@lithoscope/core';
import type { CompressedLevel, DtxFile, SprFile } from '@lithoscope/dtx';
import { type DtxInfo, infoOf, type ModelInfo, type SprInfo } from '../archive/opened.ts';
import { reasonOf } from '../lib/reason.ts';
import { checkOptions, type Kinds, LithoscopeError, NUMBER, sentence, TEXT } from './errors.ts';
import { OpenedFile } from './file.ts';
import { textures } from './modules.ts';
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

/** What `decodeTexture` goes by. */
export interface DecodeOptions {
  /** `SKIN.TGA`: a TGA and a PCX are known by the ending; of other kinds the bytes tell. */
  readonly name?: string;
}

const DECODE_OPTIONS: Kinds<DecodeOptions> = { name: TEXT };

/**
 * Decodes a DTX (its largest level), PNG, TGA or PCX, the kinds in which the games and their tools keep textures. JPEG, WebP
 * and BMP are for the browser's own decoder.
 * @throws {LithoscopeError} `UNDECODABLE` with the reason, `UNREADABLE` when the bytes cannot be read, `WRONG_ARGUMENT`
 */
export async function decodeTexture(input: Input, options: DecodeOptions = {}): Promise<Pixels> {
  checkOptions(options, DECODE_OPTIONS);
  const { name = '' } = options;
  const bytes = await bytesOf(input);
  const { decodePicture } = await import('../pictures/decode.ts');
  try {
    const { width, height, data } = await decodePicture(name, bytes, textures);
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
    return { width, height, data: pixels as Pixels['data'] };
  } catch (error) {
    if (error instanceof LithoscopeError) throw error;
    throw new LithoscopeError('UNDECODABLE', sentence(`the image cannot be decoded: ${reasonOf(error)}`), {
      cause: error,
    });
  }
}
