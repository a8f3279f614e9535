/**
 * The page before a file is open: drop target, samples, recent files. The workspace, with everything that an open file
 * needs, is fetched while the page is idle, and mounted at the first sign of use.
 */

import type { FileSource } from '../document/open-file.ts';
import { mountDrop, mountPaste } from '../opening/drop.ts';
import { mountLongTasks } from '../opening/long-task.ts';
import { loadRecents } from '../opening/recent.ts';
import { loadSession } from '../opening/session.ts';
import { type OpenArrived, type OpenOptions, pickFiles, pickFolder } from '../opening/source.ts';
import { type Command, registerCommands, runCommand } from '../store/commands.ts';
import { loadCore } from '../store/core.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, icon, setAttribute } from '../ui/dom.ts';
import { BYTES, CONTRAST, HELP, LAYERS, PENCIL, PLAY, SEARCH, SHARE } from '../ui/icons.ts';
import { handleKey, keyLabelOf, watchPopovers, withKey } from '../ui/keyboard.ts';
import { mountNotice } from '../ui/notice.ts';
import { openPart, usePart } from '../ui/parts.ts';
import { effect, listen, page } from '../ui/scope.ts';
import { mountTheme, toggleTheme } from '../ui/theme.ts';
import type { Ability } from './abilities.ts';
import { docsLink, makeFrame } from './frame.ts';
import { installCommand, watchInstall, watchLaunches } from './offline/installed.ts';
import { countOpening } from './openings.ts';
import { mountSessionBar } from './session-bar.ts';
import { movingSampleCards, recentList } from './start-lists.ts';
import './empty.css';
import { pageAddress } from '../ui/environment.ts';

type Workspace = typeof import('./workspace.ts');

/** Fetches and mounts the workspace, once. `isAsked`: the user waits for it. */
type LoadWorkspace = (isAsked?: boolean) => Promise<Workspace>;

/** Builds the page in `root`. */
export function mountStart(root: HTMLElement): void {
  const frame = makeFrame(root);
  let fetched: Promise<Workspace> | null = null;
  const fetchWorkspace = () => {
    fetched ??= import('./workspace.ts').catch((error) => {
      fetched = null;
      throw error;
    });
    return fetched;
  };
  let isMounted = false;
  const load: LoadWorkspace = async (isAsked = true) => {
    // In parallel, since the workspace starts with it. Not while idle: a failure would be shown to the user.
    if (isAsked) void loadCore();
    const part = await fetchWorkspace();
    if (!isMounted) page.run(() => part.mountWorkspace(frame));
    isMounted = true;
    return part;
  };
  const open = (sources: readonly FileSource[], options?: OpenOptions) =>
    countOpening(usePart(load, ({ openSources }) => openSources(sources, options)));
  const openAny: OpenArrived = (arrived, slot) =>
    countOpening(usePart(load, ({ openArrived }) => openArrived(arrived, slot)));
  const commands = startCommands(load, openAny);
  registerCommands(...Object.values(commands));

  mountTheme();
  mountNotice(frame.notices, frame.offers, frame.toasts);
  mountLongTasks();
  mountSessionBar((session) =>
    usePart(load, () =>
      usePart(
        () => import('../links/address.ts'),
        ({ reopenSession }) => reopenSession(session),
      ),
    ),
  );
  mountDrop(openAny);
  mountPaste(openAny);
  frame.middle.append(searchButton(commands.search));
  frame.actions.append(
    // With a file they are in a menu.
    commandButton(commands.theme, icon(...CONTRAST), 'button-quiet header-start'),
    commandButton(commands.help, icon(...HELP), 'button-quiet header-start'),
  );
  const tryAbility: TryAbility = (ability) => void usePart(load, (part) => part.showAbility(ability));
  const samples = movingSampleCards(open, SAMPLES);
  frame.main.append(emptyState(commands, samples.cards, openAny, tryAbility));
  watchPopovers();
  listen(window, 'keydown', handleKey);
  void loadRecents();
  void loadSession();
  watchInstall();
  const arrive: Arrive = (run) => void usePart(() => import('./offline/arrivals.ts'), run);
  const followAsked = (url: URL) => arrive((part) => part.followAsked(url, openAny, commands.open.run));
  followOwnAddress(followAsked);
  watchLaunches(openAny, (url) => {
    if (url.pathname.replace(/index\.html$/, '') !== new URL('.', pageAddress()).pathname)
      arrive((part) => part.openBeside(url));
    else if (isAsking(url)) followAsked(url);
    else if (url.hash.length > 1) location.hash = url.hash;
  });
  if (location.hash.length > 1) void usePart(load, () => {});
  else prepare(load, fetchWorkspace, samples.shown);
}

