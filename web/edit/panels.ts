/** The list of changes, as the page shows it. */
import { withEditing } from '../store/editing.ts';
import type { TabPanel } from '../ui/panels.ts';
import { changesBadge } from './buttons.ts';

export const changesPanel: TabPanel = {
  id: 'changes',
  tab: 'Changes',
  title: 'the changes',
  mount: { load: () => withEditing(() => import('./panel.ts')).then((part) => part.mountChanges) },
  badge: changesBadge,
  command: { group: 'Edit', key: 'Alt+z' },
};
