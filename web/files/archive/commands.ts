/** What can be done with an open archive. */

import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';
import { openSelectedEntry } from './entry.ts';

export const archiveCommands: readonly Command[] = [
  {
    id: 'archive.openEntry',
    label: 'Open this entry of the archive',
    group: 'File',
    enabled: () => {
      const file = activeFile.value;
      const selection = file?.selection.value;
      return (selection && file?.archive && file.archive.entryAt(selection.start) >= 0) ?? false;
    },
    run: () => {
      if (activeFile.value) void openSelectedEntry(activeFile.value);
    },
  },
];
