/** The picture of a file of the library, for rows and cells. */
import type { LibraryFile, LibraryKind } from '../../store/library.ts';
import { el, icon, visible } from '../../ui/dom.ts';
import { isCalm } from '../../ui/environment.ts';
import { effect, listen, onEnd } from '../../ui/scope.ts';
import { type PictureState, pictureOf } from './pictures.ts';
import { playInCell } from './play.ts';
import './pictures.css';

/** What stands for a file without a picture: a word, and an icon where there is no room for it. */
const KINDS: Readonly<Record<LibraryKind, { readonly word: string; readonly icon: string }>> = {
  model: { word: 'Model', icon: 'M12 3 4 7.5v9L12 21l8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9' },
  texture: { word: 'Texture', icon: 'M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4' },
  sprite: { word: 'Sprite', icon: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9h4M4 14h4M16 9h4M16 14h4' },
  archive: { word: 'Archive', icon: 'M4 4h16v5H4zM5 9h14v11H5zM10 13h4' },
  other: { word: 'Other file', icon: 'M6 3h8l4 4v14H6zM14 3v4h4' },
};
const BROKEN = 'M12 4 3 20h18zM12 10v4M12 17v.5';

/** A model plays when the pointer rests on it so long, ms. */
const REST_MS = 350;

/**
 * A box that fills itself with the picture of a file, or says why it has none. Its size is that of what holds it: the
 * picture is as large as fits. Belongs to the current scope: only what is there asks for a picture. `data-picture` says
 * what it shows: `drawn`, `kept` (drawn in an earlier visit), `waiting`, `none`, `kind` (of a file that has no picture, or is not drawn).
 */
export function libraryPicture(file: LibraryFile): HTMLElement {
  const { kind, problem } = file;
  const box = el('div', { class: 'library-picture' });
  if (problem) showNone(box, 'Cannot be read', problem);
  else if (kind === 'archive' || kind === 'other') showKind(box, kind);
  else {
    const seen = follow(box);
    const state = pictureOf(file, seen);
    // One that is at hand is there with its row.
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
    // The one before stays until this one can be seen.
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

/** Follows whether a box is in view, by one observer for all. */
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

/** Plays a model while the pointer rests on its picture, unless the user wants no motion. */
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
