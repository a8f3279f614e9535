/** Every panel of the page, as they are in their places. */

import { hexTools } from '../bytes/hex/hex.ts';
import { analysisPanel, bytesPanel, cardPanel } from '../bytes/panels.ts';
import { activeFile, files } from '../document/state.ts';
import { changesPanel } from '../edit/panels.ts';
import { copyMenuCommand, mountCopyMenu } from '../export/commands.ts';
import { archivePanel, libraryPanel } from '../library/panels.ts';
import { animationsPanel, keysPanel, timelinePanel as timelineOfFile } from '../motion/panels.ts';
import { modelPanel } from '../outline/panels.ts';
import { viewPanel } from '../scene/panels.ts';
import { spritePanel, texturePanel } from '../skins/panels.ts';
import { problemsPanel, structurePanel, tablePanel } from '../structure/panels.ts';
import type { Panel, TabPanel } from '../ui/panels.ts';
import { tabCount } from '../ui/tabs.ts';
import { isIdle } from './idle.ts';

const filesPanel: TabPanel = {
  id: 'files',
  tab: 'Files',
  title: 'the open files',
  mount: { load: () => import('./file-list.ts').then((part) => part.mountFileList) },
  // Of one alone nothing is said.
  badge: () => tabCount(files.value.length > 1 ? files.value.length : 0),
  command: { group: 'View' },
  early: true,
};

/** The same with a menu at the pointer that copies what is selected there. */
function withCopyMenu(
  panel: Omit<TabPanel, 'mount'> & {
    mount(element: HTMLElement): { selectAt(x: number, y: number): void };
  },
): TabPanel {
  return {
    ...panel,
    mount(element) {
      const view = panel.mount(element);
      mountCopyMenu(element, (x, y) => view.selectAt(x, y));
    },
  };
}

/** Tabs of the left column. */
export const LEFT: readonly TabPanel[] = [
  withCopyMenu(structurePanel),
  modelPanel,
  animationsPanel,
  filesPanel,
  libraryPanel,
];

/** In the middle: the one for the kind of the file. */
export const VIEWS: readonly Panel[] = [viewPanel, texturePanel, spritePanel, archivePanel];

/** Nothing to play needs no timeline: without a file it waits until there is nothing else to do. */
export const timelinePanel: Panel = {
  ...timelineOfFile,
  needed() {
    return isIdle.value || activeFile.value !== null;
  },
};

/** Tabs of the right column, and the panel below them. */
export const RIGHT: readonly TabPanel[] = [
  withCopyMenu({ ...bytesPanel, tools: () => hexTools(copyMenuCommand) }),
  tablePanel,
  problemsPanel,
  analysisPanel,
  changesPanel,
];

export const PANELS: readonly Panel[] = [...LEFT, ...VIEWS, keysPanel, timelinePanel, ...RIGHT, cardPanel];
