/** Changing what archives of the library contain: adding, replacing, renaming, moving and deleting, with undo. */

import type { AddedFile, ContentsChange } from '../archive/contents-changes.ts';
import { blobOf } from '../archive/read.ts';
import type { FileSource, OpenFile } from '../document/open-file.ts';
import { files as openFiles } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { baseName, folderName } from '../lib/file-names.ts';
import { type Dropped, type Folder, isFolder, pickFiles } from '../opening/source.ts';
import {
  canChangeContents,
  changeContents,
  contentsEdits,
  isNewArchive,
  isOwnFile,
  redoContents,
  undoContents,
  unsavedSteps,
} from '../opening/sources/contents.ts';
import { reasonOf } from '../store/core.ts';
import { closeLibrarySource, type LibraryFile, type LibrarySource } from '../store/library.ts';
import { announcement, dismissNotice, notify } from '../store/notices.ts';
import { ask } from '../ui/ask.ts';
import { openDialog } from '../ui/dialog.ts';
import { el, visible } from '../ui/dom.ts';
import type { MenuItem } from '../ui/menu.ts';
import { loadPart } from '../ui/parts.ts';
import './contents.css';

/** The archive that files are in, all of them files of the archive itself; null otherwise. */
export function changeableSource(files: readonly LibraryFile[]): LibrarySource | null {
  const [first] = files;
  if (!first || !files.every((file) => file.source === first.source && isOwnFile(file))) return null;
  return first.source;
}

/** Items of the menu of files. */
export function contentsItems(files: readonly LibraryFile[]): MenuItem[] {
  const source = changeableSource(files);
  const [first] = files;
  if (!source || !first) return [];
  const one: MenuItem[] = [
    { label: 'Replace…', run: () => void replaceFile(first) },
    { label: 'Rename or move…', key: 'F2', run: () => renameFiles(files) },
  ];
  const several: MenuItem[] = [{ label: 'Move to a folder…', key: 'F2', run: () => renameFiles(files) }];
  return [
    ...(files.length === 1 ? one : several),
    {
      label: files.length === 1 ? 'Delete from the archive' : `Delete ${counted(files.length, 'file')}`,
      key: 'Delete',
      run: () => deleteFiles(files),
    },
  ];
}

/** Items of the menu of a folder. @param files all of it that are listed */
export function folderItems(
  source: LibrarySource,
  folder: string,
  files: readonly LibraryFile[],
): MenuItem[] {
  if (!canChangeContents(source) || !files.every(isOwnFile)) return [];
  return [
    { label: 'Add files here…', run: () => void pickAndAdd(source, folder) },
    ...(folder === ''
      ? []
      : [
          { label: 'Rename or move the folder…', run: () => renameFolder(source, folder) },
          { label: 'Delete the folder', run: () => deleteFolder(source, folder) },
        ]),
  ];
}

/** Items of the menu of an archive. */
export function archiveItems(source: LibrarySource): MenuItem[] {
  if (!canChangeContents(source)) return [];
  const { done, undone } = contentsEdits(source);
  const last = done.at(-1);
  const next = undone.at(-1);
  return [
    { label: 'Add files…', run: () => void pickAndAdd(source, '') },
    ...openFileItems(source),
    ...(last ? [{ label: `Undo: ${last.label}`, key: 'Ctrl+Z', run: () => undo(source) }] : []),
    ...(next ? [{ label: `Redo: ${next.label}`, key: 'Ctrl+Shift+Z', run: () => redo(source) }] : []),
    ...(done.length > 0 ? saveItems(source) : []),
  ];
}

/** Open files in the menu. */
const MAX_OPEN = 8;

/** Items that add what is open from elsewhere, as it is now: with its changes. */
function openFileItems(source: LibrarySource): MenuItem[] {
  return openFiles.value
    .filter(({ source: { entry }, parsed }) => entry?.source !== source && !parsed.isPartial)
    .slice(-MAX_OPEN)
    .map((file) => ({
      label: `Add ${visible(baseName(file.name), 40)}`,
      run: () => void addOpen(source, file),
    }));
}

