/** What can be done with the library; its panel comes when it is shown. */

import type { Command } from '../store/commands.ts';
import { librarySources } from '../store/library.ts';
import { showLibrary } from '../ui/layout.ts';
import { listMode } from './list/choices.ts';

const hasSources = () => librarySources.value.length > 0;

const showCommand: Command = {
  id: 'library.show',
  label: 'Show the library',
  group: 'File',
  key: 'Shift+L',
  run: () => {
    showLibrary();
    document.querySelector<HTMLElement>('.library-box')?.focus();
  },
};

const picturesCommand: Command = {
  id: 'library.pictures',
  label: 'List the library as pictures',
  group: 'View',
  enabled: hasSources,
  checked: () => listMode.value === 'pictures',
  run: () => {
    listMode.value = listMode.value === 'pictures' ? 'rows' : 'pictures';
  },
};

export const libraryCommands: readonly Command[] = [showCommand, picturesCommand];
