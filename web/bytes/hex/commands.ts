/** The commands of the hex panel, and the controls above it. */

import { type Signal, signal } from '@preact/signals-core';
import { activeFile, compared } from '../../document/state.ts';
import { whyFixed } from '../../edit/value/editable.ts';
import type { Command } from '../../store/commands.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { announcement } from '../../store/notices.ts';
import { commandButton } from '../../ui/command-button.ts';
import { el, icon } from '../../ui/dom.ts';
import { nameElement } from '../../ui/focus.ts';
import { COPY, DROP, PENCIL, SEARCH, SLIDERS } from '../../ui/icons.ts';
import { showBytes } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';
import { openPart } from '../../ui/parts.ts';
import { popoverToggle } from '../../ui/popover.ts';
import { effect } from '../../ui/scope.ts';
import { findCommand } from '../find/commands.ts';
import { changeCommands } from './changes.ts';
import { editRequests, editSwitch, isEditing } from './editing.ts';
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

const editCommand: Command = {
  id: 'hex.edit',
  label: 'Edit bytes',
  group: 'Edit',
  key: 'Insert',
  enabled: () => activeFile.value !== null && compared.value === null,
  checked: () => isEditing.value,
  run: toggleEditing,
};

function toggleEditing(): void {
  const file = activeFile.peek();
  const why = file ? whyFixed(file) : '';
  if (why !== '') {
    announcement.value = why;
    return;
  }
  editSwitch.value = !editSwitch.peek();
  if (!editSwitch.peek()) return;
  showBytes();
  editRequests.send();
}

const fillCommand: Command = {
  id: 'hex.fill',
  label: 'Fill the selected bytes with a pattern…',
  group: 'Edit',
  enabled: () => {
    const file = activeFile.value;
    return file !== null && whyFixed(file) === '' && file.selection.value !== null;
  },
  run: () => {
    const file = activeFile.peek();
    if (file)
      void openPart(
        () => withEditing(() => import('../overwrite/fill.ts')),
        (part) => part.openFill(file),
      );
  },
};

export const hexCommands: readonly Command[] = [
  editCommand,
  fillCommand,
  ...changeCommands,
  tintCommand,
  optionsCommand,
];

/**
 * The controls for the bar above the panel.
 * @param copyMenu opens the copy menu, below its button
 */
export function hexTools(copyMenu: Command): HTMLElement[] {
  const options = pictureButton(optionsCommand, SLIDERS, 'View');
  const toggle = popoverToggle(options, hexOptions);
  optionRequests.on(toggle);
  const find = commandButton(findCommand, icon(...SEARCH), 'picture-button');
  return [find, editButton(), copyButton(copyMenu), pictureButton(tintCommand, [DROP], 'Colours'), options];
}

/** Beside five tabs there is no room for words; in the menu of what has no room there is. */
function pictureButton(action: Command, picture: readonly string[], name: string): HTMLButtonElement {
  const button = commandButton(action, icon(...picture), 'picture-button');
  button.append(el('span', { class: 'tool-name' }, name));
  button.setAttribute('aria-label', name);
  return button;
}

/** Its hint says why the bytes of some files cannot be edited. */
function editButton(): HTMLButtonElement {
  const button = pictureButton(editCommand, PENCIL, 'Edit bytes');
  const { title } = button;
  effect(() => {
    const file = activeFile.value;
    button.title = (file && whyFixed(file)) || title;
  });
  return button;
}

function copyButton(copyMenu: Command): HTMLButtonElement {
  const button = pictureButton(copyMenu, COPY, 'Copy as …');
  button.classList.add('copy-button');
  nameElement('copy button', button);
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}
