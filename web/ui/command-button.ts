/** Buttons of commands: label, key, availability and state come from the command. */

import { type Command, runCommand } from '../store/commands.ts';
import { button, setAttribute } from './dom.ts';
import { withKey } from './keyboard.ts';
import { effect } from './scope.ts';

/** @param label a short word, or an icon; the accessible name is then the command's label */
export function commandButton(command: Command, label: string | Node, className = ''): HTMLButtonElement {
  const { enabled, checked } = command;
  const element = button(label, () => runCommand(command), {
    class: className || undefined,
    'aria-label': typeof label === 'string' ? undefined : command.label,
  });
  effect(() => setAttribute(element, 'title', withKey(command.label, command)));
  if (enabled) {
    effect(() => {
      element.disabled = !enabled();
    });
  }
  if (checked) effect(() => setAttribute(element, 'aria-pressed', String(checked())));
  return element;
}
