/** The part "Model" of the outline, with what a model consists of. */
import { activeFile } from '../document/state.ts';
import type { TabPanel } from '../ui/panels.ts';

export const modelPanel: TabPanel = {
  id: 'model',
  tab: 'Model',
  title: 'the parts of the model',
  mount: { load: () => import('./outline.ts').then((part) => part.mountOutline) },
  command: { group: 'View', enabled: () => activeFile.value?.model != null },
  early: true,
};
