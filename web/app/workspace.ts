/** Everything that an open file needs: its panels, what divides them, what shows when. */

import { signal } from '@preact/signals-core';
import { analysisCommands } from '../bytes/analysis/commands.ts';
import { bookmarkCommands } from '../bytes/bookmarks/commands.ts';
import { persistBookmarks } from '../bytes/bookmarks/keep.ts';
import { findCommands, findRequests } from '../bytes/find/commands.ts';
import { goToCommand, selectLengthCommand } from '../bytes/goto/commands.ts';
import { hexCommands, hexTools } from '../bytes/hex/commands.ts';
import { gapCommands } from '../bytes/hex/gaps.ts';
import { mountHex } from '../bytes/hex/hex.ts';
import { mountInspector } from '../bytes/inspector/inspector.ts';
import { compareCommands } from '../compare/commands.ts';
import { changesBadge } from '../edit/buttons.ts';
import { editCommands } from '../edit/commands.ts';
import { watchChanges } from '../edit/follow-changes.ts';
import { valueCommands } from '../edit/value/commands.ts';
import { shortCount } from '../explain/describe.ts';
import {
  copyCommands,
  copyMenuCommand,
  exportCommands,
  exportMenuCommand,
  watchExportRequests,
} from '../export/commands.ts';
import { mountCopyMenu } from '../export/context-menu.ts';
import { filmCommand } from '../export/film/commands.ts';
import { pictureCommands } from '../export/picture/commands.ts';
import { archiveCommands } from '../files/archive/commands.ts';
import { watchChildren } from '../files/children.ts';
import { fileCommands } from '../files/commands.ts';
import { keepUsedPreview } from '../files/keep-preview.ts';
import { longTasks } from '../files/long-task.ts';
import { watchSources } from '../files/sources/again.ts';
import { watchFiles } from '../files/watch.ts';
import { importCommand, takeGltf } from '../import/commands.ts';
import { libraryCommands } from '../library/commands.ts';
import { linkCommands } from '../links/commands.ts';
import { keepAttachments } from '../model/outline/attachments.ts';
import { attachCommand } from '../model/outline/commands.ts';
import { sceneCommands } from '../model/scene/commands.ts';
import { addSocketCommand } from '../model/scene/picture-tools.ts';
import { isDrawn, mountViewport } from '../model/scene/viewport.ts';
import { mountSkinTools } from '../model/textures/skins.ts';
import { timelineCommands } from '../model/timeline/commands.ts';
import { mountTimeline } from '../model/timeline/timeline.ts';
import { registerCommands } from '../store/commands.ts';
import { loadCore } from '../store/core.ts';
import { filesInView } from '../store/drawn-together.ts';
import { withEditing } from '../store/editing.ts';
import { isUnsaved } from '../store/edits.ts';
import { libraryFiles, librarySources } from '../store/library.ts';
import { activeFile, compared, files } from '../store/state.ts';
import { problemCommands } from '../structure/problems/commands.ts';
import { problemBadge } from '../structure/problems/engine-line.ts';
import { tableCommands } from '../structure/table/commands.ts';
import { mountTree } from '../structure/tree/tree.ts';
import { button, el, setAttribute, visible } from '../ui/dom.ts';
import { collapsed, leftTab, type Pane, pane, rightTab } from '../ui/layout.ts';
import { filterCommand } from '../ui/list-filter.ts';
import { loadPart, openPart, typedAhead, usePart } from '../ui/parts.ts';
import { effect, once, onResize, page } from '../ui/scope.ts';
import { splitter } from '../ui/splitter.ts';
import { tabBar } from '../ui/tabs.ts';
import { pageCommands } from './commands.ts';
import { mountDiagnostics } from './diagnostics.ts';
import { watchFocus } from './focus.ts';
import type { Frame } from './frame.ts';
import { mountHeader } from './header.ts';
import { historyCommands, mountHistory } from './history.ts';
import { panelFocusCommands, skipLink } from './panel-focus.ts';
import { persistRecentPictures } from './recent-pictures.ts';
import { mountStatus } from './status.ts';
import { mountSummary } from './summary.ts';
import { offerTour, tourCommand } from './tour/offer.ts';
import './panels.css';
import '../styles/narrow.css';

// What the start page asks the workspace for, when that has come: knip.json.
/** @lazy */
export { openSources } from '../files/open.ts';
/** @lazy */
export { openArrived } from '../files/sources/arrive.ts';
export { showAbility } from './abilities.ts';
/** @lazy */
export { openPalette } from './palette.ts';

const PANES: readonly (readonly [Pane, string])[] = [
  ['model', 'View'],
  ['structure', 'Structure'],
  ['bytes', 'Bytes'],
];

