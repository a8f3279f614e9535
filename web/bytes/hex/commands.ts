/** The commands of the hex panel, and the controls above it. */

import { type Signal, signal } from '@preact/signals-core';
import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';
import { commandButton } from '../../ui/command-button.ts';
import { icon } from '../../ui/dom.ts';
import { SEARCH } from '../../ui/icons.ts';
import { popoverToggle } from '../../ui/popover.ts';
import { PanelRequest } from '../../ui/request.ts';
import { findCommand } from '../find/commands.ts';
import { hexOptions } from './options.ts';

/** Colours fields by section. */
export const tints: Signal<boolean> = signal(true);

/** To open or close the options. */
const optionRequests = new PanelRequest();

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
  run: () => optionRequests.send(),
};

export const hexCommands: readonly Command[] = [tintCommand, optionsCommand];

/**
 * The controls for the bar above the panel.
 * @param copyMenu opens the copy menu, below its button
 */
export function hexTools(copyMenu: Command): HTMLElement[] {
  const options = commandButton(optionsCommand, 'View');
  const toggle = popoverToggle(options, hexOptions);
  optionRequests.on(toggle);
  const find = commandButton(findCommand, icon(...SEARCH), 'find-button');
  return [find, copyButton(copyMenu), commandButton(tintCommand, 'Section colours'), options];
}

function copyButton(copyMenu: Command): HTMLButtonElement {
  const button = commandButton(copyMenu, 'Copy as …', 'copy-button');
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}
