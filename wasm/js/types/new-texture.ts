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
