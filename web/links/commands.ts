/** Commands for links; their actions are fetched when they are used. */

import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { usePart } from '../ui/parts.ts';

const loadShare = () => import('./share.ts');

export const copyLinkCommand: Command = {
  id: 'file.copyLink',
  label: 'Copy a link to this view',
  group: 'File',
  key: 'y',
  enabled: () => activeFile.value !== null,
  run: () => {
    const file = activeFile.peek();
    if (file) void usePart(loadShare, ({ copyViewLink }) => copyViewLink(file));
  },
};

const copyBytesLinkCommand: Command = {
  id: 'file.copyBytesLink',
  label: 'Copy a link to these bytes',
  group: 'File',
  enabled: () => activeFile.value?.selection.value != null,
  run: () => {
    if (activeFile.value) void copyBytesLink(activeFile.value);
  },
};

const pageCodeCommand: Command = {
  id: 'file.copyPageCode',
  label: 'Copy code for a web page…',
  group: 'File',
  enabled: () => activeFile.value?.model != null,
  run: () => {
    const file = activeFile.peek();
    if (file) void usePart(loadShare, ({ copyPageCode }) => copyPageCode(file));
  },
};

/** Copies a link to the selected bytes of a file, without the rest of the view; for a local file it asks how. */
function copyBytesLink(file: OpenFile): Promise<void> {
  return usePart(loadShare, ({ copySelectionLink }) => copySelectionLink(file));
}

export const linkCommands: readonly Command[] = [copyLinkCommand, copyBytesLinkCommand, pageCodeCommand];
