/** Skins for an export: decoded without a browser, written as PNG. */
import type { DtxLibrary } from '@lithoscope/dtx';
import { encode } from 'fast-png';
import { decodePicture } from '../pictures/decode.ts';
import type { AlphaMode, GlbSkin } from './input.ts';

/** Compression of PNGs: higher levels take much longer for little gain. */
const ZLIB_LEVEL = 4;

/** A DTX, PNG, TGA or PCX as a skin. Rejects with a phrase: `it ends in its first row`. */
export async function skinFrom(
  name: string,
  bytes: Uint8Array,
  alphaMode: AlphaMode,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<GlbSkin> {
  const { width, height, data } = await decodePicture(name, bytes, loadDtx);
  return { name, width, height, rgba: data, alphaMode };
}

/** Whether two slots have the same texture. */
export function isSamePicture(a: GlbSkin, b: GlbSkin): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  if (hasAlpha(a) !== hasAlpha(b)) return false;
  return a.rgba === b.rgba || (a.name === b.name && a.rgba.every((value, i) => value === b.rgba[i]));
}

export function hasAlpha({ alphaMode }: GlbSkin): boolean {
  return alphaMode !== 'OPAQUE';
}

/** A skin as PNG. Unused alpha is left out: it is often 0, and other programs would show nothing. */
export function pngOf(skin: GlbSkin): Uint8Array<ArrayBuffer> {
  const { width, height, rgba } = skin;
  const channels = hasAlpha(skin) ? 4 : 3;
  const data = channels === 4 ? rgba : new Uint8Array(3 * width * height);
  if (channels === 3) {
    for (let from = 0, to = 0; from < rgba.length; from += 4) {
      data[to++] = rgba[from] as number;
      data[to++] = rgba[from + 1] as number;
      data[to++] = rgba[from + 2] as number;
    }
  }
  return new Uint8Array(encode({ width, height, channels, data }, { zlib: { level: ZLIB_LEVEL } }));
}
