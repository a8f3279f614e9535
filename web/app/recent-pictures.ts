/** Thumbnails of recent files, taken from what is on the screen. */

import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { persistPicture } from '../opening/recent.ts';
import { snapshotRequests } from '../scene/on-screen.ts';
import { pictureDecoder } from '../textures/decoder.ts';
import { elementNamed } from '../ui/focus.ts';
import { effect } from '../ui/scope.ts';

/** Time that a file is active before its thumbnail is taken: its skins are loaded by then. ms */
const AFTER_MS = 1000;
/** Side of a thumbnail, pixels: twice its size in the list. */
const SIDE = 112;

/** Stores a thumbnail of each file that stays active for a moment, and a new one when its content or skins change. */
export function persistRecentPictures(): void {
  effect(() => {
    const file = activeFile.value;
    if (!file || !canComeBack(file)) return undefined;
    void file.content.value;
    void file.skins.worn.value;
    const timer = setTimeout(() => take(file), AFTER_MS);
    return () => clearTimeout(timer);
  });
}

/** Files in archives and folders are not recent files: the list names their archive or folder. */
function canComeBack({ source }: OpenFile): boolean {
  return (source.url !== undefined || source.handle !== undefined) && !source.entry;
}

function take(file: OpenFile): void {
  // A file without a thumbnail shows an icon.
  const keep = (picture: HTMLCanvasElement) => void keepSquare(file, picture).catch(() => {});
  if (file.model) {
    snapshotRequests.send(keep);
    return;
  }
  const flat = elementNamed(file.texture ? 'texture' : 'sprite');
  if (flat instanceof HTMLCanvasElement && flat.width > 0 && flat.height > 0) keep(flat);
}

/**
 * Stores the centre square of a picture. It is copied synchronously on the graphics card, and read by a worker: the page would
 * wait for all that is still to be drawn.
 */
async function keepSquare(file: OpenFile, picture: HTMLCanvasElement): Promise<void> {
  const copy = await createImageBitmap(picture);
  await persistPicture(file.source, await pictureDecoder.square({ picture: copy, side: SIDE }));
}
