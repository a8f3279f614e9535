/** The button of the display options, which are loaded when it is first pressed. */
import { effect } from '@preact/signals-core';
import { command } from '../../../store/commands.ts';
import { commandButton } from '../../../ui/command-button.ts';
import { popoverToggle } from '../../../ui/popover.ts';
import { displayRequests } from '../commands.ts';

export function displayButton(): HTMLButtonElement {
  const button = commandButton(command('view.display'), 'Display');
  const toggle = popoverToggle(button, async () => (await import('./display.ts')).displayOptions());
  effect(() => {
    if (displayRequests.value > 0) void toggle();
  });
  return button;
}
