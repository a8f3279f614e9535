/** The bytes of a texture with their name → a picture, by whoever decodes. What cannot be read becomes a sentence. */

import { identify, isPicture } from '../explain/file-kind.ts';
import { reasonOf } from '../lib/reason.ts';
import { KIND_NAMES, refusedBySize } from '../pictures/picture.ts';
import type { PictureTask } from './decode.ts';
import type { LoadedPicture } from './picture.ts';

/**
 * Decodes. Rejects with a sentence for the user.
 * @param bytes handed over to `decode`, and gone where that is a worker
 * @param decode rejects with a phrase
 */
export async function pictureOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  decode: (task: PictureTask) => Promise<LoadedPicture>,
): Promise<LoadedPicture> {
  const kind = identify(name, bytes);
  if (!isPicture(kind))
    throw new Error(`${name} is no texture that can be read: DTX, PNG, JPEG, TGA, BMP or PCX.`);
  const refused = refusedBySize(kind, bytes);
  if (refused) throw new Error(`${name} ${refused}.`);
  try {
    return await decode({ kind, bytes });
  } catch (cause) {
    const reason = reasonOf(cause).replace(/\.$/, '');
    throw new Error(`${name} cannot be decoded as ${KIND_NAMES[kind]}: ${reason}.`, { cause });
  }
}
