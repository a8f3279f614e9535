/** The library, as the page shows it. */
import { shortCount } from '../explain/describe.ts';
import { libraryFiles, librarySources } from '../store/library.ts';
import { activeFile } from '../store/state.ts';
import { el } from '../ui/dom.ts';
import type { TabPanel } from '../ui/panels.ts';
import { listRequest } from './commands.ts';

function fileCount(): HTMLElement | null {
  const { length } = libraryFiles.value;
  return length > 0 ? el('span', { class: 'tab-count' }, shortCount(length)) : null;
}

export const libraryPanel: TabPanel = {
  id: 'library',
  tab: 'Library',
  title: 'the library',
  mount: { load: () => import('./panel.ts').then((part) => part.mountLibrary) },
  badge: fileCount,
  command: {
    group: 'File',
    key: 'Shift+L',
    enabled: () => librarySources.value.length > 0 || activeFile.value !== null,
  },
  focus: () => listRequest.send(),
};
