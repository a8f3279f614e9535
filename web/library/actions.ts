/** Context menus of the library: of selected files, of a group, of a source. */

import type { ArchiveKind } from '../archive/locator.ts';
import { activeFile, files as openedFiles } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { againLabel, listAgain } from '../opening/sources/again.ts';
import { followable, followsFolders } from '../opening/sources/following.ts';
import { type LibraryFile, type LibrarySource, libraryFiles, libraryQuery } from '../store/library.ts';
import { announcement } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import { fileText } from '../ui/dom.ts';
import { choosePanel } from '../ui/layout.ts';
import type { MenuItem } from '../ui/menu.ts';
import { usePart } from '../ui/parts.ts';
import { contentsRequest, exportRequest, modelsAmong } from './commands.ts';
import { picturedAmong, saveContactSheet } from './contact-sheet.ts';
import { archiveItems, closeSource, contentsItems, folderItems } from './contents.ts';
import { extractFiles } from './extract.ts';
import type { Group } from './list/order.ts';
import { groupWords } from './list/rows.ts';
import { cursor, NOTHING, selectAll, selection } from './list/selection.ts';
import { grouped } from './list/settings.ts';
import { collapsedGroups } from './list/state.ts';
import { compareFiles, openFiles } from './open.ts';

/** Heading and items of a menu. */
export interface Actions {
  readonly heading: readonly (Node | string)[];
  readonly groups: readonly (readonly MenuItem[])[];
}

/** @param reveal scrolls to a file among those of its folder */
export function actionsOf(files: readonly LibraryFile[], reveal: (file: LibraryFile) => void): Actions {
  const [first] = files;
  const one = files.length === 1 ? first : undefined;
  const open: MenuItem = { label: 'Open', run: () => void openFiles(files) };
  const extract: MenuItem = {
    label: one ? 'Extract' : 'Extract as zip…',
    run: () => void extractFiles(files),
  };
  const copy: MenuItem = {
    label: one ? 'Copy path' : 'Copy paths',
    run: () => void copyPaths(files),
  };
  return {
    heading: one ? [fileText(one.path, 'menu-path')] : [`${counted(files.length, 'file')} selected`],
    groups: [
      [open, ...compareItems(files)],
      [extract, ...exportItems(files), ...sheetItems(files)],
      contentsItems(files),
      [copy, ...(one?.source.url ? [copyLinkItem(one)] : [])],
      one ? [{ label: 'Show in its folder', run: () => showInFolder(one, reveal) }] : [],
    ],
  };
}

/** Saves the images of several files as one picture, or as a page of its own. */
function sheetItems(files: readonly LibraryFile[]): MenuItem[] {
  if (picturedAmong(files).length < 2) return [];
  return [
    { label: 'Save a contact sheet', run: () => void saveContactSheet(files) },
    {
      label: 'Save a contact sheet with viewers…',
      run: () =>
        void usePart(
          () => import('./catalogue.ts'),
          ({ saveCatalogue }) => saveCatalogue(files),
        ),
    },
  ];
}

/** Exports one model through the dialog, several as a zip. */
function exportItems(files: readonly LibraryFile[]): MenuItem[] {
  const models = modelsAmong(files);
  if (models.length === 0) return [];
  const label = models.length === 1 ? 'Export as GLB…' : `Export ${counted(models.length, 'model')}…`;
  return [{ label, run: () => exportRequest.send(models) }];
}

/** The menu of a group, with commands for all groups. */
export function groupActions(group: Group, files: readonly LibraryFile[], groups: readonly Group[]): Actions {
  const collapse = (keys: readonly string[]) => {
    collapsedGroups.value = new Set(keys);
  };
  return {
    heading: [fileText(groupWords(group), 'menu-path'), counted(files.length, 'file')],
    groups: [
      [
        { label: 'Extract as zip…', run: () => void extractFiles(files) },
        ...exportItems(files),
        ...sheetItems(files),
        { label: 'Select all files here', run: () => selectFiles(files) },
        { label: 'Compare with…', run: () => contentsRequest.send(group) },
      ],
      folderItems(group.source, group.folder, files),
      [
        { label: 'Collapse all folders', run: () => collapse(groups.map(({ key }) => key)) },
        { label: 'Expand all folders', run: () => collapse([]) },
      ],
    ],
  };
}

