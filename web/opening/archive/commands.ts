/** What can be done with an open archive. */

import { selectedEntry } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { openSelectedEntry } from './entry.ts';

export const archiveCommands: readonly Command[] = [
  {
    id: 'archive.openEntry',
    label: 'Open this entry of the archive',
    group: 'File',
    enabled: () => {
      const file = activeFile.value;
      return file !== null && selectedEntry(file) >= 0;
    },
    run: () => {
      if (activeFile.value) void openSelectedEntry(activeFile.value);
    },
  },
];
