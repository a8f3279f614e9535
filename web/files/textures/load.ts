/** Files of textures → pictures for the scene, whatever their format. What cannot be read becomes a sentence. */

import type { FileSource } from '../../store/open-file.ts';
import { pictureBytes, readSource } from '../read.ts';
import { pictureDecoder } from './decoder.ts';
import { pictureOf } from './named.ts';
import type { LoadedPicture } from './picture.ts';

/** Reads and decodes in the worker. Rejects with a sentence for the user. */
export async function loadPicture(source: FileSource): Promise<LoadedPicture> {
  return pictureOf(source.name, pictureBytes(await readSource(source)), (task) =>
    pictureDecoder.picture(task),
  );
}
