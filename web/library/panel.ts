/** The library: its sources, toolbar, column heads, the list, and the bar of a selection. */
import { counted, shortCount } from '../explain/describe.ts';
import { unsavedSources } from '../opening/sources/contents.ts';
import { command } from '../store/commands.ts';
import { libraryFiles, librarySources } from '../store/library.ts';
import { button, el, icon, setAttribute } from '../ui/dom.ts';
import { checkbox, choice, group, shownWhile } from '../ui/form.ts';
import { CROSS, SLIDERS, TILES } from '../ui/icons.ts';
import { select } from '../ui/inputs.ts';
import { openMenu } from '../ui/menu.ts';
import { popoverToggle } from '../ui/popover.ts';
import { effect, listen } from '../ui/scope.ts';
import { actionsOf, groupActions } from './actions.ts';
import { exportRequest, libraryScanBar, listRequest, modelsAmong } from './commands.ts';
import { addDropped, deleteFiles, moveFiles, renameFiles, stepBack } from './contents.ts';
import { extractFiles } from './extract.ts';
import { LibraryList } from './list/list.ts';
import { NOTHING, selection } from './list/selection.ts';
import {
  descending,
  grouped,
  isListed,
  type ListedKinds,
  listedKinds,
  listMode,
  PICTURE_SIZES,
  pictureSize,
  SORT_KEYS,
  type SortKey,
  shownKinds,
  sortAgain,
  sortBy,
} from './list/settings.ts';
import { arrangement, selectedFiles, watchLibrary } from './list/state.ts';
import { SORT_WORDS, sizeWords } from './list/words.ts';
import { compareFiles, openFiles, showFile } from './open.ts';
import { togglePlay } from './pictures/picture.ts';
import { mountScanBar } from './scan/scan-bar.ts';
import { foundFiles } from './search.ts';
import { librarySearchField } from './search-field.ts';
import { mountSources } from './source-list.ts';
import './library.css';
import './list.css';

/** Fills the group. */
export function mountLibrary(host: HTMLElement): void {
  watchLibrary();
  effect(() => {
    // Only while needed: the listener disables the back/forward cache.
    if (unsavedSources().length > 0) listen(window, 'beforeunload', (event) => event.preventDefault());
  });
  const list = new LibraryList({
    show: showFile,
    open: (files) => void openFiles(files).then(() => list.showCursor()),
    play: togglePlay,
    menu: (at) => {
      const { heading, groups } = actionsOf(selectedFiles(), () => list.showCursor());
      openMenu(heading, groups, at);
    },
    remove: deleteFiles,
    move: moveFiles,
    add: addDropped,
    rename: renameFiles,
    stepBack,
    groupMenu: ({ group, first, count }, at) => {
      if (!group) return;
      const { files, sections } = arrangement.peek();
      const all = sections.flatMap((section) => section.group ?? []);
      const { heading, groups } = groupActions(group, files.slice(first, first + count), all);
      openMenu(heading, groups, at);
    },
  });
  const scan = libraryScanBar();
  const content = el(
    'div',
    { class: 'library-content' },
    mountSources(),
    el('div', { class: 'library-head-bar' }, librarySearchField(host), ...toolbar()),
    columnHeads(),
    nothing(),
    list.element,
    selectionBar(),
  );
  mountScanBar(scan, content);
  listRequest.on(() => list.element.focus());
  const empty = emptyState();
  host.classList.add('library');
  host.append(empty, content);
  effect(() => {
    const isEmpty = librarySources.value.length === 0;
    empty.hidden = !isEmpty;
    content.hidden = isEmpty;
    scan.hidden = isEmpty;
  });
  effect(() => content.classList.toggle('library-grouped', grouped.value));
}

function emptyState(): HTMLElement {
  return el(
    'div',
    { class: 'library-empty' },
    el(
      'p',
      {},
      'Lists the models and textures of REZ archives, zips and folders. Drop one anywhere on the page, or open one.',
    ),
    el(
      'div',
      { class: 'library-empty-actions' },
      button('Archive…', command('file.open').run, {
        class: 'button-small',
        'aria-label': 'Open an archive',
      }),
      button('Folder…', command('file.openFolder').run, {
        class: 'button-small',
        'aria-label': 'Open a folder',
      }),
      button('New REZ', command('library.newArchive').run, { class: 'button-small' }),
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

/** Toolbar: kinds of files, rows or pictures, view options. */
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
  const view = button(icon(...SLIDERS), () => toggle(), { class: 'library-mode' });
  const toggle = popoverToggle(view, viewOptions);
  effect(() => {
    const words = `View: ${viewWords()}`;
    setAttribute(view, 'aria-label', words);
    setAttribute(view, 'title', `${words}. List or grid, order and groups`);
  });
  const pictures = button(
    icon(...TILES),
    () => (listMode.value = listMode.peek() === 'pictures' ? 'rows' : 'pictures'),
    { class: 'library-mode', 'aria-label': 'Grid view', title: 'Grid view' },
  );
  effect(() => setAttribute(pictures, 'aria-pressed', String(listMode.value === 'pictures')));
  return [
    pictures,
    view,
    el('div', { class: 'library-chips', role: 'group', 'aria-label': 'File types' }, ...chips),
  ];
}

/** Says why the list is empty, and offers to show all files. */
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
      : `No ${KIND_WORDS[shownKinds.value]} ${isSearched ? 'matches the search' : 'is in the library'}.`;
    all.hidden = shownKinds.value === 'all' || foundFiles.value.length === 0;
  });
  return box;
}

