/** The line in the viewport that says which skins are missing, until it is closed for the file. */

import { chooseFiles } from '../../files/open.ts';
import { activeFile } from '../../store/state.ts';
import { button, el, fileText, icon } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { effect } from '../../ui/scope.ts';
import './skins.css';
import { slotStates } from '../../files/textures/slots.ts';
import { missingInWords, missingSlots } from './words.ts';

export function missingLine(): HTMLElement {
  const text = el('span', { class: 'skin-missing-text', role: 'status' });
  const choose = () => {
    const file = activeFile.peek();
    const [first] = file ? missingSlots(slotStates(file)) : [];
    if (file && first) void chooseFiles({ file, slot: first.slot });
  };
  const dismiss = () => {
    const file = activeFile.peek();
    if (file) file.skins.dismissed.value = true;
  };
  const line = el(
    'div',
    { class: 'skin-missing' },
    text,
    button('Choose…', choose, { class: 'link', 'aria-label': 'Choose a skin' }),
    button(icon(CROSS), dismiss, {
      class: 'skin-missing-close',
      'aria-label': 'Dismiss the line about skins',
    }),
  );
  effect(() => {
    const file = activeFile.value;
    const words = file && !file.skins.dismissed.value ? missingInWords(slotStates(file)) : '';
    line.hidden = words === '';
    text.replaceChildren(fileText(words));
  });
  return line;
}
