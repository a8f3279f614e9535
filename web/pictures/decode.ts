/** Files of textures as texels, without a browser: what of pictures only a browser decodes is left out. */
import type { DtxLibrary } from '@lithoscope/dtx';
import { identify } from '../explain/file-kind.ts';
import { dtxTexels } from './dtx.ts';
import { decodePcx } from './pcx.ts';
import { refusedBySize, statedSize, type Texels } from './picture.ts';
import { decodePng } from './png.ts';
import { decodeTga } from './tga.ts';

/** How files are called that `decodePicture` decodes. */
export const DECODED_ENDINGS = ['dtx', 'png', 'tga', 'pcx'] as const;

/**
 * A DTX (the largest level of its first face), PNG, TGA or PCX. Rejects with a phrase: `it ends in its first row`.
 * @param name a TGA and a PCX are known by their ending
 */
export async function decodePicture(
  name: string,
  bytes: Uint8Array,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<Texels> {
  const kind = identify(name, bytes);
  const picture = DECODED_ENDINGS.find((ending) => ending === kind);
  if (!picture) throw new Error('it is no DTX, PNG, TGA or PCX');
  const refused = refusedBySize(picture, bytes);
  const size = statedSize(picture, bytes);
  if (refused || !size) throw new Error(`it ${refused}`);
  if (picture === 'dtx') return dtxTexels(await loadDtx(), bytes, 0, 0);
  const decode = { png: decodePng, tga: decodeTga, pcx: decodePcx }[picture];
  return decode(bytes, size.width, size.height);
}
