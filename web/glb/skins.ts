/** Files of textures as the skins of a GLB, without a browser: what of pictures only a browser decodes is left out. No DOM. */
import type { DtxLibrary } from '@lithoscope/dtx';
import { dtxTexels } from '../explain/pictures/dtx.ts';
import { kindOf } from '../explain/pictures/kind.ts';
import { decodePcx } from '../explain/pictures/pcx.ts';
import { refusedBySize, statedSize, type Texels } from '../explain/pictures/picture.ts';
import { decodePng } from '../explain/pictures/png.ts';
import { decodeTga } from '../explain/pictures/tga.ts';
import type { AlphaMode, GlbSkin } from './input.ts';

/** How files are called that `skinFrom` decodes. */
export const SKIN_ENDINGS = ['dtx', 'png', 'tga', 'pcx'] as const;

/** A DTX, PNG, TGA or PCX as a skin. Rejects with a phrase: `it ends in its first row`. */
export async function skinFrom(
  name: string,
  bytes: Uint8Array,
  alphaMode: AlphaMode,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<GlbSkin> {
  const { width, height, data } = await texelsFrom(name, bytes, loadDtx);
  return { name, width, height, rgba: data, alphaMode };
}

async function texelsFrom(
  name: string,
  bytes: Uint8Array,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<Texels> {
  const kind = kindOf(name, bytes);
  const picture = SKIN_ENDINGS.find((ending) => ending === kind);
  if (!picture) throw new Error('it is no DTX, PNG, TGA or PCX');
  const refused = refusedBySize(picture, bytes);
  const size = statedSize(picture, bytes);
  if (refused || !size) throw new Error(`it ${refused}`);
  if (picture === 'dtx') return dtxTexels(await loadDtx(), bytes, 0, 0);
  const decode = { png: decodePng, tga: decodeTga, pcx: decodePcx }[picture];
  return decode(bytes, size.width, size.height);
}