/** Label of the options button, `Name ↑`. Reads signals. */
function viewWords(): string {
  return `${SORT_WORDS[sortBy.value]} ${descending.value ? '↓' : '↑'}`;
}

const SIZE_WORDS = ['Small', 'Medium', 'Large', 'Largest'] as const;

function viewOptions(): HTMLElement {
  const sizes = choice(
    'Image size',
    pictureSize,
    PICTURE_SIZES.map((size, i) => [size, SIZE_WORDS[i] ?? ''] as const),
  );
  const orders = SORT_KEYS.map((key) => [key, SORT_WORDS[key]] as const);
  const order = select(sortBy, () => orders, undefined, 'Sort by');
  const element = el(
    'div',
    { class: 'popover options library-options', popover: 'auto', role: 'dialog' },
    choice('View', listMode, [
      ['rows', 'List'],
      ['pictures', 'Grid'],
    ]),
    shownWhile(() => listMode.value === 'pictures', sizes),
    group('Sort by', order, checkbox(' Descending', descending, {})),
    group('Groups', checkbox(' By folder', grouped, {})),
  );
  setAttribute(element, 'aria-label', 'Library view');
  return element;
}

/** Columns with the classes that set their widths; null: the game, which is not sortable. */
const COLUMNS: readonly (readonly [SortKey | null, string])[] = [
  ['name', 'library-name'],
  ['folder', 'library-folder'],
  ['kind', 'library-kind'],
  ['version', 'library-version'],
  [null, 'library-game'],
  ['size', 'library-number'],
  ['faces', 'library-number'],
  ['nodes', 'library-number library-nodes'],
  ['animations', 'library-number library-animations'],
  ['problems', 'library-mark'],
];

const SHORT: Partial<Record<SortKey, string>> = { animations: 'Anim.', problems: '!' };

/** Column heads, shown by the stylesheet if the rows have columns. */
function columnHeads(): HTMLElement {
  const heads = COLUMNS.map(([by, className]) => {
    if (!by) return el('span', { class: className }, 'Game');
    const head = button('', () => sortAgain(by), {
      class: `library-column ${className}`,
      title: `Sort by ${SORT_WORDS[by].toLowerCase()}`,
    });
    effect(() => {
      const isSorted = sortBy.value === by;
      const way = descending.value ? 'descending' : 'ascending';
      head.textContent = `${SHORT[by] ?? SORT_WORDS[by]}${isSorted ? (descending.value ? ' ↓' : ' ↑') : ''}`;
      setAttribute(head, 'aria-label', `${SORT_WORDS[by]}${isSorted ? `, ${way}` : ''}`);
      setAttribute(head, 'aria-pressed', String(isSorted));
    });
    return head;
  });
  const box = el(
    'div',
    { class: 'library-columns library-wide', role: 'group', 'aria-label': 'Sort by' },
    el('span', { class: 'library-picture-cell' }),
    ...heads,
  );
  effect(() => {
    box.hidden = listMode.value !== 'rows';
  });
  return box;
}

function selectionBar(): HTMLElement {
  const words = el('span', { class: 'library-selected', role: 'status' });
  const small = (label: string, run: () => void) => button(label, run, { class: 'button-small' });
  const compare = small('Compare', () => void compareFiles(selectedFiles()));
  const exporting = small('Export…', () => exportRequest.send(modelsAmong(selectedFiles())));
  exporting.title = 'Export the selected models as GLB or OBJ';
  const clear = button(icon(CROSS), () => (selection.value = NOTHING), {
    class: 'file-close',
    'aria-label': 'Clear selection',
    title: 'Clear selection',
  });
  const tools = el(
    'div',
    { class: 'library-selection-tools' },
    small('Open', () => void openFiles(selectedFiles())),
    compare,
    small('Extract', () => void extractFiles(selectedFiles())),
    exporting,
    clear,
  );
  const bar = el(
    'div',
    { class: 'library-selection', role: 'group', 'aria-label': 'Selected files' },
    words,
    tools,
  );
  effect(() => {
    const { files } = selection.value;
    bar.hidden = files.size < 2;
    compare.hidden = files.size !== 2;
    if (bar.hidden) return;
    exporting.hidden = modelsAmong([...files]).length === 0;
    const sizes = [...files].map(({ size }) => size);
    const known = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    const size = sizes.includes(null) ? `more than ${sizeWords(known)}` : sizeWords(known);
    words.textContent = `${counted(files.size, 'file')}, ${size}`;
  });
  return bar;
}
