/** An image, and the texture that it is to be. */

/** R, G, B, A of each pixel, rows from the top. */
export interface NewImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Formats of pixels that are written. */
export type WrittenFormat = 'PALETTE8' | 'BGRA32' | 'DXT1' | 'DXT3' | 'DXT5';

export interface NewTexture {
  /** −2, −3 or −5; 0: −5. The first two have a palette, whatever the format. */
  readonly version: number;
  /** '': DXT1 of an opaque image, else DXT5; v−2 and v−3: alpha in planes of its own where the image has any. */
  readonly format: WrittenFormat | '';
  /** Levels, the largest included; 0: four, as most textures of the games have, or as many as there are. */
  readonly mips: number;
  readonly flags: number;
  readonly userFlags: number;
  readonly group: number;
  /** For the engine, in Latin-1; v−2 has none. */
  readonly command: string;
  /** DXT1: pixels with less alpha become holes; 0: none do. */
  readonly holesBelow: number;
}

/** A version of textures that is written. */
export interface TextureVersion {
  readonly version: number;
  /** Of its pixels. */
  readonly formats: readonly WrittenFormat[];
  /** Whether it has commands for the engine. */
  readonly hasCommand: boolean;
}

/** How far pixels are from others, in numbers from 0 to 255. */
export interface PixelDistance {
  /** Peak signal-to-noise ratio, dB: 10 log10(255² / mean of the squared differences). Null: there is no difference. */
  readonly psnr: number | null;
  /** The largest difference of a number. */
  readonly largest: number;
}

/** A texture that was made of an image. */
export interface WrittenTexture {
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly version: number;
  readonly format: WrittenFormat;
  /** Levels, the largest included. */
  readonly mips: number;
  /** What its largest level shows: R, G, B, A of each pixel, rows from the top. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Of red, green and blue together, from the image; without the holes of DXT1, which have no colour. */
  readonly color: PixelDistance;
  readonly alpha: PixelDistance;
}

/** Told the share that is done, 0 to 1. */
export type WriteProgress = (done: number) => void;
