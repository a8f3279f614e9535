/** Commands of the workspace: open files, and panels that can be hidden. */

import { activeFile, activeId, files } from '../document/state.ts';
import { requestClose } from '../edit/commands.ts';
import type { Command } from '../store/commands.ts';
import { singleKeysCommand } from '../ui/keyboard.ts';
import { collapsed } from '../ui/layout.ts';
import { openFileFinder } from './palette.ts';

const severalFiles = () => files.value.length > 1;

function stepFile(step: 1 | -1): void {
  const list = files.value;
  const at = list.findIndex((file) => file.id === activeId.value);
  const next = list[(at + step + list.length) % list.length];
  if (next) activeId.value = next.id;
}

function panelSwitch(panel: keyof typeof collapsed, label: string): Command {
  return {
    id: `view.${panel}`,
    label,
    group: 'View',
    enabled: () => activeFile.value !== null,
    checked: () => !collapsed[panel].value,
    run: () => {
      collapsed[panel].value = !collapsed[panel].value;
    },
  };
}

/** Panels that can be hidden, in the order of the page. */
export const layoutCommands: readonly Command[] = [
  panelSwitch('left', 'Show structure and files'),
  panelSwitch('drawer', 'Show keys, curves and events'),
  panelSwitch('right', 'Show bytes and problems'),
  panelSwitch('card', 'Show the field card'),
];

/** Opens the list of the open files, with a search. */
export const findFileCommand: Command = {
  id: 'file.find',
  label: 'Find an open file',
  group: 'File',
  key: 'Shift+F',
  enabled: severalFiles,
  run: openFileFinder,
};

export const pageCommands: readonly Command[] = [
  singleKeysCommand,
  findFileCommand,
  {
    id: 'file.close',
    label: 'Close this file',
    group: 'File',
    key: 'Alt+w',
    enabled: () => activeFile.value !== null,
    run: () => void requestClose([activeId.value]),
  },
  {
    id: 'file.next',
    label: 'Next file',
    group: 'File',
    key: 'Alt+PageDown',
    enabled: severalFiles,
    run: () => stepFile(1),
  },
  {
    id: 'file.previous',
    label: 'Previous file',
    group: 'File',
    key: 'Alt+PageUp',
    enabled: severalFiles,
    run: () => stepFile(-1),
  },
  ...layoutCommands,
];
