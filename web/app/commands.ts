/** Commands of the workspace: open files, and panels that can be hidden. */

import { activeFile, activeId, files } from '../document/state.ts';
import { requestClose } from '../edit/commands.ts';
import type { Command } from '../store/commands.ts';
import { focusOn } from '../ui/focus.ts';
import { singleKeysCommand } from '../ui/keyboard.ts';
import { collapsed, onlyModel, pane } from '../ui/layout.ts';
import { openPart } from '../ui/parts.ts';

const severalFiles = () => files.value.length > 1;

function stepFile(step: 1 | -1): void {
  const list = files.value;
  const at = list.findIndex((file) => file.id === activeId.value);
  const next = list[(at + step + list.length) % list.length];
  if (next) activeId.value = next.id;
}

function panelSwitch(panel: keyof typeof collapsed, label: string, key?: string): Command {
  const isHidden = () => collapsed[panel].value || (onlyModel.value && panel !== 'sheet');
  return {
    id: `view.${panel}`,
    label,
    group: 'View',
    ...(key ? { key } : {}),
    enabled: () => activeFile.value !== null,
    checked: () => !isHidden(),
    run: () => {
      collapsed[panel].value = !isHidden();
      if (panel !== 'sheet') onlyModel.value = false;
    },
  };
}

/** Panels that can be hidden, in the order of the page. */
const layoutCommands: readonly Command[] = [
  panelSwitch('left', 'Show files and outline', 'Ctrl+B'),
  panelSwitch('sheet', 'Show the dope sheet: keys, curves, frame strings', 'Ctrl+J'),
  panelSwitch('right', 'Show bytes and problems', 'Ctrl+Alt+B'),
  panelSwitch('card', 'Show the field card'),
];

/** Gives the page to the view, and back to the panels as they were. */
const onlyModelCommand: Command = {
  id: 'view.only',
  label: 'Show only the model',
  group: 'View',
  key: 'Ctrl+\\',
  enabled: () => activeFile.value !== null,
  checked: () => onlyModel.value,
  run: () => {
    onlyModel.value = !onlyModel.value;
    if (!onlyModel.value) return;
    pane.value = 'model';
    // What had the focus may be hidden now.
    if (!document.activeElement?.checkVisibility()) focusOn('view');
  },
};

export const pageCommands: readonly Command[] = [
  singleKeysCommand,
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
  onlyModelCommand,
  {
    id: 'page.keymap',
    label: 'Change keys…',
    group: 'Help',
    run: () =>
      void openPart(
        () => import('./keymap.ts'),
        (part) => part.openKeymap(),
      ),
  },
];
