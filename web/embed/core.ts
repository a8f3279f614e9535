/** The WebAssembly module of the elements: one for all of them, fetched beside this script with the first. */

import { type ViewedModel, Viewer } from '@lithoscope/viewer';
import wasm from '../../build/wasm/viewer.wasm?url';
import { loadOnce } from '../lib/once.ts';
import type { DtxPicture } from '../textures/dtx-picture.ts';
import { drawnLevels, storedLevels, withSmallerLevels } from '../textures/picture.ts';

let loaded: Viewer | null = null;

/** Rejects with a sentence when it cannot be loaded; the next call then tries again. */
const load = loadOnce(async () => {
  try {
    loaded = await Viewer.load(fetch(new URL(wasm, import.meta.url), { credentials: 'same-origin' }));
    return loaded;
  } catch (cause) {
    throw new Error(
      'The part that reads models (WebAssembly) could not be loaded. The policy of this page must allow it, and the server of the viewer must let other pages read its files.',
      { cause },
    );
  }
});

/** Parses any bytes; whoever asked releases the model. Rejects when the module cannot be loaded. */
export async function openModel(bytes: Uint8Array): Promise<ViewedModel> {
  return (await load()).open(bytes);
}

/** Bytes of memory that the module has taken; 0 before it is there. */
export const coreMemory = (): number => loaded?.memory ?? 0;

/** Decodes a texture, for `decodePicture`. */
export async function decodeDtx(bytes: Uint8Array): Promise<DtxPicture> {
  const texture = (await load()).texture(bytes);
  try {
    const stored = storedLevels(texture.levels, (level) => {
      const pixels = texture.pixels(level)?.pixels;
      return pixels ? new Uint8Array(pixels.buffer) : null;
    });
    const [first] = stored;
    if (!first) throw new Error('it is no texture whose pixels are known, or it is cut off');
    const levels = drawnLevels(stored.length > 1 ? stored : withSmallerLevels(first));
    return {
      picture: { format: 'rgba', levels },
      format: 'DTX',
      width: first.width,
      height: first.height,
      levels: stored.length,
    };
  } finally {
    texture.release();
  }
}
