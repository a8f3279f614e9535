/** Where in the library a skin or child model was found. */

import { type LibraryFile, librarySources } from '../../store/library.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { openSources } from '../open.ts';
import { sourceOf } from './library-file.ts';

/** `NOLF.REZ › SKINS/HERO.DTX` */
export function placeWords({ source, path }: LibraryFile): HTMLElement {
  return el('span', {}, fileText(source.name), ' › ', fileText(path));
}

/** A link with the place of a file, which previews the file. */
export function originLink(file: LibraryFile): HTMLElement {
  const { source, path } = file;
  const preview = () => void openSources([sourceOf(file)], { preview: true });
  return button(placeWords(file), preview, {
    class: 'link origin-link',
    title: `Preview ${visible(`${source.name}/${path}`)}`,
  });
}

/** Whether the library has sources. Reads a signal. */
export function hasLibrary(): boolean {
  return librarySources.value.length > 0;
}
