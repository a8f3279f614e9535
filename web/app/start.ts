/**
 * The page before a file is open: where to drop one, samples, recent files. The workspace, with everything that an
 * open file needs, is fetched while the page is idle, or when it is asked for.
 */

import { mountDrop } from '../files/drop.ts';
import type { OpenArrived } from '../files/dropped.ts';
import { mountOpenings } from '../files/opening.ts';
import { pickFiles, pickFolder } from '../files/pick.ts';
import { loadRecents } from '../files/recent.ts';
import { loadSession } from '../files/session.ts';
import type { OpenOptions, OpenSources } from '../files/source.ts';
import { type Command, handleKey, registerCommands } from '../store/commands.ts';
import type { FileSource } from '../store/open-file.ts';

import { commandButton } from '../ui/command-button.ts';
import { el, icon } from '../ui/dom.ts';
import { CONTRAST, CUBE, HELP } from '../ui/icons.ts';
import { mountNotice } from '../ui/notice.ts';
import { openPart, usePart } from '../ui/parts.ts';
import { listen, page } from '../ui/scope.ts';
import { mountTheme, toggleTheme } from '../ui/theme.ts';
import { makeFrame } from './frame.ts';
import { followInstall, installCommand } from './offline/install.ts';
import { followLaunches } from './offline/launch.ts';
import { recentList } from './recent-list.ts';
import { sampleCards } from './sample-cards.ts';
import { mountSessionBar } from './session-bar.ts';
import './empty.css';

/** Fetches the workspace; once it has come, always the same. */
type LoadWorkspace = () => Promise<typeof import('./workspace.ts')>;

/** Builds the page in `root`. */
export function mountStart(root: HTMLElement): void {
  const frame = makeFrame(root);
  let loading: ReturnType<LoadWorkspace> | null = null;
  const load: LoadWorkspace = () => {
    loading ??= import('./workspace.ts').then(
      (part) => {
        page.run(() => part.mountWorkspace(frame));
        return part;
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const open = (sources: readonly FileSource[], options?: OpenOptions) =>
    usePart(load, ({ openSources }) => openSources(sources, options));
  const openAny: OpenArrived = (arrived, slot) =>
    usePart(load, ({ openArrived }) => openArrived(arrived, slot));
  const commands = startCommands(load, openAny);
  registerCommands(...Object.values(commands));

  mountTheme();
  mountNotice(frame.notices);
  mountOpenings();
  mountSessionBar((session) =>
    usePart(load, () =>
      usePart(
        () => import('../links/address.ts'),
        ({ reopenSession }) => reopenSession(session),
      ),
    ),
  );
  mountDrop(openAny);
  frame.actions.append(
    commandButton(commands.open, 'Open', 'button-action'),
    commandButton(commands.theme, icon(...CONTRAST), 'button-quiet'),
    commandButton(commands.help, icon(...HELP), 'button-quiet'),
  );
  frame.main.append(emptyState(commands, open, openAny));
  listen(window, 'keydown', handleKey);
  void loadRecents();
  void loadSession();
  followInstall();
  followLaunches(openAny);
  followOwnAddress(openAny, commands.open);
  followLinks(load);
}

function startCommands(load: LoadWorkspace, open: OpenArrived) {
  return {
    open: {
      id: 'file.open',
      label: 'Open files',
      group: 'File',
      key: 'o',
      run: async () => {
        const files = await pickFiles();
        if (files.length > 0) await open({ files, folders: [] });
      },
    },
    folder: {
      id: 'file.openFolder',
      label: 'Open a folder',
      group: 'File',
      key: 'Shift+O',
      run: async () => {
        const folder = await pickFolder();
        if (folder) await open({ files: [], folders: [folder] });
      },
    },
    theme: {
      id: 'page.theme',
      label: 'Switch between dark and light',
      group: 'View',
      key: 't',
      run: toggleTheme,
    },
    palette: {
      id: 'page.palette',
      label: 'Find a command',
      group: 'Help',
      key: 'Ctrl+K',
      run: () => void openPart(load, ({ openPalette }) => openPalette()),
    },
    help: {
      id: 'page.help',
      label: 'Show keys and help',
      group: 'Help',
      key: '?',
      run: () => void openPart(load, ({ openHelp }) => openHelp()),
    },
    install: installCommand,
  } satisfies Record<string, Command>;
}

/** `?shared=…` and `?open`: what the service worker and the installed page's shortcuts ask for, once. */
function followOwnAddress(open: OpenArrived, choose: Command): void {
  const url = new URL(location.href);
  const isShared = url.searchParams.has('shared');
  if (!isShared && !url.searchParams.has('open')) return;
  const { hash } = url;
  url.hash = '';
  const asked = url.href;
  url.search = '';
  history.replaceState(history.state, '', url.href + hash);
  void usePart(
    () => import('./offline/arrivals.ts'),
    ({ openShared, offerToOpen }) => (isShared ? openShared(asked, open) : offerToOpen(choose.run)),
  );
}

/** A link is opened by the workspace, which is fetched for it at once; else when there is nothing else to do. */
function followLinks(load: LoadWorkspace): void {
  const loadNow = () => void usePart(load, () => {});
  if (location.hash.length > 1) {
    loadNow();
    return;
  }
  window.addEventListener('hashchange', loadNow, { once: true });
  // Before it is asked for, that it does not come is no news.
  const loadIdle = () => void load().catch(() => {});
  if (window.requestIdleCallback) window.requestIdleCallback(loadIdle, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(loadIdle, IDLE_TIMEOUT_MS);
}

const IDLE_TIMEOUT_MS = 1500;

function emptyState(
  commands: ReturnType<typeof startCommands>,
  open: OpenSources,
  openAny: OpenArrived,
): HTMLElement {
  return el(
    'section',
    { class: 'empty', 'aria-label': 'Start' },
    el(
      'div',
      { class: 'empty-target' },
      icon(...CUBE),
      el(
        'h2',
        {},
        el('span', { class: 'by-mouse' }, 'Drop a LithTech .abc model here'),
        el('span', { class: 'by-touch' }, 'Open a LithTech .abc model'),
      ),
      el(
        'p',
        { class: 'empty-lead' },
        'See it three ways at once: the model moving, its structure, and every byte explained.',
      ),
      el(
        'div',
        { class: 'empty-actions' },
        commandButton(commands.open, 'Open a file', 'button-action button-large'),
        commandButton(commands.folder, 'Open a folder', 'button-large button-second'),
      ),
      el('p', { class: 'empty-privacy' }, 'Nothing leaves this machine: files are read by this page alone.'),
    ),
    recentList(openAny),
    el('div', { class: 'empty-samples' }, el('h2', {}, 'No model at hand? Try a sample'), sampleCards(open)),
    el(
      'p',
      { class: 'empty-games' },
      'Models of Shogo, Blood II, KISS Psycho Circus, No One Lives Forever, Aliens vs Predator 2 and others: ABC v6, v9 and v12. One file, several, a folder, or a whole game: its REZ archives and zips.',
    ),
  );
}