/** Width and height that the model keeps when its neighbours grow, px. */
const MODEL_WIDTH = 380;
const MODEL_HEIGHT = 160;
const MIN_TREE_WIDTH = 300;
const MIN_BYTES_WIDTH = 340;

/** Adds the panels to the frame, once. They show themselves while a file is open. */
export function mountWorkspace(frame: Frame): void {
  registerCommands(
    ...pageCommands,
    tourCommand,
    ...panelFocusCommands,
    ...fileCommands,
    ...archiveCommands,
    ...editCommands,
    copyMenuCommand,
    exportMenuCommand,
    ...copyCommands,
    ...exportCommands,
    ...pictureCommands,
    filmCommand,
    importCommand,
    ...libraryCommands,
    ...linkCommands,
    ...compareCommands,
    goToCommand,
    selectLengthCommand,
    ...findCommands,
    ...analysisCommands,
    ...bookmarkCommands,
    ...gapCommands,
    ...historyCommands,
    filterCommand,
    ...valueCommands,
    ...problemCommands,
    ...tableCommands,
    ...timelineCommands,
    ...sceneCommands,
    attachCommand,
    addSocketCommand,
    ...hexCommands,
  );
  // By the time that a file is dropped.
  void loadCore().then(() => page.run(goOffline));
  const { root, main } = frame;
  const summary = section('summary', 'Summary of the file');
  const compare = section('compare', 'Comparison');
  const status = el('footer', { class: 'status' });
  // The library may take what the bytes leave: their width comes first.
  const right = rightColumn(root);
  const panels = el('div', { class: 'panels' }, ...leftColumn(root), modelColumn(root), ...right);
  main.prepend(summary, panels, compare);
  root.prepend(skipLink());
  root.append(status, paneSwitcher());
  mountHeader(frame);
  mountSummary(summary);
  mountStatus(status);
  mountHistory();
  persistBookmarks();
  watchExportRequests();
  takeGltf();
  keepAttachments();
  mountDiagnostics();
  watchFiles();
  watchSources();
  keepUsedPreview();
  watchChanges();
  fetchPanels();
  watchFocus(frame);
  offerTour();
  persistRecentPictures();
  once(
    () => compared.value !== null,
    () =>
      void usePart(
        () => import('../compare/view.ts'),
        (part) => page.run(() => part.mountCompare(root, compare)),
      ),
  );
  const linked = signal(location.hash.length > 1);
  window.addEventListener('hashchange', () => (linked.value = true), { once: true });
  const followLinks = () =>
    void usePart(
      () => import('../links/address.ts'),
      (part) =>
        page.run(() => {
          part.mountAddress();
          part.persistSession();
        }),
    );
  // A link is followed at once; what is opened is drawn before the address says it.
  once(
    () => activeFile.value !== null || librarySources.value.length > 0 || linked.value,
    () => (linked.peek() ? followLinks() : whenShown(followLinks)),
  );
  effect(() => {
    root.dataset.pane = pane.value;
  });
  effect(() => {
    const file = activeFile.value;
    root.dataset.state = file ? 'file' : librarySources.value.length > 0 ? 'library' : 'empty';
    root.dataset.kind = file?.texture
      ? 'texture'
      : file?.sprite
        ? 'sprite'
        : file?.archive
          ? 'archive'
          : 'model';
    const mark = file && isUnsaved(file.edits.value) ? '● ' : '';
    document.title = file ? `${mark}${visible(file.name)} – Lithoscope` : 'Lithoscope';
  });
}

type Panels = typeof import('./panels.ts');
/** What was fetched: panels are mounted at once then, so that what gives them the focus finds them. */
let panels: Panels | null = null;

const loadPanels = () =>
  import('./panels.ts').then((part) => {
    panels = part;
    return part;
  });

/** Shows the sheet of keys. @lazy */
export function openHelp(): Promise<void> {
  return openPart(loadPanels, (part) => part.openHelp());
}

/** Mounts a panel: at once when it was fetched. */
async function mountPanel(mount: (part: Panels) => void): Promise<void> {
  if (panels) mount(panels);
  else await usePart(loadPanels, (part) => page.run(() => mount(part)));
}

/** Mounts a panel when it is first shown. */
function oncePanel(isShown: () => boolean, mount: (part: Panels) => void): void {
  once(isShown, () => void mountPanel(mount));
}

/** Fetches the panels when the first model is drawn and nothing else is to do; that they do not come is said when one is shown. */
function fetchPanels(): void {
  const fetch = () => void loadPart(loadPanels).catch(() => {});
  once(
    () => activeFile.value !== null,
    () => whenShown(fetch),
  );
}

/** Safari has no such callback. */
function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run);
  else setTimeout(run);
}

