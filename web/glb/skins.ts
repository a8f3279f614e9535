/** Files of textures as the skins of a GLB, without a browser. No DOM. */
import type { DtxLibrary } from '@lithoscope/dtx';
import { decodePicture } from '../explain/pictures/decode.ts';
import type { AlphaMode, GlbSkin } from './input.ts';

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
