/** Links as actions of the page. What they do loads when it is wanted: with a link, or with the first file. */
import { signal } from '@preact/signals-core';
import type { Command } from '../store/commands.ts';
import { activeFile, type OpenFile } from '../store/state.ts';
import { onFirst } from '../ui/on-first.ts';

export const copyLinkCommand: Command = {
  id: 'file.copyLink',
  label: 'Copy a link to this view',
  group: 'File',
  key: 'y',
  enabled: () => activeFile.value !== null,
  run: async () => {
    const file = activeFile.peek();
    if (file) (await import('./copy.ts')).copyViewLink(file);
  },
};

export const copyBytesLinkCommand: Command = {
  id: 'file.copyBytesLink',
  label: 'Copy a link to these bytes',
  group: 'File',
  enabled: () => activeFile.value?.selection.value != null,
  run: () => {
    if (activeFile.value) void copyBytesLink(activeFile.value);
  },
};

/** Copies a link to a file's selected bytes, whatever else is on the screen; of a local file it asks how. */
export async function copyBytesLink(file: OpenFile): Promise<void> {
  await (await import('./copy.ts')).copySelectionLink(file);
}

export const linkCommands: readonly Command[] = [copyLinkCommand, copyBytesLinkCommand];

/** Opens what the address says, and lets the address follow what is open. */
export function mountLinks(): void {
  const linked = signal(location.hash.length > 1);
  window.addEventListener(
    'hashchange',
    () => {
      linked.value = true;
    },
    { once: true },
  );
  onFirst(
    () => linked.value || activeFile.value !== null,
    async () => (await import('./address.ts')).mountAddress(),
  );
}
