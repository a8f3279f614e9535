/** Pictures of library files in rows and cells, and models that play in their cells, one at a time. */
import type { LibraryFile, LibraryKind } from '../../store/library.ts';
import { announcement } from '../../store/notices.ts';
import { el, icon, visible } from '../../ui/dom.ts';
import { isCalm } from '../../ui/environment.ts';
import { effect, listen, onEnd } from '../../ui/scope.ts';
import { type PictureState, pictureOf, pictureQueue } from './pictures.ts';

/** Placeholder by kind: a word, and an icon where space is short. */
const KINDS: Readonly<Record<LibraryKind, { readonly word: string; readonly icon: string }>> = {
  model: { word: 'Model', icon: 'M12 3 4 7.5v9L12 21l8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9' },
  texture: { word: 'Texture', icon: 'M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4' },
  sprite: { word: 'Sprite', icon: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9h4M4 14h4M16 9h4M16 14h4' },
  archive: { word: 'Archive', icon: 'M4 4h16v5H4zM5 9h14v11H5zM10 13h4' },
  other: { word: 'Other file', icon: 'M6 3h8l4 4v14H6zM14 3v4h4' },
};
const BROKEN = 'M12 4 3 20h18zM12 10v4M12 17v.5';

/** Hover time before a model plays, ms. */
const REST_MS = 350;

/**
 * An element that shows the picture of a file, or why it has none. It fills its container. The request for the picture ends
 * with the current scope. `data-picture` tells what it shows: `drawn`, `kept` (from an earlier visit), `waiting`, `none`,
 * `kind` (a file without a picture, or one that is not drawn).
 */
export function libraryPicture(file: LibraryFile): HTMLElement {
  const { kind, problem } = file;
  const box = el('div', { class: 'library-picture' });
  if (problem) showNone(box, 'Cannot be read', problem);
  else if (kind === 'archive' || kind === 'other') showKind(box, kind);
  else {
    const seen = follow(box);
    const state = pictureOf(file, seen);
    // A picture in memory appears together with its row.
    const isAtHand = state.peek().state === 'shown';
    effect(() => show(box, kind, state.value, isAtHand ? 'sync' : 'async'));
    if (kind === 'model') playAtRest(box, file);
  }
  return box;
}

function show(box: HTMLElement, kind: LibraryKind, shown: PictureState, decoding: 'sync' | 'async'): void {
  if (shown.state === 'none') showNone(box, shown.word, shown.reason);
  else if (shown.state === 'waiting') showWaiting(box, kind);
  else if (shown.state === 'undrawn') showKind(box, kind, shown.reason);
  else showImage(box, shown, decoding);
}

function showImage(
  box: HTMLElement,
  shown: Extract<PictureState, { state: 'shown' }>,
  decoding: 'sync' | 'async',
): void {
  box.dataset.picture = shown.from;
  box.removeAttribute('title');
  const image = el('img', { src: shown.url, alt: '', draggable: 'false', decoding });
  const before = box.querySelector('img');
  box.querySelector('.library-picture-none')?.remove();
  if (!before) box.prepend(image);
  else {
    // The previous image stays until this one is decoded.
    const replace = () => {
      before.remove();
      box.prepend(image);
    };
    image.decode().then(replace, replace);
  }
}

function showKind(box: HTMLElement, kind: LibraryKind, reason = ''): void {
  box.dataset.picture = 'kind';
  if (reason) box.title = reason;
  box.replaceChildren(placeholder(KINDS[kind].word, KINDS[kind].icon));
}

function showWaiting(box: HTMLElement, kind: LibraryKind): void {
  box.dataset.picture = 'waiting';
  box.replaceChildren(placeholder('Drawing…', KINDS[kind].icon));
}

function showNone(box: HTMLElement, word: string, reason: string): void {
  box.dataset.picture = 'none';
  box.title = visible(reason);
  box.replaceChildren(placeholder(word, BROKEN));
}

function placeholder(word: string, path: string): HTMLElement {
  return el('div', { class: 'library-picture-none' }, icon(path), el('span', {}, word));
}

const seen = new WeakSet<Element>();
let observer: IntersectionObserver | null = null;

/** Tracks whether a box is in view, with one observer for all. */
function follow(box: HTMLElement): () => boolean {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
  });
  observer.observe(box);
  onEnd(() => observer?.unobserve(box));
  return () => seen.has(box);
}

/** Plays a model while the pointer hovers over its picture, unless the user prefers reduced motion. */
function playAtRest(box: HTMLElement, file: LibraryFile): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let playing: { stop(): void } | null = null;
  const stop = () => {
    clearTimeout(timer);
    playing?.stop();
    playing = null;
  };
  listen(box, 'pointerenter', ({ pointerType }) => {
    if (pointerType !== 'mouse' || isCalm()) return;
    timer = setTimeout(() => {
      playing = playInCell(file, box);
    }, REST_MS);
  });
  listen(box, 'pointerleave', stop);
  onEnd(stop);
}

/** The current player. */
let current: { readonly box: HTMLElement; stop(): void } | null = null;

/**
 * Loops the first moving animation of a model in its picture: until `stop`, until another model plays, until something
 * scrolls, or until the element is removed. `data-playing` of the element counts the frames.
 * @param box element of `libraryPicture`
 * @param failed called with a sentence if the model cannot play
 */
function playInCell(
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

/** Starts or stops playback in a cell. Announces why a model cannot play. */
export function togglePlay(file: LibraryFile, box: HTMLElement): void {
  if (current?.box === box) current.stop();
  else
    playInCell(file, box, (reason) => {
      announcement.value = reason;
    });
}
