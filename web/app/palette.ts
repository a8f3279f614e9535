/**
 * The command palette: all enabled commands, open files and named parts of the active file; and the finder of open
 * files.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { baseName, filesNamed } from '../lib/file-names.ts';
import { allCommands, type Command, runCommand } from '../store/commands.ts';
import { Combobox, type ComboboxOptions } from '../ui/combobox.ts';
import { openDialog } from '../ui/dialog.ts';
import { el, fileText } from '../ui/dom.ts';
import { keyLabel } from '../ui/keyboard.ts';
import { effect } from '../ui/scope.ts';
import { fileFacts } from './file-label.ts';
import { matching, type Place, placesNamed } from './palette-search.ts';

/** Maximum number of files that are listed. */
const MAX_LISTED = 100;

/**
 * Opens the palette; Escape and a click beside it close it.
 * @param isOpening whether files are being opened: commands that need a file are not enabled yet, and Enter waits for
 *   them
 * @lazy
 */
export function openPalette(isOpening: ReadonlySignal<boolean>): void {
  openChoices<Command | OpenFile | Place>('Commands', (close) => ({
    id: 'palette',
    label: 'Find a command, an open file or a name',
    placeholder: 'What do you want to do?',
    firstIsMarked: true,
    choices: (text) => {
      const places = placesNamed(activeFile.value, text);
      return [
        ...places.exact,
        ...matching(allCommands().filter(isPossible), text),
        ...(text.trim() === '' ? [] : filesNamed(files.value, text).slice(0, MAX_LISTED)),
        ...places.others,
      ];
    },
    row: (choice) =>
      'run' in choice ? commandRow(choice) : 'go' in choice ? placeRow(choice) : fileRow(choice),
    accept(choice) {
      if (!choice) return 'No command, open file or name matches.';
      // Closing restores the focus; the command may move it afterwards.
      close();
      if ('run' in choice) runCommand(choice);
      else if ('go' in choice) choice.go();
      else activeId.value = choice.id;
      return null;
    },
    nothing: (text) => `No command, open file or name matches “${text}”.`,
    awaitsMore: () => isOpening.value,
    close,
  }));
}

/** Opens the finder of open files. */
export function openFileFinder(): void {
  openChoices<OpenFile>('Open files', (close) => ({
    id: 'file-finder',
    label: 'Find an open file',
    placeholder: 'Find an open file',
    firstIsMarked: true,
    choices: (text) => filesNamed(files.value, text).slice(0, MAX_LISTED),
    row: fileRow,
    accept(file) {
      if (!file) return 'No open file of that name.';
      close();
      activeId.value = file.id;
      return null;
    },
    nothing: (text) => `No open file for “${text}”.`,
    close,
  }));
}

function commandRow({ label, group, key, checked }: Command): Node[] {
  return [
    el('span', { class: 'combobox-main' }, label),
    el('span', { class: 'combobox-aside' }, checked ? `${group} · ${checked() ? 'on' : 'off'}` : group),
    ...(key ? [el('kbd', {}, keyLabel(key))] : []),
  ];
}

function placeRow({ name, kind }: Place): Node[] {
  return [fileText(name, 'combobox-main'), el('span', { class: 'combobox-aside' }, kind)];
}

function fileRow(file: OpenFile): Node[] {
  const bare = baseName(file.name);
  const folder = file.name.slice(0, Math.max(0, file.name.length - bare.length - 1));
  return [
    fileText(bare, 'combobox-main'),
    ...(folder ? [fileText(folder, 'combobox-label')] : []),
    el('span', { class: 'combobox-aside' }, ...fileFacts(file)),
  ];
}

/** Opens a dialog with a combobox, whose choices are updated when files are opened or closed. */
function openChoices<T>(title: string, options: (close: () => void) => ComboboxOptions<T>): void {
  let field: Combobox<T> | null = null;
  openDialog({
    class: 'palette',
    title,
    kind: 'bare',
    build(dialog) {
      const asked = options(() => dialog.close());
      const made = new Combobox<T>(asked);
      field = made;
      // Not everything that `choices` reads: some commands depend on the time of an animation.
      effect(() => {
        void [activeFile.value, files.value, asked.awaitsMore?.()];
        // After this effect: an Enter that waited runs its command, which may change these signals.
        queueMicrotask(() => dialog.isOpen && made.refresh());
      });
      return [made.element];
    },
    focus: () => field?.input,
  });
}

function isPossible({ id, enabled }: Command): boolean {
  return id !== 'page.palette' && (enabled?.() ?? true);
}
