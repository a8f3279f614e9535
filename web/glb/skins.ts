/** Files of textures as the skins of a GLB. No DOM, so no PNG, JPEG and BMP, which the page lets the browser decode. */
import type { DtxLibrary } from '@lithoscope/dtx';
import { dtxTexels } from '../explain/pictures/dtx.ts';
import { kindOf } from '../explain/pictures/kind.ts';
import { decodePcx } from '../explain/pictures/pcx.ts';
import { refusedBySize, statedSize, type Texels } from '../explain/pictures/picture.ts';
import { decodeTga } from '../explain/pictures/tga.ts';
import type { AlphaMode, GlbSkin } from './input.ts';

/** How files are called that `skinFrom` decodes. */
export const SKIN_ENDINGS = ['dtx', 'tga', 'pcx'] as const;

/** Texels as a skin; of a picture with levels those of the largest. */
export function skinOf(name: string, { width, height, data }: Texels, alphaMode: AlphaMode): GlbSkin {
  return { name, width, height, rgba: data, alphaMode };
}

/** A DTX, TGA or PCX as a skin. Rejects with a phrase: `it ends in its first row`. */
export async function skinFrom(
  name: string,
  bytes: Uint8Array,
  alphaMode: AlphaMode,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<GlbSkin> {
  const kind = kindOf(name, bytes);
  if (kind !== 'dtx' && kind !== 'tga' && kind !== 'pcx') throw new Error('it is no DTX, TGA or PCX');
  const refused = refusedBySize(kind, bytes);
  const size = statedSize(kind, bytes);
  if (refused || !size) throw new Error(`it ${refused}`);
  if (kind === 'dtx') return skinOf(name, dtxTexels(await loadDtx(), bytes, 0, 0), alphaMode);
  const decode = kind === 'tga' ? decodeTga : decodePcx;
  return skinOf(name, decode(bytes, size.width, size.height), alphaMode);
}
