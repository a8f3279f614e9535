/** The commands that open the search box. It is loaded then; what is typed meanwhile is typed into it. */

import { activeFile } from '../../document/state.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { openPart } from '../../ui/parts.ts';

/** Opens the box with a text, or a sign that asks for one kind of thing. */
function openWith(text: string): void {
  void openPart(
    () => import('./box.ts'),
    ({ openBox }) => openBox(text),
  );
}

export const findFileCommand: Command = {
  id: 'file.find',
  label: 'Find a file: open, recent, samples, library',
  group: 'File',
  key: 'Shift+F',
  run: () => openWith('/'),
};

export const searchCommands: readonly Command[] = [
  findFileCommand,
  {
    id: 'go.to',
    label: 'Go to an offset, section or field',
    group: 'Go',
    key: 'g',
    panelKey: 'Ctrl+G',
    enabled: () => activeFile.value !== null,
    run: () => openWith('#'),
  },
  {
    id: 'select.length',
    label: 'Select a number of bytes from the caret',
    group: 'Go',
    enabled: () => activeFile.value !== null,
    run: () => {
      const file = activeFile.peek();
      const offset = file?.selection.peek()?.start ?? file?.caret.peek().offset ?? 0;
      // The user types the length.
      openWith(`#${formatOffset(offset)}+`);
    },
  },
];
