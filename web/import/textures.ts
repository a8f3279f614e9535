/** Images of an import as textures (DTX) that open beside its model. */
import type { OpenFile } from '../document/open-file.ts';
import { namesIn, textureNameOf } from '../explain/dependencies.ts';
import { identify, isPicture } from '../explain/file-kind.ts';
import { textureWish } from '../from-glb/source-skins.ts';
import { isWithdrawn, reasonOf } from '../lib/reason.ts';
import { TextureConverter } from '../skins/convert/converter.ts';
import { newTexture } from '../skins/convert/taking.ts';
import type { Opened } from './result.ts';

export interface MadeTextures {
  /** By slot; not among the open files yet. */
  readonly textures: ReadonlyMap<number, OpenFile>;
  /** Why an image became none, sentences. */
  readonly problems: readonly string[];
}

/**
 * Makes a texture of each image that a slot wears, in a worker.
 * @param name of the model, without its ending
 * @param calledOff stops it
 */
export async function withTextures(
  { made, file }: Pick<Opened, 'made' | 'file'>,
  name: string,
  calledOff: AbortSignal,
): Promise<MadeTextures> {
  const converter = new TextureConverter();
  const textures = new Map<number, OpenFile>();
  const problems: string[] = [];
  const names = { ...namesIn(file.info), name: `${name}.abc` };
  try {
    const versions = await converter.versions();
    for (const skin of made.skins) {
      try {
        const kind = identify(skin.name, skin.bytes);
        if (!isPicture(kind)) throw new Error('it is not an image that can be read');
        const image = await converter.image({ kind, bytes: skin.bytes.slice() });
        const texture = textureWish(file.info, skin.alpha, versions);
        const { bytes } = await converter.make(image, { to: 'dtx', texture }, () => {}, calledOff);
        textures.set(skin.slot, await newTexture(textureNameOf(names, skin.slot), bytes));
      } catch (error) {
        if (calledOff.aborted || isWithdrawn(error)) break;
        problems.push(
          `Slot ${skin.slot} keeps its image: ${skin.name} cannot be converted: ${reasonOf(error).replace(/\.$/, '')}.`,
        );
      }
    }
  } finally {
    converter.end();
  }
  return { textures, problems };
}
