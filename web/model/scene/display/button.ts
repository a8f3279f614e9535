/** The button of the display options. */

import { command } from '../../../store/commands.ts';
import { commandButton } from '../../../ui/command-button.ts';
import { popoverToggle } from '../../../ui/popover.ts';
import { displayRequests } from '../commands.ts';
import { displayOptions } from './display.ts';

export function displayButton(): HTMLButtonElement {
  const button = commandButton(command('view.display'), 'Display');
  const toggle = popoverToggle(button, displayOptions);
  displayRequests.on(toggle);
  return button;
}