/** Runs when nothing else is to do and the model that was opened, if one was, has been drawn. */
function whenShown(run: () => void): void {
  const isLate = signal(!activeFile.peek()?.model);
  const timer = setTimeout(() => (isLate.value = true), LATE_MS);
  once(
    () => isDrawn.value || isLate.value,
    () => {
      clearTimeout(timer);
      // The first picture is on the screen when the second one is asked for.
      requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(run)));
    },
  );
}

/** Where nothing is drawn: no card, or another panel in front. ms */
const LATE_MS = 2000;

/** A link that has opened nothing by then may wait for an answer, ms. */
const LINK_MS = 10_000;

/** When nothing is opened and nothing else is to do: what the first model needs is there before. */
function goOffline(): void {
  if (import.meta.env.DEV) return;
  const isFree = signal(location.hash.length <= 1);
  if (!isFree.peek()) setTimeout(() => (isFree.value = true), LINK_MS);
  // That it does not come is no news: it is for another time.
  const follow = () =>
    void loadPart(() => import('./offline/versions.ts')).then(
      ({ watchVersions }) => watchVersions((build) => page.run(build)),
      () => {},
    );
  once(
    () => longTasks.value.length === 0 && (isFree.value || activeFile.value !== null),
    () => whenShown(follow),
  );
}

const section = (className: string, label: string) =>
  el('section', { class: className, 'aria-label': label });

/** Part of the window's width or height, less what the model keeps, that a panel may take. */
const width = (share: number) => () => Math.max(MIN_TREE_WIDTH, (window.innerWidth - MODEL_WIDTH) * share);

/** What the model and the other column leave, px. @param share what the other one may take, before it has a width */
function beside(root: HTMLElement, other: `--${string}`, share: number): number {
  const size = Number.parseFloat(root.style.getPropertyValue(other));
  return window.innerWidth - MODEL_WIDTH - (Number.isNaN(size) ? width(share)() : size);
}

const height = (share: number) => () => Math.max(120, (window.innerHeight - MODEL_HEIGHT) * share);

function leftColumn(root: HTMLElement): HTMLElement[] {
  const tree = el('div', { class: 'pane-tree' });
  const model = el('div', { class: 'pane-outline' });
  const animations = el('div', { class: 'pane-animations' });
  const list = el('div', { class: 'pane-files' });
  const library = el('div', { class: 'pane-library' });
  const bar = tabBar('Structure, model, animations, files and library', leftTab, [
    { id: 'structure', label: 'Structure', panel: tree },
    { id: 'model', label: 'Model', panel: model },
    { id: 'animations', label: 'Animations', panel: animations },
    { id: 'files', label: 'Files', panel: list, badge: fileCount },
    { id: 'library', label: 'Library', panel: library, badge: libraryCount },
  ]);
  const panel = el('div', { class: 'pane-structure' }, bar, tree, model, animations, list, library);
  const treePanel = mountTree(tree);
  mountCopyMenu(tree, (x, y) => treePanel.selectAt(x, y));
  oncePanel(
    () => leftTab.value === 'model',
    (part) => part.mountOutline(model),
  );
  oncePanel(
    () => leftTab.value === 'animations',
    (part) => part.mountAnimationList(animations),
  );
  oncePanel(
    () => leftTab.value === 'files',
    (part) => part.mountFileList(list),
  );
  once(
    () => leftTab.value === 'library',
    () =>
      void usePart(
        () => import('../library/panel.ts'),
        (part) => page.run(() => part.mountLibrary(library)),
      ),
  );
  const divider = splitter(root, {
    property: '--tree-width',
    label: 'Width of the structure',
    axis: 'x',
    side: 1,
    // References are long: on a wide screen they are seen whole.
    initial: Math.max(344, Math.min(window.innerWidth * 0.21, 480)),
    // Its five tabs in one line.
    min: MIN_TREE_WIDTH,
    max: () => Math.max(width(0.37)(), beside(root, '--hex-width', 0.63)),
    panel,
    collapsed: collapsed.left,
  });
  return [panel, divider];
}

function fileCount(): HTMLElement | null {
  const { length } = files.value;
  return length > 1 ? el('span', { class: 'tab-count' }, String(length)) : null;
}

function libraryCount(): HTMLElement | null {
  const { length } = libraryFiles.value;
  return length > 0 ? el('span', { class: 'tab-count' }, shortCount(length)) : null;
}

