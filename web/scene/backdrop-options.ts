/** The options of a background of the user's own: its colour, or its picture, which can be dropped here. */

import { backdrop, view } from '../document/view.ts';
import { acceptFiles } from '../opening/drop.ts';
import { button, el, visible } from '../ui/dom.ts';
import { row, shownWhile } from '../ui/form.ts';
import { colour } from '../ui/inputs.ts';
import { effect } from '../ui/scope.ts';
import { chooseBackdrop, removeBackdrop, takeBackdrop } from './backdrop.ts';

/** Maximum length of the name of a picture, characters. */
const MAX_NAME = 40;
const SMALL = { class: 'button-small' };

export function backdropOptions(): HTMLElement[] {
  return [
    row('Colour', colour(view.backgroundColor), () => view.background.value === 'color'),
    shownWhile(() => view.background.value === 'picture', pictureRow()),
  ];
}

function pictureRow(): HTMLElement {
  const words = el('p', { class: 'dialog-hint' });
  const remove = button('Remove', removeBackdrop, {
    ...SMALL,
    'aria-label': 'Remove the background image',
  });
  const choose = button('Choose…', () => void chooseBackdrop(), {
    ...SMALL,
    'aria-label': 'Choose a background image',
  });
  effect(() => {
    const name = backdrop.value?.name;
    words.textContent = name
      ? `${visible(name, MAX_NAME)}. It stays on your computer.`
      : 'Choose a PNG, JPEG or WebP, or drop it here. It stays on your computer.';
    remove.hidden = name === undefined;
  });
  const element = el(
    'div',
    { class: 'view-backdrop', role: 'group', 'aria-label': 'Background image' },
    words,
    el('div', { class: 'dialog-line' }, choose, remove),
  );
  acceptFiles(({ target }) =>
    target instanceof Node && element.closest('.view-options')?.contains(target)
      ? {
          words: 'Drop to use the image as the background',
          async take({ files: [first] }) {
            if (first) await takeBackdrop(first.name, await first.read());
          },
        }
      : null,
  );
  return element;
}
