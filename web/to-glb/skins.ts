/** Skins for an export: decoded without a browser, written as PNG. */
import { decodePicture, type PictureTools } from '../pictures/decode.ts';
import { encodePng } from '../pictures/encode.ts';
import type { AlphaMode, GlbSkin } from './input.ts';

/** An image as a skin. Rejects with a phrase: `it ends in its first row`. */
export async function skinFrom(
  name: string,
  bytes: Uint8Array,
  alphaMode: AlphaMode,
  tools: PictureTools,
): Promise<GlbSkin> {
  const { width, height, data } = await decodePicture(name, bytes, tools);
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
  return encodePng({ width, height, data: rgba }, hasAlpha(skin));
}
