/** Buttons for back and forward; they can be pressed when there is somewhere to go. */
import { effect } from '@preact/signals-core';
import { step } from '../../store/history.ts';
import { activeFile } from '../../store/state.ts';
import { commandButton } from '../../ui/command-button.ts';
import { el, icon } from '../../ui/dom.ts';
import { backCommand, forwardCommand, history } from './commands.ts';

/** @param className says where they stand: a wide page has room in its head, a narrow one at its foot */
export function historyButtons(className: string): HTMLElement {
  const back = commandButton(backCommand, icon('M15 5l-7 7 7 7'), 'button-quiet');
  const forward = commandButton(forwardCommand, icon('M9 5l7 7-7 7'), 'button-quiet');
  const element = el(
    'div',
    { class: `history-buttons ${className}`, role: 'group', 'aria-label': 'History' },
    back,
    forward,
  );
  effect(() => {
    const file = activeFile.value;
    const selection = file?.selection.value;
    const here = file && selection ? { fileId: file.id, selection } : null;
    element.hidden = file === null;
    back.disabled = step(history.value, -1, here) === null;
    forward.disabled = step(history.value, 1, here) === null;
  });
  return element;
}
