/** The commands of the hex panel, and the controls above it. */

import { type Signal, signal, untracked } from '@preact/signals-core';
import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';
import { commandButton } from '../../ui/command-button.ts';
import { icon } from '../../ui/dom.ts';
import { SEARCH } from '../../ui/icons.ts';
import { popoverToggle } from '../../ui/popover.ts';
import { effect } from '../../ui/scope.ts';
import { findCommand } from '../find/commands.ts';
import { hexOptions } from './options.ts';

/** Colours fields by section. */
export const tints: Signal<boolean> = signal(true);

/** Incremented to open or close the options. */
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

/**
 * The controls for the bar above the panel.
 * @param copyMenu opens the copy menu, below its button
 */
export function hexTools(copyMenu: Command): HTMLElement[] {
  const options = commandButton(optionsCommand, 'View');
  const toggle = popoverToggle(options, hexOptions);
  effect(() => {
    if (optionRequests.value > 0) untracked(toggle);
  });
  const find = commandButton(findCommand, icon(...SEARCH), 'find-button');
  return [find, copyButton(copyMenu), commandButton(tintCommand, 'Tint'), options];
}

function copyButton(copyMenu: Command): HTMLButtonElement {
  const button = commandButton(copyMenu, 'Copy as …', 'copy-button');
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}
