/** Panels that stand behind a tab, the find bar and the sheet of keys: fetched when the first model is drawn, or with the first of them. */

export { mountAnalysis } from '../bytes/analysis/panel.ts';
export { mountFindBar } from '../bytes/find/bar.ts';
export { mountOutline } from '../model/outline/outline.ts';
export { mountAnimationList } from '../model/timeline/animation-list.ts';
export { mountDrawer } from '../model/timeline/drawer.ts';
export { mountProblems } from '../structure/problems/problems.ts';
export { mountTable } from '../structure/table/table.ts';
export { mountFileList } from './file-list.ts';
export { openHelp } from './help.ts';
