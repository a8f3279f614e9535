/** Loads textures of any format as pictures for the scene, with errors as sentences. */

import type { FileSource } from '../../document/open-file.ts';
import { pictureDecoder } from '../../textures/decoder.ts';
import { pictureOf } from '../../textures/named.ts';
import type { LoadedPicture } from '../../textures/picture.ts';
import { pictureBytes, readSource } from '../read.ts';

/** Reads and decodes in the worker. Rejects with a sentence for the user. */
export async function loadPicture(source: FileSource): Promise<LoadedPicture> {
  return pictureOf(source.name, pictureBytes(await readSource(source)), (task) =>
    pictureDecoder.picture(task),
  );
}
