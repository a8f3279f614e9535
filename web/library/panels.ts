/** The library, as the page shows it. */
import { shortCount } from '../explain/describe.ts';
import { libraryFiles, librarySources } from '../store/library.ts';
import { activeFile } from '../store/state.ts';
import type { TabPanel } from '../ui/panels.ts';
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
