/** The library, and an archive as a file of its own. */

import { activeFile } from '../document/state.ts';
import { librarySources } from '../store/library.ts';
import type { Panel } from '../ui/panels.ts';
import { listRequest } from './commands.ts';

/** A group of the files. */
export const libraryPanel: Panel = {
  id: 'library',
  tab: 'Library',
  title: 'the library',
  mount: { load: () => import('./panel.ts').then((part) => part.mountLibrary) },
  command: {
    group: 'File',
    key: 'Shift+L',
    enabled: () => librarySources.value.length > 0 || activeFile.value !== null,
  },
  focus: () => listRequest.send(),
};

export const archivePanel: Panel = {
  id: 'archive',
  tab: 'Archive',
  title: 'the archive',
  mount: { load: () => import('./archive-view.ts').then((part) => part.mountArchive) },
  needed: () => activeFile.value?.archive != null,
};
