/** Types of the part of gifenc that is used; the package has none. */
declare module 'gifenc' {
  /** Red, green, blue, 0 to 255. */
  export type Colour = [red: number, green: number, blue: number];

  /** At most so many colours that stand for those of the pixels (RGBA). */
  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    maxColors: number,
    options?: { format?: 'rgb565' | 'rgb444' },
  ): Colour[];

  /** By pixel: index of the nearest colour. */
  export function applyPalette(
    rgba: Uint8Array | Uint8ClampedArray,
    palette: readonly Colour[],
    format?: 'rgb565' | 'rgb444',
  ): Uint8Array;

  export interface Encoder {
    writeHeader(): void;
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        /** Of the first frame, the colours of all that have none. */
        palette?: readonly Colour[];
        /** Also writes what stands before all frames. */
        first?: boolean;
        transparent?: boolean;
        transparentIndex?: number;
        /** Milliseconds. */
        delay?: number;
        /** 0: for ever; −1: once. */
        repeat?: number;
        /** 1: the next frame is drawn over this one; 2: this one is cleared before. */
        dispose?: number;
      },
    ): void;
    finish(): void;
    /** A copy of what has been written since the last `reset`. */
    bytes(): Uint8Array<ArrayBuffer>;
    reset(): void;
  }

  export function GIFEncoder(options?: { auto?: boolean }): Encoder;
}
