/** Images of a glTF as textures beside the model that is made of it. */
import type { AbcFile } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import type { Openers } from '../../archive/opened.ts';
import { namesIn, textureNameOf } from '../../explain/dependencies.ts';
import type { ImportResult } from '../../from-glb/report.ts';
import { skinsOf, textureWish } from '../../from-glb/source-skins.ts';
import type { Document } from '../../gltf/document.ts';
import { reasonOf } from '../../lib/reason.ts';
import { decodePicture } from '../../pictures/decode.ts';
import { deviationWords, writtenWords } from '../../pictures/new-texture.ts';
import type { Place } from '../tasks.ts';
import { placeBeside } from '../write.ts';

export interface ImportedTexture {
  readonly slot: number;
  /** With its ending. */
  readonly name: string;
  /** null: nothing is written. */
  readonly place: Place | null;
  readonly bytes: Uint8Array;
  /** What it is, and how far from the image. */
  readonly words: string;
}

/**
 * Makes a texture for each slot that has an image.
 * @param model the result, open
 * @param name of its file
 * @param place of its file; null: nothing is written
 * @returns the textures, and sentences about images that became none
 */
export async function importedTextures(
  openers: Openers,
  editing: Editing,
  source: Document,
  { sources, skin }: Pick<ImportResult, 'sources' | 'skin'>,
  { info }: AbcFile,
  { name, place }: { readonly name: string; readonly place: Place | null },
): Promise<{ textures: ImportedTexture[]; problems: string[] }> {
  const { skins, unshown } = skinsOf(source, info, sources, skin);
  const versions = editing.textureVersions();
  const problems =
    unshown.length > 0
      ? [`No texture for ${unshown.join(', ')}: the image is in an unknown format, or not in the file.`]
      : [];
  const textures: ImportedTexture[] = [];
  for (const image of skins) {
    try {
      const texels = await decodePicture(image.name, image.bytes, openers);
      const made = editing.writeTexture(texels, textureWish(info, image.alpha, versions));
      if ('refused' in made) throw new Error(made.refused);
      const file = textureNameOf({ ...namesIn(info), name }, image.slot);
      textures.push({
        slot: image.slot,
        name: file,
        place: place && placeBeside(place, file),
        bytes: made.bytes,
        words: `${writtenWords(made)}; ${deviationWords(made)}`,
      });
    } catch (error) {
      const reason = reasonOf(error).replace(/\.$/, '');
      problems.push(`No texture for slot ${image.slot}: ${image.name} cannot be converted: ${reason}.`);
    }
  }
  return { textures, problems };
}
