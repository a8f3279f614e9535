/** The hex panel: the bytes of the active file, its commands, and the controls above it. */

import { untracked } from '@preact/signals-core';
import { hits } from '../../document/marks.ts';
import { activeFile, compared } from '../../document/state.ts';
import { whyFixed } from '../../edit/value/editable.ts';
import { isTextFormat } from '../../explain/formats.ts';
import { type Command, command, runCommand } from '../../store/commands.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { announcement } from '../../store/notices.ts';
import { commandButton } from '../../ui/command-button.ts';
import { el, icon } from '../../ui/dom.ts';
import { nameElement, offerFocus } from '../../ui/focus.ts';
import { COPY, PENCIL, SEARCH, SLIDERS } from '../../ui/icons.ts';
import { keyName } from '../../ui/keyboard.ts';
import { showBytes } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';
import { openPart, usePart } from '../../ui/parts.ts';
import { popoverToggle } from '../../ui/popover.ts';
import { effect, once, page, scope } from '../../ui/scope.ts';
import { findCommand } from '../find/commands.ts';
import { mountFoot } from './foot.ts';
import { mountMinimap } from './minimap.ts';
import { hitMarks } from './painting.ts';
import { editRequests, editSwitch, hexOptions, isEditing, tints } from './state.ts';
import { changeCommands } from './stops.ts';
import { HexView } from './view.ts';

export function mountHex(host: HTMLElement): HexView {
  host.classList.add('hex');
  const body = el('div', { class: 'hex-body' });
  host.append(body);
  mountFoot(host);
  const view = new HexView(body, {
    marks: (file, start, end) => {
      const found = hits.peek();
      return found?.file === file.id ? hitMarks(found, start, end) : [];
    },
  });
  offerFocus('bytes', view.box);
  mountMinimap(body, view);
  once(
    () => isTextFormat(activeFile.value?.info.format ?? 'unknown'),
    () =>
      void usePart(
        () => import('../text/view.ts'),
        (part) => page.run(() => part.mountText(host, body, view.box)),
      ),
  );
  view.box.addEventListener('copy', (event) => {
    if (runCommand(command('copy.hex'))) event.preventDefault();
  });
  effect(() => {
    const file = activeFile.value;
    void file?.content.value;
    void file?.name;
    untracked(() => view.show(file));
  });
  // As in any ARIA grid; for keyboards without an Insert key.
  view.box.addEventListener('keydown', (event) => {
    if (keyName(event) !== 'Enter' || isEditing.peek()) return;
    event.preventDefault();
    runCommand(command('hex.edit'));
  });
  effect(() => {
    if (!isEditing.value) return;
    const made = scope();
    void usePart(
      () => withEditing(() => import('../overwrite/editor.ts')),
      (part) => made.run(() => part.mountOverwrite(host, view)),
    );
  });
  effect(() => {
    hits.value;
    view.redraw();
  });
  return view;
}

// Commands

/** Requests to open or close the display options. */
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
  label: 'Byte view: rows, offsets, characters, colours',
  group: 'View',
  enabled: () => activeFile.value !== null,
  run: () => optionRequests.send(),
};

const editCommand: Command = {
  id: 'hex.edit',
  label: 'Overwrite bytes',
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
  const options = pictureButton(optionsCommand, SLIDERS, 'Byte view');
  const toggle = popoverToggle(options, hexOptions);
  optionRequests.on(toggle);
  const find = commandButton(findCommand, icon(...SEARCH), 'picture-button');
  return [find, editButton(), copyButton(copyMenu), options];
}

/** A button with an icon. Its name is shown in the overflow menu only. */
function pictureButton(action: Command, picture: readonly string[], name: string): HTMLButtonElement {
  const button = commandButton(action, icon(...picture), 'picture-button');
  button.append(el('span', { class: 'tool-name' }, name));
  button.setAttribute('aria-label', name);
  return button;
}

/** Its hint says why the bytes of some files cannot be edited. */
function editButton(): HTMLButtonElement {
  const button = pictureButton(editCommand, PENCIL, 'Overwrite bytes');
  const { title } = button;
  effect(() => {
    const file = activeFile.value;
    button.title = (file && whyFixed(file)) || title;
  });
  return button;
}

function copyButton(copyMenu: Command): HTMLButtonElement {
  const button = pictureButton(copyMenu, COPY, 'Copy as…');
  button.classList.add('copy-button');
  nameElement('copy button', button);
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}
