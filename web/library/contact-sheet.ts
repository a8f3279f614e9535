/** A contact sheet: the images of many files with their names, as one picture. */

import { counted, formatCount } from '../explain/describe.ts';
import { LongTask } from '../opening/long-task.ts';
import { reasonOf } from '../store/core.ts';
import type { LibraryFile } from '../store/library.ts';
import { announcement, dismissNotice, notify } from '../store/notices.ts';
import { saveBlob } from '../ui/clipboard.ts';
import { visible } from '../ui/dom.ts';
import { effect, page, scope } from '../ui/scope.ts';
import { zipName } from './extract.ts';
import { fileName } from './list/order.ts';
import { type PictureState, pictureOf } from './pictures/pictures.ts';

/** Of an image and of the line below it, pixels. */
const IMAGE = 160;
const CAPTION = 24;
const GAP = 8;
/** Files on a sheet: more would make a picture that no browser draws. */
const MAX_FILES = 2000;
/** Images that are asked for at once. */
const AT_ONCE = 8;

/** The files that have images. */
export function picturedAmong(files: readonly LibraryFile[]): LibraryFile[] {
  return files.filter(({ kind, problem }) => kind !== 'archive' && kind !== 'other' && problem === '');
}

/** Saves a sheet of the files that have images, as PNG. */
export async function saveContactSheet(files: readonly LibraryFile[]): Promise<void> {
  dismissNotice();
  const pictured = picturedAmong(files).slice(0, MAX_FILES);
  const total = pictured.length;
  const words = (done: string) => `Drawing ${done} of ${formatCount(total)}…`;
  const task = new LongTask('Drawing a contact sheet', words, total);
  try {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser has no canvas for it.');
    // About as wide as high.
    const columns = Math.ceil(Math.sqrt((total * (IMAGE + CAPTION)) / IMAGE));
    const rows = Math.ceil(total / columns);
    canvas.width = columns * (IMAGE + GAP) + GAP;
    canvas.height = rows * (IMAGE + CAPTION + GAP) + GAP;
    const style = getComputedStyle(document.body);
    context.fillStyle = style.backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.font = `12px ${style.fontFamily}`;
    context.textAlign = 'center';
    for (let first = 0; first < total && !task.isCancelled; first += AT_ONCE) {
      const some = pictured.slice(first, first + AT_ONCE);
      const images = await Promise.all(some.map((file) => imageOf(file, task.signal)));
      for (const [i, file] of some.entries()) {
        const at = first + i;
        const left = GAP + (at % columns) * (IMAGE + GAP);
        const top = GAP + Math.floor(at / columns) * (IMAGE + CAPTION + GAP);
        drawInto(context, images[i] ?? null, left, top);
        context.fillStyle = style.color;
        context.fillText(visible(fileName(file), 40), left + IMAGE / 2, top + IMAGE + CAPTION / 2, IMAGE);
        await task.step();
      }
    }
    if (task.isCancelled) {
      announcement.value = 'The contact sheet was not saved.';
      return;
    }
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('it is too large for this browser. Select fewer files.');
    saveBlob(zipName(pictured).replace(/\.zip$/, ' contact sheet.png'), png);
    const of = counted(total, 'file');
    announcement.value = `Saved a contact sheet of ${total === MAX_FILES ? `the first ${of}` : of}.`;
  } catch (error) {
    notify(`The contact sheet was not saved: ${reasonOf(error)}`);
  } finally {
    task.end();
  }
}

/** Draws an image into the middle of its square, never enlarged; without one, only the square. */
function drawInto(
  context: CanvasRenderingContext2D,
  image: HTMLImageElement | null,
  left: number,
  top: number,
): void {
  context.fillStyle = 'rgb(128 128 128 / 12%)';
  context.fillRect(left, top, IMAGE, IMAGE);
  if (!image) return;
  const scale = Math.min(1, IMAGE / image.naturalWidth, IMAGE / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  context.drawImage(image, left + (IMAGE - width) / 2, top + (IMAGE - height) / 2, width, height);
}

/** The image of a file as the list shows it; null for a file that has none. */
export async function imageOf(file: LibraryFile, signal: AbortSignal): Promise<HTMLImageElement | null> {
  const own = page.run(() => scope());
  try {
    const state = await new Promise<PictureState | null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null));
      own.run(() => {
        const shown = pictureOf(file, () => true);
        effect(() => {
          if (shown.value.state !== 'waiting') resolve(shown.value);
        });
      });
    });
    if (state?.state !== 'shown') return null;
    const image = new Image();
    image.src = state.url;
    await image.decode();
    return image;
  } catch {
    return null;
  } finally {
    own.end();
  }
}
