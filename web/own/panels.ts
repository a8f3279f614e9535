/** The user's own structures, as the page shows them. */
import type { TabPanel } from '../ui/panels.ts';

export const ownPanel: TabPanel = {
  id: 'own',
  tab: 'Own',
  title: 'your own structures',
  mount: { load: () => import('./own.ts').then((part) => part.mountOwn) },
  command: { group: 'View' },
};
