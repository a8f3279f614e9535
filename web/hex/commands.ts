/** What the hex panel can do. */
import { effect, type Signal, signal } from '@preact/signals-core';
import type { Command } from '../commands.ts';
import { copyMenuCommand } from '../copy/commands.ts';
import { icon } from '../dom.ts';
import { findCommand } from '../find/commands.ts';
import { commandButton } from '../shell/command-button.ts';
import { SEARCH } from '../shell/icons.ts';
import { popoverToggle } from '../shell/popover.ts';
import { activeFile } from '../state.ts';

/** Whether bytes are coloured by section and field. */
export const tints: Signal<boolean> = signal(true);

/** Counts the wishes to open the options of the bytes, or to close them. */
const optionRequests = signal(0);

const tintCommand: Command = {
  id: 'hex.tints',
  label: 'Colour the bytes by section',
  group: 'View',
  key: 'c',
  checked: () => tints.value,
  run: () => {
    tints.value = !tints.value;
  },
};

const optionsCommand: Command = {
  id: 'hex.options',
  label: 'How bytes are shown: bytes a row, offsets, text',
  group: 'View',
  enabled: () => activeFile.value !== null,
  run: () => {
    optionRequests.value++;
  },
};

export const hexCommands: readonly Command[] = [tintCommand, optionsCommand];

/** The panel's controls, for the bar above it. */
export function hexTools(): HTMLElement[] {
  const options = commandButton(optionsCommand, 'View');
  const toggle = popoverToggle(options, async () => (await import('./options-panel.ts')).hexOptions());
  effect(() => {
    if (optionRequests.value > 0) void toggle();
  });
  const find = commandButton(findCommand, icon(...SEARCH), 'find-button');
  return [find, copyButton(), commandButton(tintCommand, 'Tint'), options];
}

/** Opens the menu of copying; it stands under this button. */
function copyButton(): HTMLButtonElement {
  const button = commandButton(copyMenuCommand, 'Copy as …', 'copy-button');
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}
