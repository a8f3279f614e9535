/** The workspace: everything that an open file needs, mounted once; panels and commands of all rooms. */
import { signal } from '@preact/signals-core';
import { bookmarkCommands, persistBookmarks } from '../bytes/bookmarks/bookmarks.ts';
import { findCommand } from '../bytes/find/commands.ts';
import { hexCommands } from '../bytes/hex/hex.ts';
import { gapCommands } from '../bytes/hex/stops.ts';
import { inspectsCaret } from '../bytes/inspector/inspector.ts';
import { resultCommands } from '../bytes/results/commands.ts';
import { statisticsCommand } from '../bytes/statistics/command.ts';
import { compareCommands, watchCompareRequests } from '../compare/commands.ts';
import { isUnsaved } from '../document/edits.ts';
import { activeFile, compared } from '../document/state.ts';
import { changesCommand } from '../edit/changes-button.ts';
import { editCommands } from '../edit/commands.ts';
import { watchChanges } from '../edit/follow-changes.ts';
import { valueCommands } from '../edit/value/commands.ts';
import {
  copyCommands,
  copyMenuCommand,
  exportCommands,
  filmCommand,
  pictureCommands,
  shareMenuCommand,
  watchExportRequests,
} from '../export/commands.ts';
import { importCommand, takeGltf } from '../import/commands.ts';
import { libraryCommands } from '../library/commands.ts';
import { linkCommands, takeBundles } from '../links/commands.ts';
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
import { textureCommands } from '../skins/commands.ts';
import { takeImages } from '../skins/convert/open.ts';
import { registerCommands } from '../store/commands.ts';
import { loadCore, loadedCore } from '../store/core.ts';
import { librarySources } from '../store/library.ts';
import { problemCommands } from '../structure/problems/commands.ts';
import { tableCommands } from '../structure/table/commands.ts';
import { el, visible } from '../ui/dom.ts';
import { onlyModel, pane, paneIsWhole } from '../ui/layout.ts';
import { filterCommand } from '../ui/list-keys.ts';
import { fetchEarly, panelCommands } from '../ui/panels.ts';
import { loadPart, openPart, usePart } from '../ui/parts.ts';
import { effect, liveEffects, once, page } from '../ui/scope.ts';
import { pageCommands } from './commands.ts';
import { dock } from './dock.ts';
import type { Frame } from './frame.ts';
import { mountHeader } from './header.ts';
import { historyCommands, mountHistory } from './history.ts';
import { panelFocusCommands, skipLink, watchFocus } from './panel-focus.ts';
import { columns, isIdle, PANELS, whenIdle, whenShown } from './panels.ts';
import { persistRecentPictures } from './recent-pictures.ts';
import { searchCommands } from './search/commands.ts';
import { unreadableLine } from './summary.ts';
import { offerTour, tourCommand } from './tour/offer.ts';
import './workspace.css';
import '../styles/narrow.css';
import { loadDtx } from '../store/lazy-cores.ts';

// Used by the start page.
export { openSources } from '../opening/open.ts';
export { openArrived } from '../opening/sources/arrive.ts';
export { showAbility } from './abilities.ts';

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
    changesCommand,
    copyMenuCommand,
    shareMenuCommand,
    ...copyCommands,
    ...exportCommands,
    ...pictureCommands,
    filmCommand,
    importCommand,
    ...libraryCommands,
    ...linkCommands,
    ...compareCommands,
    ...searchCommands,
    findCommand,
    ...resultCommands,
    statisticsCommand,
    ...bookmarkCommands,
    ...gapCommands,
    ...historyCommands,
    filterCommand,
    ...valueCommands,
    ...problemCommands,
    ...textureCommands,
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
  const compare = section('compare', 'Comparison');
  main.prepend(unreadableLine(), columns(root), compare);
  root.prepend(skipLink());
  root.append(dock());
  mountHeader(frame);
  mountHistory();
  persistBookmarks();
  watchExportRequests();
  watchCompareRequests();
  takeGltf();
  takeImages();
  takeBundles();
  keepAttachments();
  mountDiagnostics();
  watchFiles();
  watchSources();
  keepUsedPreview();
  watchChanges();
  once(
    () => activeFile.value !== null,
    () =>
      whenShown(() => {
        fetchEarly(PANELS);
        inspectsCaret.value = true;
      }),
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
    root.toggleAttribute('data-pane-whole', paneIsWhole.value);
    root.toggleAttribute('data-only-model', onlyModel.value);
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

/** Shows the sheet of keys. */
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