function selectFiles(files: readonly LibraryFile[]): void {
  selection.value = selectAll(files, NOTHING);
}

/** Compares two selected files, or one with the active file. */
function compareItems(files: readonly LibraryFile[]): MenuItem[] {
  if (files.length === 2) return [{ label: 'Compare', run: () => void compareFiles(files) }];
  const front = activeFile.peek();
  const [first] = files;
  if (files.length !== 1 || !first || !front || front.source.entry === first) return [];
  return [{ label: `Compare with ${fileNameOf(front.name)}`, run: () => void compareFiles([front, first]) }];
}

const fileNameOf = (name: string) => name.slice(name.lastIndexOf('/') + 1).slice(0, 40);

async function copyPaths(files: readonly LibraryFile[]): Promise<void> {
  const text = files.map(({ path }) => path).join('\n');
  announcement.value = (await copyText(text))
    ? `Copied ${counted(files.length, 'path')}.`
    : 'The browser did not allow copying.';
}

function copyLinkItem(file: LibraryFile): MenuItem {
  const run = async () => {
    await openFiles([file]);
    const open = openedFiles.peek().find(({ source }) => source.entry === file);
    if (!open) return;
    await usePart(
      () => import('../links/share.ts'),
      ({ copyViewLink }) => copyViewLink(open),
    );
  };
  return { label: 'Copy link', run: () => void run() };
}

function showInFolder(file: LibraryFile, reveal: (file: LibraryFile) => void): void {
  libraryQuery.value = '';
  grouped.value = true;
  collapsedGroups.value = new Set();
  cursor.value = file;
  reveal(file);
}

/** The files of a source, in its order. */
function filesOf(source: LibrarySource): LibraryFile[] {
  return libraryFiles.value.filter((file) => file.source === source);
}

const FOLLOW: MenuItem = {
  label: 'Follow changes on disk',
  checked: () => followsFolders.value,
  run: () => {
    followsFolders.value = !followsFolders.peek();
    announcement.value = followsFolders.peek()
      ? 'Folders are updated when other programs change them.'
      : 'Folders stay as they were listed.';
  },
};

export function sourceActions(source: LibrarySource): Actions {
  const files = filesOf(source);
  return {
    heading: [fileText(source.name, 'menu-path'), counted(files.length, 'file')],
    groups: [
      archiveItems(source),
      packItems(source, files),
      [
        {
          label: 'Extract all as zip…',
          run: () => void extractFiles(files),
          enabled: () => files.length > 0,
        },
        ...sheetItems(files),
        { label: 'Compare with…', run: () => contentsRequest.send({ source, folder: '' }) },
      ],
      source.kind === 'files' ? [] : [{ label: againLabel(source), run: () => void listAgain(source) }],
      followable(source) ? [FOLLOW] : [],
      source.kind === 'rez' && source.locator
        ? [{ label: 'Show structure and bytes', run: () => showArchive(source) }]
        : [],
      [{ label: 'Close', run: () => void closeSource(source) }],
    ],
  };
}

/** Items that make an archive of a folder. */
function packItems(source: LibrarySource, files: readonly LibraryFile[]): MenuItem[] {
  if (source.kind !== 'folder' && source.kind !== 'files') return [];
  // Files of archives in it are in those.
  const own = files.filter(({ locator }) => !('of' in locator));
  const pack = (kind: ArchiveKind) => () =>
    void usePart(
      () => import('./new-archive.ts'),
      ({ archiveOf }) => archiveOf(kind, source, own),
    );
  const enabled = () => own.length > 0;
  return [
    { label: 'Make a REZ of it', run: pack('rez'), enabled },
    { label: 'Make a zip of it', run: pack('zip'), enabled },
  ];
}

function showArchive(source: LibrarySource): void {
  choosePanel('outline');
  void usePart(
    () => import('../opening/archive/open.ts'),
    ({ openLibraryArchive }) => openLibraryArchive(source),
  );
}
