/** The structure, the table and the problems, as the page shows them. */
import type { TabPanel } from '../ui/panels.ts';
import { problemBadge } from './problems/engine-line.ts';

const loadTree = () => import('./tree/tree.ts').then((part) => part.mountTree);

export const structurePanel = {
  id: 'structure',
  tab: 'Raw',
  title: 'the structure',
  mount: { load: loadTree },
  command: { group: 'View' },
  early: true,
} satisfies TabPanel;

export const tablePanel: TabPanel = {
  id: 'table',
  tab: 'Table',
  title: 'the table',
  mount: { load: () => import('./table/table.ts').then((part) => part.mountTable) },
  command: { group: 'View' },
  early: true,
};

export const problemsPanel: TabPanel = {
  id: 'problems',
  tab: 'Problems',
  title: 'the problems',
  mount: { load: () => import('./problems/problems.ts').then((part) => part.mountProblems) },
  badge: problemBadge,
  command: { group: 'Problems', key: 'e' },
  early: true,
};
