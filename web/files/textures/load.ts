/** Files of textures → pictures for the scene, whatever their format. What cannot be read becomes a sentence. */

import { kindOf } from '../../explain/pictures/kind.ts';
import { KIND_NAMES, refusedBySize } from '../../explain/pictures/picture.ts';
import { reasonOf } from '../../store/core.ts';
import type { FileSource } from '../../store/open-file.ts';
import { pictureBytes, readSource } from '../read.ts';
import type { PictureTask } from './decode.ts';
import { pictureDecoder } from './decoder.ts';
import type { LoadedPicture } from './picture.ts';

/** Reads and decodes. Rejects with a sentence for the user. */
export async function loadPicture(source: FileSource): Promise<LoadedPicture> {
  return pictureOf(source.name, pictureBytes(await readSource(source)));
}

/**
 * Decodes. Rejects with a sentence for the user.
 * @param bytes handed over to the worker, and gone
 */
export async function pictureOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  decode = (task: PictureTask) => pictureDecoder.picture(task),
): Promise<LoadedPicture> {
  const kind = kindOf(name, bytes);
  if (kind === 'model' || kind === 'sprite')
    throw new Error(`${name} is no texture that this page reads: DTX, PNG, JPEG, TGA, BMP or PCX.`);
  const refused = refusedBySize(kind, bytes);
  if (refused) throw new Error(`${name} ${refused}.`);
  try {
    return await decode({ kind, bytes });
  } catch (cause) {
    const reason = reasonOf(cause).replace(/\.$/, '');
    throw new Error(`${name} cannot be decoded as ${KIND_NAMES[kind]}: ${reason}.`, { cause });
  }
}
