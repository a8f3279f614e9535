/** The library, and an archive as a file of its own. */

import { activeFile } from '../document/state.ts';
import { shortCount } from '../explain/describe.ts';
import { libraryFiles, librarySources } from '../store/library.ts';
import type { Panel, TabPanel } from '../ui/panels.ts';
import { tabCount } from '../ui/tabs.ts';
import { listRequest } from './commands.ts';

export const libraryPanel: TabPanel = {
  id: 'library',
  tab: 'Library',
  title: 'the library',
  mount: { load: () => import('./panel.ts').then((part) => part.mountLibrary) },
  badge: () => tabCount(libraryFiles.value.length, shortCount(libraryFiles.value.length)),
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