async function addOpen(source: LibrarySource, open: OpenFile): Promise<void> {
  const name = baseName(open.name);
  try {
    const { contentBlob } = await loadPart(() => import('../edit/save.ts'));
    const blob = await contentBlob(open);
    const file = { size: blob.size, time: Date.now(), locator: { blob } };
    changeArchive(source, `Add ${name}`, [{ kind: 'add', path: name, file }]);
  } catch (error) {
    notify(`${name} was not added: ${reasonOf(error)}`);
  }
}

/** Items that save an archive. */
function saveItems(source: LibrarySource): MenuItem[] {
  const kind = source.kind === 'rez' ? 'REZ' : 'zip';
  const whole = { label: 'Save the archive as…', run: () => void save(source, false) };
  if (isNewArchive(source)) return [whole];
  return [whole, { label: `Save only what changed as a small ${kind}…`, run: () => void save(source, true) }];
}

async function save(source: LibrarySource, small: boolean): Promise<boolean> {
  const { saveArchive } = await loadPart(() => import('../edit/save.ts'));
  return saveArchive(source, small);
}

/** The archive that was changed last: undo in the list is about that one. */
let latest: LibrarySource | null = null;

/** Undoes or redoes the last change of the archive that was changed last. @returns false if there is none */
export function stepBack(isRedo: boolean): boolean {
  const source = latest;
  if (!source) return false;
  const { done, undone } = contentsEdits(source);
  if ((isRedo ? undone : done).length === 0) return false;
  if (isRedo) redo(source);
  else undo(source);
  return true;
}

/** Makes a change of an archive, or says why it cannot be made. @returns whether it was made */
export function changeArchive(
  source: LibrarySource,
  label: string,
  changes: readonly ContentsChange[],
): boolean {
  dismissNotice();
  try {
    changeContents(source, { label, changes });
  } catch (error) {
    notify(`Not done: ${reasonOf(error)}`);
    return false;
  }
  latest = source;
  announcement.value = isNewArchive(source)
    ? `${label}.`
    : `${label}. ${source.name} itself is not modified.`;
  return true;
}

function undo(source: LibrarySource): void {
  latest = source;
  const step = undoContents(source);
  announcement.value = step ? `Undone: ${step.label}.` : 'There is nothing to undo.';
}

function redo(source: LibrarySource): void {
  latest = source;
  const step = redoContents(source);
  announcement.value = step ? `Redone: ${step.label}.` : 'There is nothing to redo.';
}

async function pickAndAdd(source: LibrarySource, folder: string): Promise<void> {
  await addFiles(source, folder, await pickFiles());
}

/** Files up to this size are held: whatever becomes of them on the disk, the archive has what was added. */
const HELD = 64 * 2 ** 20;

async function read(file: FileSource): Promise<AddedFile> {
  const blob = await file.read();
  const held = blob.size <= HELD ? new Blob([await blob.arrayBuffer()]) : blob;
  return {
    size: blob.size,
    time: blob instanceof File ? blob.lastModified : null,
    locator: { blob: held },
  };
}

/** Adds what was dropped on a folder of an archive: files, and folders with all that is in them. */
export async function addDropped(
  source: LibrarySource,
  folder: string,
  { files, folders }: Dropped,
): Promise<void> {
  const all = [...files];
  for (const one of folders) all.push(...(await filesOf(one, one.name)));
  await addFiles(source, folder, all);
}

/** @param path of the folder, which the names of its files begin with */
async function filesOf(folder: Folder, path: string): Promise<FileSource[]> {
  const found: FileSource[] = [];
  for await (const entry of folder.entries()) {
    const name = `${path}/${entry.name}`;
    if (isFolder(entry)) found.push(...(await filesOf(entry, name)));
    // Hidden files are those of the system.
    else if (!entry.name.startsWith('.')) found.push({ name, read: () => blobOf(entry.locator) });
  }
  return found;
}