function modelColumn(root: HTMLElement): HTMLElement {
  const viewport = section('pane-viewport', 'Model');
  const texture = section('pane-texture', 'Texture');
  const sprite = section('pane-sprite', 'Sprite');
  const archive = section('pane-archive', 'Archive');
  const drawer = section('pane-drawer', 'Keys, curves and events');
  const timeline = section('pane-timeline', 'Timeline');
  mountViewport(viewport);
  once(
    () => activeFile.value?.model != null,
    () => {
      mountSkinTools(viewport);
      watchChildren(filesInView);
    },
  );
  // Nothing to play needs no timeline: without a model it waits until there is nothing else to do.
  const isIdle = signal(false);
  whenIdle(() => (isIdle.value = true));
  once(
    () => isIdle.value || activeFile.value !== null,
    () => mountTimeline(timeline),
  );
  // What stands over the picture stands above it.
  onResize(timeline, () => root.style.setProperty('--timeline-height', `${timeline.offsetHeight}px`));
  oncePanel(
    () => activeFile.value !== null && !collapsed.drawer.value,
    (part) => part.mountDrawer(drawer),
  );
  once(
    () => activeFile.value?.texture != null,
    () =>
      void usePart(
        () => import('../model/textures/texture-view.ts'),
        (part) => page.run(() => part.mountTexture(texture)),
      ),
  );
  once(
    () => activeFile.value?.sprite != null,
    () =>
      void usePart(
        () => import('../model/textures/sprite-view.ts'),
        (part) => page.run(() => part.mountSprite(sprite)),
      ),
  );
  once(
    () => activeFile.value?.archive != null,
    () =>
      void usePart(
        () => import('../model/archive/archive-view.ts'),
        (part) => page.run(() => part.mountArchive(archive)),
      ),
  );
  const hint = el('p', { class: 'library-hint' }, 'Choose a model in the library.');
  const divider = splitter(root, {
    property: '--drawer-height',
    label: 'Height of keys, curves and events',
    axis: 'y',
    side: -1,
    initial: 200,
    min: 96,
    max: height(0.6),
    panel: drawer,
    collapsed: collapsed.drawer,
  });
  return el(
    'div',
    { class: 'column column-model' },
    hint,
    viewport,
    texture,
    sprite,
    archive,
    divider,
    drawer,
    timeline,
  );
}

function rightColumn(root: HTMLElement): HTMLElement[] {
  const hex = el('div', { class: 'pane-hex' });
  const inspector = section('pane-inspector', 'Selected field');
  const problems = el('div', { class: 'pane-problems' });
  const table = el('div', { class: 'pane-table' });
  const analysis = el('div', { class: 'pane-analysis' });
  const changes = el('div', { class: 'pane-changes' });
  const bar = tabBar('Bytes, table and problems', rightTab, [
    // A problem is read beside its bytes: they stay in view under the list.
    { id: 'bytes', label: 'Bytes', panel: hex, tools: hexTools(copyMenuCommand), stays: true },
    { id: 'table', label: 'Table', panel: table },
    { id: 'problems', label: 'Problems', panel: problems, badge: problemBadge },
    { id: 'analysis', label: 'Analysis', panel: analysis },
    { id: 'changes', label: 'Changes', panel: changes, badge: changesBadge },
  ]);
  const hexView = mountHex(hex);
  once(
    () => findRequests.isWaiting,
    () => void typedAhead(mountPanel((part) => part.mountFindBar(hex))),
  );
  mountCopyMenu(hex, (x, y) => hexView.selectAt(x, y));
  mountInspector(inspector);
  oncePanel(
    () => rightTab.value === 'problems',
    (part) => part.mountProblems(problems),
  );
  oncePanel(
    () => rightTab.value === 'table',
    (part) => part.mountTable(table),
  );
  oncePanel(
    () => rightTab.value === 'analysis',
    (part) => part.mountAnalysis(analysis),
  );
  once(
    () => rightTab.value === 'changes',
    () =>
      void usePart(
        () => withEditing(() => import('../edit/panel.ts')),
        (part) => page.run(() => part.mountChanges(changes)),
      ),
  );
  const cardDivider = splitter(root, {
    property: '--inspector-height',
    label: 'Height of the field card',
    axis: 'y',
    side: -1,
    // The field, and the first readings of the data inspector.
    initial: 232,
    min: 72,
    max: height(0.6),
    panel: inspector,
    collapsed: collapsed.card,
  });
  const top = el('div', { class: 'column-top' }, bar, table, problems, analysis, changes, hex);
  const panel = el('div', { class: 'column column-bytes' }, top, cardDivider, inspector);
  const divider = splitter(root, {
    property: '--hex-width',
    label: 'Width of the bytes',
    axis: 'x',
    side: -1,
    initial: 584,
    min: MIN_BYTES_WIDTH,
    max: () => Math.min(width(0.63)(), Math.max(MIN_BYTES_WIDTH, beside(root, '--tree-width', 0.37))),
    panel,
    collapsed: collapsed.right,
  });
  return [divider, panel];
}

function paneSwitcher(): HTMLElement {
  const buttons = PANES.map(([name, label]) => {
    const choose = () => {
      pane.value = name;
    };
    const element = button(label, choose);
    effect(() => setAttribute(element, 'aria-pressed', String(pane.value === name)));
    return element;
  });
  return el('nav', { class: 'pane-switcher', 'aria-label': 'Panels' }, ...buttons);
}
