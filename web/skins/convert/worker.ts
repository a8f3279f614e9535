/** Worker that decodes an image and makes textures of it: a hostile image, or a large one, cannot block the page. */
import { DtxLibrary } from '@lithoscope/dtx';
import { Editing, type NewTexture, type TextureVersion, type WrittenTexture } from '@lithoscope/editing';
import { loadOnce } from '../../lib/once.ts';
import { encodePng, encodeTga } from '../../pictures/encode.ts';
import { hasAlpha, writtenWords } from '../../pictures/new-texture.ts';
import type { Texels } from '../../pictures/picture.ts';
import { decodeTexels, type PictureTask } from '../../textures/decode.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { serve, sparingly } from '../../ui/tasks/serve.ts';

/** What an image is to become. */
export type Wish =
  | { readonly to: 'dtx'; readonly texture: NewTexture }
  | { readonly to: 'png' }
  | { readonly to: 'tga' };

/** An image as a file. */
export interface MadeTexture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What its largest level shows. */
  readonly shown: Texels;
  /** `DTX v−5, DXT1, 4 mips` */
  readonly words: string;
  /** From the image; null of what is exact. */
  readonly deviation: Pick<WrittenTexture, 'color' | 'alpha'> | null;
  /** What a game may not take, sentences. */
  readonly problems: readonly string[];
}

/** Progress is 0 to 1. */
export interface ConvertWork {
  readonly versions: { readonly order: null; readonly result: readonly TextureVersion[] };
  readonly image: { readonly order: PictureTask; readonly result: Texels };
  readonly make: {
    readonly order: { readonly image: Texels; readonly wish: Wish };
    readonly progress: number;
    /** A sentence says why there is no file. */
    readonly result: MadeTexture | string;
  };
}

const loadDtx = loadOnce(() => DtxLibrary.load());
const loadEditing = loadOnce(() => Editing.load());

async function modules(): Promise<[DtxLibrary, Editing]> {
  return Promise.all([loadDtx(), loadEditing()]).catch(() => {
    throw new Error(
      'The part of the page that converts textures could not be loaded. Check the connection, then try again.',
    );
  });
}

serve<ConvertWork>({
  async versions() {
    const [, editing] = await modules();
    return editing.textureVersions();
  },
  async image(task) {
    const { width, height, data } = await decodeTexels(task, loadDtx);
    return new Handed({ width, height, data }, [data.buffer as ArrayBuffer]);
  },
  async make({ image, wish }, job) {
    const made =
      wish.to === 'dtx' ? await asDtx(image, wish.texture, sparingly(job.progress)) : asImage(image, wish.to);
    return typeof made === 'string' ? made : new Handed(made, [made.bytes.buffer]);
  },
});

function asImage(image: Texels, to: 'png' | 'tga'): MadeTexture {
  const alpha = hasAlpha(image);
  const bytes = to === 'tga' ? encodeTga(image) : encodePng(image, alpha);
  const words = to === 'tga' ? 'TGA of 32 bits' : alpha ? 'PNG with alpha' : 'PNG';
  return { bytes, shown: image, words, deviation: null, problems: [] };
}

async function asDtx(
  image: Texels,
  texture: NewTexture,
  progress: (done: number) => void,
): Promise<MadeTexture | string> {
  const [library, editing] = await modules();
  const made = editing.writeTexture(image, texture, progress);
  if ('refused' in made) return made.refused;
  const { bytes, pixels, color, alpha } = made;
  const file = library.open(bytes);
  try {
    return {
      bytes,
      shown: { width: image.width, height: image.height, data: pixels },
      words: writtenWords(made),
      deviation: { color, alpha },
      problems: file.findings
        .filter(({ severity }) => severity !== 'information')
        .map(({ message, effect }) => `${message} ${effect}`),
    };
  } finally {
    file.release();
  }
}
