/** Models that play in their cells: one at a time. */
import type { LibraryFile } from '../../store/library.ts';
import { announcement } from '../../store/notices.ts';
import { el } from '../../ui/dom.ts';
import { pictureQueue } from './pictures.ts';

/** What plays, or is about to. */
let current: { readonly box: HTMLElement; stop(): void } | null = null;

/**
 * Plays the first animation of a model that moves in the box of its picture, over and over: until `stop`, until another one plays,
 * until something is scrolled, or until the box is gone. `data-playing` of the box says so, with the number of frames.
 * @param box as `libraryPicture` made it
 * @param failed gets a sentence when the model cannot play
 */
export function playInCell(
  file: LibraryFile,
  box: HTMLElement,
  failed?: (reason: string) => void,
): { stop(): void } {
  current?.stop();
  if (file.kind !== 'model' || file.problem) return { stop() {} };
  const canvas = el('canvas', { class: 'library-picture-play' });
  const context = canvas.getContext('bitmaprenderer');
  let begun = 0;
  let frames = 0;
  let request = 0;
  const next = () => {
    request = requestAnimationFrame((now) => {
      if (!box.isConnected) return stop();
      player.show(now - begun);
    });
  };
  const player = pictureQueue.play(file, {
    ready() {
      begun = performance.now();
      next();
    },
    frame(bitmap) {
      if (frames++ === 0) box.append(canvas);
      context?.transferFromImageBitmap(bitmap);
      box.dataset.playing = String(frames);
      next();
    },
    failed({ reason }) {
      stop();
      failed?.(reason);
    },
  });
  const stop = () => {
    if (current !== playing) return;
    current = null;
    cancelAnimationFrame(request);
    document.removeEventListener('scroll', stop, true);
    player.end();
    canvas.remove();
    delete box.dataset.playing;
  };
  const playing = { box, stop };
  current = playing;
  document.addEventListener('scroll', stop, true);
  return playing;
}

/** Plays a model in its cell, or ends what plays there. One that cannot play says why. */
export function togglePlay(file: LibraryFile, box: HTMLElement): void {
  if (current?.box === box) current.stop();
  else
    playInCell(file, box, (reason) => {
      announcement.value = reason;
    });
}
