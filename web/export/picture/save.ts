/** Pictures as files and on the clipboard. */

import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { formatCount } from '../../explain/describe.ts';
import { modelName } from '../../lib/file-names.ts';
import { ZipWriter } from '../../library/extract/zip.ts';
import { LongTask } from '../../opening/long-task.ts';
import { openStudio, type Studio } from '../../scene/studio.ts';
import { pictureName, savedName } from '../../scene/viewport-labels.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';
import { copyPng, saveBlob } from '../../ui/clipboard.ts';
import { type Plan, picturePlan, runSteps } from './draw.ts';
import type { PictureKind } from './options.ts';

/** What was made. */
export interface Made {
  readonly name: string;
  readonly blob: Blob;
  /** `3,840 × 2,160 pixels` */
  readonly size: string;
}

/** `3,840 × 2,160 pixels`; of several pictures how many there are. */
export function formatSize({ pages, ratio, size }: Plan): string {
  if (pages > 1) return `${formatCount(pages)} pictures`;
  const { width, height } = size(0);
  return `${formatCount(Math.floor(width * ratio))} × ${formatCount(Math.floor(height * ratio))} pixels`;
}

/** A PNG of a canvas. Rejects with a sentence for the user when the browser cannot make one. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('The browser cannot make a picture of this size. Choose a smaller one.');
  return png;
}

/** Draws all pages, and makes a PNG of one and a zip of several. @param stepped after each step */
export async function make(
  file: OpenFile,
  kind: PictureKind,
  plan: Plan,
  signal: AbortSignal,
  stepped: () => void = () => {},
): Promise<Made> {
  const size = formatSize(plan);
  const pngs: Blob[] = [];
  for (let page = 0; page < plan.pages; page++) {
    const canvas = document.createElement('canvas');
    await runSteps(plan.draw(page, canvas, plan.ratio), signal, stepped);
    pngs.push(await pngOf(canvas));
    // Safari keeps the pixels until the canvas is collected.
    canvas.width = 0;
  }
  signal.throwIfAborted();
  const [png] = pngs;
  if (!png) throw new Error('There is nothing to draw.');
  if (pngs.length === 1) return { name: nameOf(file, kind, '.png'), blob: png, size };
  const model = modelName(file.name);
  const parts: Blob[] = [];
  const zip = new ZipWriter({ write: async (part) => void parts.push(new Blob([part])) });
  for (const [i, blob] of pngs.entries()) {
    const number = String(i + 1).padStart(String(pngs.length).length, '0');
    const name = savedName([model, 'animations', number], '.png');
    await zip.add(name, new Uint8Array(await blob.arrayBuffer()), null);
  }
  await zip.end();
  return { name: nameOf(file, kind, '.zip'), blob: new Blob(parts, { type: 'application/zip' }), size };
}

function nameOf(file: OpenFile, kind: PictureKind, ending: '.png' | '.zip'): string {
  if (kind === 'contact') return savedName([modelName(file.name), 'animations'], ending);
  return kind === 'axes' ? pictureName(file, 'axes') : pictureName(file);
}

/** Saves what was made, and says so. */
export function saveMade({ name, blob, size }: Made): void {
  saveBlob(name, blob);
  announcement.value = `Saved ${name}, ${size}`;
}

/** Says whether a picture could be copied. */
export function sayCopied(isCopied: boolean, size: string): void {
  if (isCopied) announcement.value = `Copied the picture, ${size}`;
  else notify('The browser does not let the page copy a picture. Save it instead.');
}

/** Saves or copies the picture of the file in front at once, with the options of the dialog. */
export async function takePicture(to: 'file' | 'clipboard'): Promise<void> {
  const file = activeFile.peek();
  if (!file?.model) return;
  const task = new LongTask('Drawing the picture', () => 'Drawing the picture…', null);
  let studio: Studio | null = null;
  try {
    studio = openStudio(file);
    if (!studio.hasModel) {
      announcement.value = 'There is no picture to save.';
      return;
    }
    const plan = picturePlan(studio);
    const made = make(file, 'picture', plan, task.signal);
    if (to === 'file') saveMade(await made);
    else {
      const isCopied = await copyPng(made.then(({ blob }) => blob));
      // What went wrong in drawing comes first.
      sayCopied(isCopied, (await made).size);
    }
  } catch (error) {
    if (!task.isCancelled) notify(`No picture was saved: ${reasonOf(error)}`);
    else announcement.value = 'No picture was saved.';
  } finally {
    task.end();
    studio?.dispose();
  }
}