function startCommands(load: LoadWorkspace, open: OpenArrived) {
  // The workspace brings the commands.
  const loadSearch = async () => {
    await load();
    return import('./search/box.ts');
  };
  return {
    open: {
      id: 'file.open',
      label: 'Open files',
      group: 'File',
      key: 'o',
      otherKey: 'Ctrl+O',
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
    search: {
      id: 'page.search',
      label: 'Search or go to',
      group: 'Help',
      key: 'Ctrl+K',
      run: () => void openPart(loadSearch, ({ openBox }) => openBox('')),
    },
    help: {
      id: 'page.help',
      label: 'Show keys and help',
      group: 'Help',
      key: '?',
      run: () => void openPart(load, ({ openHelp }) => openHelp()),
    },
    docs: {
      id: 'page.docs',
      label: 'Open the documentation',
      group: 'Help',
      run: () => void window.open('docs/index.html', 'lithoscope-docs'),
    },
    install: installCommand,
  } satisfies Record<string, Command>;
}

/** Looks like the field that it opens. A narrow page shows only its icon. */
function searchButton(command: Command): HTMLElement {
  const key = el('kbd', {});
  const element = button(icon(...SEARCH), () => runCommand(command), {
    class: 'header-search',
    'aria-label': command.label,
    'aria-haspopup': 'dialog',
  });
  element.append(el('span', { class: 'header-search-words' }, 'Search or go to…'), key);
  effect(() => {
    key.textContent = keyLabelOf(command);
    setAttribute(element, 'title', withKey(command.label, command));
  });
  return element;
}

type Arrive = (run: (part: typeof import('./offline/arrivals.ts')) => void) => void;

/** Whether an address has a request of the service worker, of a page of the documentation, or of an app shortcut. */
const isAsking = ({ searchParams }: URL) =>
  ['shared', 'launched', 'open'].some((name) => searchParams.has(name));

/** Handles the request in the page's own address, and removes it. */
function followOwnAddress(follow: (url: URL) => void): void {
  const url = new URL(pageAddress());
  if (!isAsking(url)) return;
  const page = new URL(url);
  page.search = '';
  page.hash = location.hash;
  history.replaceState(history.state, '', page);
  follow(url);
}

/** What people do before they open something. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'dragenter', 'focusin'] as const;

const IDLE_TIMEOUT_MS = 1500;
/** Of a visitor who only reads: without the workspace, nothing is kept for use offline. */
const STILL_MS = 6000;

/**
 * Gets the workspace ready while nobody waits for it: fetches it when the start page is complete and the browser idle, and
 * mounts it at the first sign of use, or after some seconds. Failures are ignored: it is fetched again when it is needed.
 * @param complete resolves when all of the start page is shown
 */
function prepare(
  load: LoadWorkspace,
  fetchWorkspace: () => Promise<Workspace>,
  complete: Promise<unknown>,
): void {
  window.addEventListener('hashchange', () => void usePart(load, () => {}), { once: true });
  const whenIdle = (run: () => void) => {
    if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(run, IDLE_TIMEOUT_MS);
  };
  void complete.then(() => whenIdle(() => void fetchWorkspace().catch(() => {})));
  const signs = new AbortController();
  const mount = () => {
    signs.abort();
    clearTimeout(still);
    void load(false).catch(() => {});
  };
  const still = setTimeout(() => whenIdle(mount), STILL_MS);
  const notice = (event: Event) => {
    // Browsers also send a move when the page changes under a mouse that rests.
    const isRest =
      event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
    if (!isRest) mount();
  };
  for (const sign of SIGNS)
    window.addEventListener(sign, notice, { capture: true, passive: true, signal: signs.signal });
}

/** Shows a feature at a sample. */
type TryAbility = (ability: Ability) => void;

function emptyState(
  commands: ReturnType<typeof startCommands>,
  samples: HTMLElement,
  openAny: OpenArrived,
  tryAbility: TryAbility,
): HTMLElement {
  return el(
    'section',
    { class: 'empty', 'aria-label': 'Start' },
    el(
      'div',
      { class: 'empty-target' },
      el(
        'h2',
        {},
        el('span', { class: 'by-mouse' }, 'Drop a LithTech .abc model here'),
        el('span', { class: 'by-touch' }, 'Open a LithTech .abc model'),
      ),
      el(
        'p',
        { class: 'empty-lead' },
        'See it three ways at once: the model in motion, its structure, and every byte explained.',
      ),
      el(
        'div',
        { class: 'empty-actions' },
        commandButton(commands.open, 'Open a file', 'button-action button-large'),
        commandButton(commands.folder, 'Open a folder', 'button-large button-second'),
      ),
      el('p', { class: 'empty-privacy' }, 'Files stay on your computer.'),
    ),
    recentList(openAny),
    el('div', { class: 'empty-samples' }, el('h2', {}, 'No model handy? Try a sample'), samples),
    abilityList(commands, tryAbility),
    el(
      'p',
      { class: 'empty-games' },
      'ABC and LTB models from Shogo, Blood II, KISS Psycho Circus, No One Lives Forever 1 and 2, Aliens vs Predator 2, Tron 2.0 and others. Open files, folders, or a whole game’s REZ archives and zips. GLB and glTF files can be imported.',
    ),
    el(
      'p',
      { class: 'empty-docs' },
      docsLink('docs/guide/getting-started.html', 'User guide'),
      docsLink('docs/guide/keys.html', 'Keys'),
      docsLink('docs/format/abc.html', 'Format reference'),
      docsLink('docs/index.html', 'Documentation'),
    ),
  );
}

/** Number of samples for which space is reserved before their list has loaded. */
const SAMPLES = 3;

/** Features in a few words each; pressing one shows it at a sample. */
function abilityList({ folder }: ReturnType<typeof startCommands>, tryAbility: TryAbility): HTMLElement {
  const at = (ability: Ability) => () => tryAbility(ability);
  const abilities: readonly (readonly [readonly string[], string, string, () => void])[] = [
    [PLAY, 'See it move', 'Every animation, frame by frame', at('play')],
    [BYTES, 'Read every byte', 'What it is, and what it means', at('bytes')],
    [LAYERS, 'Compare', 'Two models, byte by byte or overlaid', at('compare')],
    [PENCIL, 'Edit', 'Values, keys and sockets, with undo', at('change')],
    [SEARCH, 'Search a whole game', 'Its REZ archives, zips and folders', () => void folder.run()],
    [SHARE, 'Export to Blender', 'GLB with skeleton and skins, and back', at('glb')],
  ];
  const entries = abilities.map(([paths, title, text, run]) => {
    const words = el('span', {}, el('strong', {}, title), ' ', el('span', {}, text));
    const made = button(words, run, { class: 'ability' });
    made.prepend(icon(...paths));
    return el('li', {}, made);
  });
  return el('ul', { class: 'empty-abilities', 'aria-label': 'Features' }, ...entries);
}
