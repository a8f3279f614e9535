/** What the hex panel can do. */
import { type Signal, signal } from '@preact/signals-core';
import type { Command } from '../commands.ts';
import { copyMenuCommand } from '../copy/commands.ts';
import { commandButton } from '../shell/command-button.ts';

/** Whether bytes are coloured by section and field. */
export const tints: Signal<boolean> = signal(true);

export const hexCommands: readonly Command[] = [
  {
    id: 'hex.tints',
    label: 'Colour the bytes by section',
    group: 'View',
    key: 'c',
    checked: () => tints.value,
    run: () => {
      tints.value = !tints.value;
    },
  },
];

/** The panel's controls, for the bar above it. */
export function hexTools(): HTMLElement[] {
  return [copyButton(), ...hexCommands.map((command) => commandButton(command, 'Tint'))];
}

/** Opens the menu of copying; it stands under this button. */
function copyButton(): HTMLButtonElement {
  const button = commandButton(copyMenuCommand, 'Copy as …', 'copy-button');
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}
