/** Panels of the left column: the files, and the outline of the current one, by its meaning or as it is. */
import { activeFile, files } from '../document/state.ts';
import { modelPanel } from '../outline/panels.ts';
import { flag, keptSignal } from '../store/kept.ts';
import { structurePanel } from '../structure/panels.ts';
import { el } from '../ui/dom.ts';
import { outlinePart } from '../ui/layout.ts';
import type { TabPanel } from '../ui/panels.ts';
import { effect } from '../ui/scope.ts';
import { tabCount } from '../ui/tabs.ts';
import { tabbed, withCopyMenu } from './columns.ts';
import { summary } from './summary.ts';

const filesPanel: TabPanel = {
  id: 'files',
  tab: 'Files',
  title: 'the files',
  mount: { load: () => import('./files-panel.ts').then((part) => part.mountFiles) },
  // No badge for a single file.
  badge: () => tabCount(files.value.length > 1 ? files.value.length : 0),
  command: { group: 'View' },
  early: true,
};

const outlinePanel: TabPanel = {
  id: 'outline',
  tab: 'Outline',
  title: 'the outline',
  mount: mountOutline,
  // Its parts are mounted when they are needed.
  needed: () => true,
};

/** The parts of the outline, between which its switch chooses. */
export const OUTLINE_PARTS: readonly TabPanel[] = [
  modelPanel,
  {
    ...structurePanel,
    mount: { load: () => structurePanel.mount.load().then((mount) => withCopyMenu(mount)) },
  },
];

/** Tabs of the left column. */
export const LEFT_TABS: readonly TabPanel[] = [filesPanel, outlinePanel];

/** Whether the user prefers the file as it is. */
const isRaw = keptSignal('outline.raw', flag(false));

function mountOutline(host: HTMLElement): void {
  const [bar, ...panels] = tabbed('Outline', outlinePart, OUTLINE_PARTS);
  if (!bar) return;
  bar.classList.add('outline-switch');
  const parts = el('div', { class: 'outline-parts' }, bar, ...panels);
  host.append(summary(), parts);
  // Only a model has parts: of anything else there is the file as it is.
  effect(() => {
    const hasParts = activeFile.value === null || activeFile.value.model !== null;
    parts.classList.toggle('outline-whole', !hasParts);
    bar.hidden = !hasParts;
    outlinePart.value = isRaw.value || !hasParts ? 'structure' : 'model';
  });
  effect(() => {
    const isStructure = outlinePart.value === 'structure';
    if (activeFile.peek()?.model) isRaw.value = isStructure;
  });
}
