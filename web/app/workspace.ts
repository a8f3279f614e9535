/** The workspace: everything that an open file needs, mounted once; panels and commands of all rooms. */
import { signal } from '@preact/signals-core';
import { analysisCommands } from '../bytes/analysis/commands.ts';
import { bookmarkCommands, persistBookmarks } from '../bytes/bookmarks/bookmarks.ts';
import { findCommands } from '../bytes/find/commands.ts';
import { goToCommand, selectLengthCommand } from '../bytes/goto/goto.ts';
import { hexCommands } from '../bytes/hex/hex.ts';
import { gapCommands } from '../bytes/hex/stops.ts';
import { compareCommands } from '../compare/commands.ts';
import { isUnsaved } from '../document/edits.ts';
import { activeFile, compared } from '../document/state.ts';
import { editCommands } from '../edit/commands.ts';
import { watchChanges } from '../edit/follow-changes.ts';
import { valueCommands } from '../edit/value/commands.ts';
import {
  copyCommands,
  copyMenuCommand,
  exportCommands,
  exportMenuCommand,
  filmCommand,
  pictureCommands,
  watchExportRequests,
} from '../export/commands.ts';
import { importCommand, takeGltf } from '../import/commands.ts';
import { libraryCommands } from '../library/commands.ts';
import { copyLinkCommand, linkCommands } from '../links/commands.ts';
import { timelineCommands } from '../motion/timeline/commands.ts';
import { archiveCommands } from '../opening/archive/commands.ts';
import { fileCommands } from '../opening/commands.ts';
import { longTasks } from '../opening/long-task.ts';
import { keepUsedPreview } from '../opening/preview.ts';
import { watchSources } from '../opening/sources/again.ts';
import { watchFiles } from '../opening/watch.ts';
import { attachCommand, keepAttachments } from '../outline/attachments.ts';
import { sceneCommands } from '../scene/commands.ts';
import { addSocketCommand } from '../scene/picture-tools.ts';
import { registerCommands } from '../store/commands.ts';
import { loadCore, loadedCore } from '../store/core.ts';
import { librarySources } from '../store/library.ts';
import { problemCommands } from '../structure/problems/commands.ts';
import { tableCommands } from '../structure/table/commands.ts';
import { el, icon, visible } from '../ui/dom.ts';
import { pane } from '../ui/layout.ts';
import { filterCommand } from '../ui/list-keys.ts';
import { fetchEarly, panelCommands } from '../ui/panels.ts';
import { loadPart, openPart, usePart } from '../ui/parts.ts';
import { setRegion } from '../ui/regions.ts';
import { effect, liveEffects, once, page } from '../ui/scope.ts';
import { pageCommands } from './commands.ts';
import type { Frame } from './frame.ts';
import { historyButtons, historyCommands, mountHistory } from './history.ts';
import { panelFocusCommands, skipLink, watchFocus } from './panel-focus.ts';
import { columns, isIdle, PANELS, paneSwitcher, whenIdle, whenShown } from './panels.ts';
import { persistRecentPictures } from './recent-pictures.ts';
import { mountStatus } from './status.ts';
import { mountSummary } from './summary.ts';
import { offerTour, tourCommand } from './tour/offer.ts';
import './workspace.css';
import '../styles/narrow.css';
import { mountGoTo } from '../bytes/goto/goto.ts';
import { loadDtx } from '../store/lazy-cores.ts';
import { commandButton } from '../ui/command-button.ts';
import { LINK, SEARCH } from '../ui/icons.ts';
import { fileTabs } from './file-tabs.ts';

// Used by the start page through `import()`: see knip.json.
/** @lazy */
export { openSources } from '../opening/open.ts';
/** @lazy */
export { openArrived } from '../opening/sources/arrive.ts';
export { showAbility } from './abilities.ts';
/** @lazy */
export { openPalette } from './palette.ts';

const section = (className: string, label: string) =>
  el('section', { class: className, 'aria-label': label });

/** Adds the panels to the frame, once. They are visible while a file is open. */
export function mountWorkspace(frame: Frame): void {
  registerCommands(
    ...pageCommands,
    tourCommand,
    ...panelFocusCommands,
    ...panelCommands(PANELS),
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
  // Start loading the core now, so that it is ready at the first drop.
  void loadCore().then(() => page.run(goOffline));
  const { root, main } = frame;
  const summary = section('summary', 'Summary of the file');
  const compare = section('compare', 'Comparison');
  const status = setRegion('status', el('footer', { class: 'status' }));
  main.prepend(summary, columns(root), compare);
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
  once(
    () => activeFile.value !== null,
    () => whenShown(() => fetchEarly(PANELS)),
  );
  whenIdle(() => (isIdle.value = true));
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
  // A link is opened at once; a file is drawn before the address is updated.
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

/** Shows the sheet of keys. @lazy */
export function openHelp(): Promise<void> {
  return openPart(
    () => import('./help.ts'),
    (part) => part.openHelp(),
  );
}

/** Time after which a link that has opened nothing no longer delays offline use, ms. */
const LINK_MS = 10_000;

/** Starts offline use when nothing is being opened: what the first model needs is loaded before. */
function goOffline(): void {
  if (import.meta.env.DEV) return;
  const isFree = signal(location.hash.length <= 1);
  if (!isFree.peek()) setTimeout(() => (isFree.value = true), LINK_MS);
  // Failure is ignored: offline use is optional, and retried on the next visit.
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

/** Adds to the header what an open file needs: tabs, history, the go-to field, the link. */
function mountHeader({ header, actions }: Frame): void {
  const goTo = el('div', { class: 'header-field' });
  mountGoTo(goTo);
  actions.before(fileTabs(), historyButtons('header-history'), goTo);
  actions.prepend(commandButton(goToCommand, icon(...SEARCH), 'button-quiet header-goto'));
  header.querySelector('.button-action')?.after(linkButton());
}

/** Copies a link; a narrow page shows only the icon. */
function linkButton(): HTMLButtonElement {
  const label = el('span', { class: 'header-link' }, icon(...LINK), el('span', {}, 'Copy link'));
  return commandButton(copyLinkCommand, label, 'button-header');
}

/** Numbers that must not grow with use: `lithoscope.diagnostics()`, in the browser's console and in tests. */
declare global {
  var lithoscope: { readonly diagnostics: typeof diagnostics } | undefined;
}

interface Diagnostics {
  /** Effects that have not ended. */
  readonly effects: number;
  /** Bytes in use in the memories of the WebAssembly modules. */
  readonly wasmBytes: number;
}

async function diagnostics(): Promise<Diagnostics> {
  const libraries = await Promise.all([loadedCore(), loadDtx.begun]);
  const wasmBytes = libraries.reduce((sum, library) => sum + (library?.memory() ?? 0), 0);
  return { effects: liveEffects(), wasmBytes };
}

function mountDiagnostics(): void {
  globalThis.lithoscope = { diagnostics };
}