/** Adds files of the disk to a folder of an archive; those with the same names are replaced. */
async function addFiles(source: LibrarySource, folder: string, files: readonly FileSource[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  try {
    const changes: ContentsChange[] = [];
    for (const file of files) {
      const path = [folder, file.name.replaceAll('\\', '/')].filter(Boolean).join('/');
      changes.push({ kind: 'add', path, file: await read(file) });
    }
    const what = files.length === 1 ? baseName(first.name) : counted(files.length, 'file');
    changeArchive(source, `Add ${what}`, changes);
  } catch (error) {
    notify(`Not added: ${reasonOf(error)}`);
  }
}

async function replaceFile(file: LibraryFile): Promise<void> {
  const [chosen] = await pickFiles(false);
  if (!chosen) return;
  try {
    const added = await read(chosen);
    changeArchive(file.source, `Replace ${baseName(file.path)}`, [
      { kind: 'add', path: file.path, file: added },
    ]);
  } catch (error) {
    notify(`Not replaced: ${reasonOf(error)}`);
  }
}

export function deleteFiles(files: readonly LibraryFile[]): void {
  const source = changeableSource(files);
  const [first] = files;
  if (!source || !first) return;
  const what = files.length === 1 ? baseName(first.path) : counted(files.length, 'file');
  changeArchive(
    source,
    `Delete ${what}`,
    files.map(({ path }) => ({ kind: 'delete', path })),
  );
}

function deleteFolder(source: LibrarySource, folder: string): void {
  changeArchive(source, `Delete ${folder}`, [{ kind: 'delete', path: folder }]);
}

/** Asks for the path of a file, or for the folder of several. */
export function renameFiles(files: readonly LibraryFile[]): void {
  const source = changeableSource(files);
  const [first] = files;
  if (!source || !first) return;
  if (files.length > 1) {
    const title = `Move ${counted(files.length, 'file')}`;
    askPath({ title, label: 'Folder', verb: 'Move', path: folderName(first.path) }, (to) =>
      moveFiles(files, to),
    );
    return;
  }
  const { path } = first;
  const title = `Rename or move ${baseName(path)}`;
  askPath({ title, label: `Path in ${source.name}`, verb: 'Rename', path }, (to) =>
    changeArchive(source, `Rename ${baseName(path)}`, [{ kind: 'rename', path, to }]),
  );
}

/** Moves files into a folder of their archive. @returns whether they were moved */
export function moveFiles(files: readonly LibraryFile[], folder: string): boolean {
  const source = changeableSource(files);
  const [first] = files;
  if (!source || !first) return false;
  const what = files.length === 1 ? baseName(first.path) : counted(files.length, 'file');
  const inside = folder.replace(/^[\\/]+|[\\/]+$/g, '');
  return changeArchive(
    source,
    `Move ${what}`,
    files.map(({ path }) => ({
      kind: 'rename',
      path,
      to: [inside, baseName(path)].filter(Boolean).join('/'),
    })),
  );
}

function renameFolder(source: LibrarySource, folder: string): void {
  const title = `Rename or move ${folder}`;
  askPath({ title, label: `Folder in ${source.name}`, verb: 'Rename', path: folder }, (to) =>
    changeArchive(source, `Rename ${folder}`, [{ kind: 'rename', path: folder, to }]),
  );
}

interface PathQuestion {
  readonly title: string;
  readonly label: string;
  /** What the button says. */
  readonly verb: string;
  readonly path: string;
}

/** Asks for a path. The name in it is selected. @param act false: the dialog stays */
function askPath({ title, label, verb, path }: PathQuestion, act: (to: string) => boolean): void {
  const field = el('input', { type: 'text', value: path, spellcheck: 'false' });
  const form = el(
    'form',
    { method: 'dialog' },
    el('label', {}, visible(label, 60), field),
    el('div', { class: 'contents-buttons' }, el('button', { type: 'submit', class: 'button-action' }, verb)),
  );
  form.addEventListener('submit', (event) => {
    if (field.value !== path && !act(field.value)) event.preventDefault();
  });
  openDialog({
    class: 'contents-path',
    title: visible(title, 60),
    build: () => [form],
    focus: () => field,
  });
  const start = path.length - baseName(path).length;
  const dot = path.lastIndexOf('.');
  field.setSelectionRange(start, dot > start ? dot : path.length);
}

/** Closes a source; with unsaved changes of what it contains, asks first. */
export async function closeSource(source: LibrarySource): Promise<void> {
  const count = unsavedSteps(source);
  if (count > 0) {
    const answer = await ask(
      `Save the changes of ${source.name}?`,
      [
        `${counted(count, 'change')} of what it contains ${count === 1 ? 'is' : 'are'} in no saved archive. The archive itself is not modified.`,
      ],
      [
        { id: 'save', label: 'Save as…' },
        { id: 'discard', label: 'Discard' },
      ],
    );
    if (answer === null || (answer === 'save' && !(await save(source, false)))) return;
  }
  closeLibrarySource(source);
}
