/** The bytes and name of a texture to a picture, with errors as sentences. */

import { identify, isPicture } from '../explain/file-kind.ts';
import { reasonOf } from '../lib/reason.ts';
import { KIND_NAMES, refusedBySize } from '../pictures/picture.ts';
import type { PictureTask } from './decode.ts';
import type { LoadedPicture } from './picture.ts';

/**
 * Decodes a texture. Rejects with a sentence for the user.
 * @param bytes passed to `decode`, which transfers them if it uses a worker
 * @param decode rejects with a phrase
 */
export async function pictureOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  decode: (task: PictureTask) => Promise<LoadedPicture>,
): Promise<LoadedPicture> {
  const kind = identify(name, bytes);
  if (!isPicture(kind))
    throw new Error(
      `${name} is not a texture that can be read (DTX, PNG, JPEG, WebP, GIF, TGA, BMP or PCX).`,
    );
  const refused = refusedBySize(kind, bytes);
  if (refused) throw new Error(`${name} ${refused}.`);
  try {
    return await decode({ kind, bytes });
  } catch (cause) {
    const reason = reasonOf(cause).replace(/\.$/, '');
    throw new Error(`${name} cannot be decoded as ${KIND_NAMES[kind]}: ${reason}.`, { cause });
  }
}
