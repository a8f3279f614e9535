/** The tab Library: its sources, what of them is listed and how, and the list. */

import { counted, shortCount } from '../explain/describe.ts';
import { command } from '../store/commands.ts';
import { libraryFiles, librarySources } from '../store/library.ts';
import { button, el, icon, setAttribute } from '../ui/dom.ts';
import { TILES } from '../ui/icons.ts';
import { openMenu } from '../ui/menu.ts';
import { popoverToggle } from '../ui/popover.ts';
import { effect } from '../ui/scope.ts';
import { actionsOf, groupActions } from './actions.ts';
import { columnHeads } from './column-heads.ts';
import { listRequest } from './commands.ts';
import { grouped, isListed, type ListedKinds, listedKinds, listMode, shownKinds } from './list/choices.ts';
import { LibraryList } from './list/list.ts';
import { arrangement, selectedFiles, watchLibrary } from './list/state.ts';
import { openFiles, showFile } from './open.ts';
import { togglePlay } from './pictures/play.ts';
import { mountScanBar } from './scan/scan-bar.ts';
import { foundFiles } from './search.ts';
import { librarySearchField } from './search-field.ts';
import { selectionBar } from './selection-bar.ts';
import { mountSources } from './source-list.ts';
import { viewOptions, viewWords } from './view-options.ts';
import './library.css';

/** Fills the tab. */
export function mountLibrary(host: HTMLElement): void {
  watchLibrary();
  const list = new LibraryList({
    show: showFile,
    open: (files) => void openFiles(files).then(() => list.showCursor()),
    play: togglePlay,
    menu: (at) => {
      const { heading, groups } = actionsOf(selectedFiles(), () => list.showCursor());
      openMenu(heading, groups, at);
    },
    groupMenu: ({ group, first, count }, at) => {
      if (!group) return;
      const { files, sections } = arrangement.peek();
      const all = sections.flatMap((section) => section.group ?? []);
      const { heading, groups } = groupActions(group, files.slice(first, first + count), all);
      openMenu(heading, groups, at);
    },
  });
  const scan = el('div', { class: 'library-scan' });
  mountScanBar(scan);
  const content = el(
    'div',
    { class: 'library-content' },
    mountSources(),
    el('div', { class: 'library-head-bar' }, librarySearchField(host), ...toolbar(), scan),
    columnHeads(),
    nothing(),
    list.element,
    selectionBar(),
  );
  listRequest.on(() => list.element.focus());
  const empty = emptyState();
  host.classList.add('library');
  host.append(empty, content);
  effect(() => {
    const isEmpty = librarySources.value.length === 0;
    empty.hidden = !isEmpty;
    content.hidden = isEmpty;
  });
  effect(() => content.classList.toggle('library-grouped', grouped.value));
}

function emptyState(): HTMLElement {
  return el(
    'div',
    { class: 'library-empty' },
    el('h3', {}, 'No archive or folder is open'),
    el(
      'p',
      {},
      'The library lists every model and texture of REZ archives, zips and folders, and reads only those that you look at. Drop one anywhere on the page.',
    ),
    el(
      'div',
      { class: 'library-empty-actions' },
      button('Open an archive', command('file.open').run, { class: 'button-action' }),
      button('Open a folder', command('file.openFolder').run, { class: 'button-small' }),
    ),
  );
}

const KINDS: readonly (readonly [ListedKinds, string])[] = [
  ['models', 'Models'],
  ['textures', 'Textures'],
  ['all', 'All'],
];

const KIND_WORDS: Readonly<Record<ListedKinds, string>> = {
  models: 'model',
  textures: 'texture or sprite',
  all: 'file',
};

/** What is listed, and how. */
function toolbar(): HTMLElement[] {
  const chips = KINDS.map(([kinds, label]) => {
    const count = el('span', { class: 'library-count' });
    const chip = button(label, () => (listedKinds.value = kinds), { class: 'library-chip' });
    chip.append(' ', count);
    effect(() => {
      const number = foundFiles.value.reduce((sum, file) => sum + (isListed(file, kinds) ? 1 : 0), 0);
      count.textContent = shortCount(number);
      setAttribute(chip, 'title', counted(number, 'file'));
    });
    effect(() => setAttribute(chip, 'aria-pressed', String(shownKinds.value === kinds)));
    return chip;
  });
  const view = button('', () => toggle(), { class: 'button-small library-view' });
  const toggle = popoverToggle(view, viewOptions);
  effect(() => {
    view.textContent = viewWords();
    setAttribute(view, 'aria-label', `View: ${viewWords()}`);
    setAttribute(view, 'title', 'Rows or pictures, order and groups');
  });
  const pictures = button(
    icon(...TILES),
    () => (listMode.value = listMode.peek() === 'pictures' ? 'rows' : 'pictures'),
    { class: 'library-mode', 'aria-label': 'Pictures', title: 'List as pictures' },
  );
  effect(() => setAttribute(pictures, 'aria-pressed', String(listMode.value === 'pictures')));
  return [
    el('div', { class: 'library-chips', role: 'group', 'aria-label': 'Kinds of files' }, ...chips),
    el('div', { class: 'library-bar' }, pictures, view),
  ];
}

/** Why the list is empty, and the way out. */
function nothing(): HTMLElement {
  const words = el('p', {});
  const all = button('Show all files', () => (listedKinds.value = 'all'), { class: 'button-small' });
  const box = el('div', { class: 'library-nothing', role: 'status' }, words, all);
  effect(() => {
    const isEmpty = arrangement.value.files.length === 0;
    const isReading = librarySources.value.some(({ state }) => state.value === 'reading');
    box.hidden = !isEmpty;
    const isSearched = foundFiles.value.length < libraryFiles.value.length;
    words.textContent = isReading
      ? 'Reading…'
      : `No ${KIND_WORDS[shownKinds.value]} ${isSearched ? 'fits the search' : 'is in the library'}.`;
    all.hidden = shownKinds.value === 'all' || foundFiles.value.length === 0;
  });
  return box;
}
