/** Pictures as the page hands them over, with their mipmaps: a card needs seconds to make them, and blocks the page. */

import type { SkinPicture } from '../document/open-file.ts';
import type { Texels } from '../pictures/picture.ts';

/** Most texels that are uploaded uncompressed, as more would block the page. Larger pictures use a smaller level. */
const MAX_DRAWN_TEXELS = 2048 * 2048;

/** A decoded picture and the facts about it. */
export interface LoadedPicture {
  readonly picture: SkinPicture;
  /** `DXT1`, `8-bit palette`, `PNG` */
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** Levels in the file; `picture` may have more, made from its largest. */
  readonly levels: number;
  /** Whether it can be opened as a file of its own. */
  readonly isDtx: boolean;
  /** A small version, for lists. */
  readonly thumbnail: Texels;
  /** What is missing of it, as a phrase; '' when it is whole. */
  readonly problem: string;
}

/** Entries of the table from linear light to sRGB: two for each of the 256 values where those lie closest. */
const STEPS = 8192;

/** Linear light, 0 … 1, by sRGB value, 0 … 255 (IEC 61966-2-1). */
const LIGHT = Float32Array.from({ length: 256 }, (_, i) => {
  const value = i / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The inverse, by light × (STEPS − 1). */
const SRGB = Uint8Array.from({ length: STEPS }, (_, i) => {
  const light = i / (STEPS - 1);
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
});

/** The picture and its mipmaps down to 1 × 1; colours are averaged as linear light, as graphics cards do. */
export function withSmallerLevels(picture: Texels): Texels[] {
  const levels = [picture];
  for (let last = picture; last.width > 1 || last.height > 1; ) {
    last = halved(last);
    levels.push(last);
  }
  return levels;
}

/** Levels up to the first that cannot be read or is not half the size of the previous one. @param sizes largest first */
export function storedLevels(
  sizes: readonly { readonly width: number; readonly height: number }[],
  read: (level: number) => Uint8Array | null,
): Texels[] {
  const levels: Texels[] = [];
  for (const [level, { width, height }] of sizes.entries()) {
    const before = levels.at(-1);
    if (before && (width !== half(before.width) || height !== half(before.height))) break;
    const data = read(level);
    if (!data) break;
    levels.push({ width, height, data });
  }
  return levels;
}

const half = (size: number) => Math.max(1, size >> 1);

/** The levels that are small enough to upload, from the first of them on. */
export function drawnLevels<T extends Texels>(levels: readonly T[]): readonly T[] {
  const first = levels.findIndex(({ width, height }) => width * height <= MAX_DRAWN_TEXELS);
  return levels.slice(Math.max(0, first));
}

function halved({ width, height, data }: Texels): Texels {
  const across = half(width);
  const down = half(height);
  const small = new Uint8Array(across * down * 4);
  const right = width > 1 ? 4 : 0;
  const below = height > 1 ? width * 4 : 0;
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const from = (2 * y * width + 2 * x) * 4;
      const to = (y * across + x) * 4;
      for (let i = 0; i < 3; i++) {
        const at = from + i;
        const light =
          (LIGHT[data[at] ?? 0] ?? 0) +
          (LIGHT[data[at + right] ?? 0] ?? 0) +
          (LIGHT[data[at + below] ?? 0] ?? 0) +
          (LIGHT[data[at + right + below] ?? 0] ?? 0);
        small[to + i] = SRGB[Math.round((light / 4) * (STEPS - 1))] ?? 0;
      }
      const at = from + 3;
      const alpha =
        (data[at] ?? 0) + (data[at + right] ?? 0) + (data[at + below] ?? 0) + (data[at + right + below] ?? 0);
      small[to + 3] = Math.round(alpha / 4);
    }
  }
  return { width: across, height: down, data: small };
}
