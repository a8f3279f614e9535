/** Saving changed files: in place, to another place, or as downloads; and saving before they are closed. */
import { batch, untracked } from '@preact/signals-core';
import { isUnsaved, type Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeId, changeFiles, files, isOpen, keepPreview } from '../document/state.ts';
import { counted, formatCount, formatMegabytes } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { isWithdrawn } from '../lib/reason.ts';
import { rememberOpened } from '../opening/recent.ts';
import { handleSource } from '../opening/source.ts';
import { contentsChanges, isNewArchive } from '../opening/sources/contents.ts';
import { unsavedSkins } from '../opening/textures/slots.ts';
import { noteSeen } from '../opening/watch.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import type { LibraryFile, LibrarySource } from '../store/library.ts';
import { announcement, notify } from '../store/notices.ts';
import { ask } from '../ui/ask.ts';
import { saveBlob } from '../ui/clipboard.ts';
import { difference } from './changed.ts';
import { compareWithDisk } from './compare.ts';
import { containerOf, saveContents, saveIntoArchive } from './save-archive.ts';

/** Files that are being written; saving them again does nothing. */
const writing = new WeakSet<OpenFile>();

/**
 * Saves a file in place, or where the user chooses; of a model, the changed textures that it wears too.
 * @returns whether none of them has unsaved changes now
 */
export async function save(file: OpenFile): Promise<boolean> {
  const skins = untracked(() => unsavedSkins(file));
  if (isUnsaved(file.edits.peek()) || skins.length === 0) {
    if (!(await saveAlone(file))) return false;
  }
  for (const skin of skins) {
    // One archive takes all of them at once.
    if (isUnsaved(skin.edits.peek()) && !(await saveAlone(skin))) return false;
  }
  return true;
}

async function saveAlone(file: OpenFile): Promise<boolean> {
  if (!isOpen(file)) return false;
  if (!isUnsaved(file.edits.peek())) {
    announcement.value = file.parsed.isPartial
      ? `${file.name} is only partially loaded: it cannot be changed, so there is nothing to save.`
      : `${file.name} has no changes to save.`;
    return true;
  }
  const { handle, entry } = file.source;
  if (handle) return guarded(file, () => saveTo(file, handle));
  if (entry && 'of' in entry.locator) return saveEntry(file, entry);
  return saveAs(file);
}

/** Saves all files with changes, one after the other; stops when the user cancels. */
export async function saveAll(): Promise<boolean> {
  const unsaved = files.peek().filter(({ edits }) => isUnsaved(edits.peek()));
  for (const [i, file] of unsaved.entries()) {
    // The browser's dialog is about the active file.
    if (!file.source.handle) activeId.value = file.id;
    if (await save(file)) continue;
    if (i > 0) announcement.value = `Saved ${i} of ${counted(unsaved.length, 'file')}.`;
    return false;
  }
  announcement.value =
    unsaved.length === 0 ? 'No file has changes to save.' : `Saved ${counted(unsaved.length, 'file')}.`;
  return true;
}

/** Asks where to save a file; a download where the browser cannot ask. */
export async function saveAs(file: OpenFile): Promise<boolean> {
  if (!isOpen(file)) return false;
  return guarded(file, async () => {
    const name = baseName(file.name);
    const handle = await pickPlace(name);
    if (handle === 'cancelled') return false;
    if (!isOpen(file)) return false;
    if (handle) return saveTo(file, handle, true);
    saveBlob(name, await contentBlob(file));
    markSaved(file, file.parsed.bytes, file.edits.peek().done);
    announcement.value = `Saved ${name} as a download.`;
    return true;
  });
}

/** Saves bytes where the user says, or as a download where the browser cannot ask; a failure is shown. */
export async function saveNew(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const handle = await pickPlace(name);
    if (handle === 'cancelled') return;
    const blob = new Blob([bytes]);
    if (handle) await write(handle, blob, null);
    else saveBlob(name, blob);
    announcement.value = handle ? `Saved ${handle.name}.` : `Saved ${name} as a download.`;
  } catch (error) {
    notify(`${name} was not saved: ${reasonOf(error)}`, {
      label: 'Try again',
      run: () => void saveNew(name, bytes),
    });
  }
}

/** The whole content; of a partially loaded file, the opened file. */
export async function contentBlob({ parsed }: OpenFile): Promise<Blob> {
  const { content, fileBytes } = parsed;
  return content instanceof Blob ? content : new Blob([new Uint8Array(fileBytes)]);
}

/** Saves into a new archive. Archives are never overwritten, since open files are still read from them. */
async function saveEntry(file: OpenFile, entry: LibraryFile): Promise<boolean> {
  const container = containerOf(entry);
  if (!container) return saveAs(file);
  const answer = await ask(
    `Where should ${baseName(file.name)} be saved?`,
    [
      `It came from ${container.name}. A new archive contains your changed files and a copy of everything else; ${container.name} is not modified.`,
    ],
    [
      { id: 'archive', label: 'Into a new archive…' },
      { id: 'file', label: 'As a file…' },
    ],
  );
  if (answer === 'file') return saveAs(file);
  if (answer === null) return false;
  return guarded(file, async () => {
    const inIt =
      contentsChanges(entry.source).length > 0
        ? await saveContents(entry.source, false)
        : await saveIntoArchive(container);
    if (!inIt) return false;
    for (const { file: one, bytes, done } of inIt) markSaved(one, bytes, done);
    announcement.value = `Saved a new archive of ${container.name} with ${counted(inIt.length, 'changed file')}.`;
    return true;
  });
}

/**
 * Saves an archive of the library with changed contents, and with the changes of its open files; failures are shown.
 * @param small only what differs from the original
 * @returns whether it was saved
 */
export async function saveArchive(source: LibrarySource, small: boolean): Promise<boolean> {
  try {
    const inIt = await saveContents(source, small);
    if (!inIt) return false;
    for (const { file, bytes, done } of inIt) markSaved(file, bytes, done);
    const what = small
      ? `the changes of ${source.name}`
      : isNewArchive(source)
        ? source.name
        : `a changed ${source.name}`;
    announcement.value = `Saved ${what}.`;
    return true;
  } catch (error) {
    notify(`${source.name} was not saved: ${reasonOf(error)}`, {
      label: 'Try again',
      run: () => void saveArchive(source, small),
    });
    return false;
  }
}

async function guarded(file: OpenFile, work: () => Promise<boolean>): Promise<boolean> {
  if (writing.has(file)) return false;
  writing.add(file);
  try {
    return await work();
  } catch (error) {
    notify(sentenceFor(file, error), { label: 'Save as…', run: () => void saveAs(file) });
    return false;
  } finally {
    writing.delete(file);
  }
}

/** @param isNew the user has just chosen the place: an existing file is overwritten */
async function saveTo(file: OpenFile, handle: FileSystemFileHandle, isNew = false): Promise<boolean> {
  // A snapshot: the file may be changed while the browser asks and writes.
  const { bytes } = file.parsed;
  const content = await contentBlob(file);
  const { done, savedBytes } = file.edits.peek();
  const asked = { mode: 'readwrite' } as const;
  let permission = (await handle.queryPermission?.(asked)) ?? 'granted';
  if (permission !== 'granted') permission = (await handle.requestPermission?.(asked)) ?? permission;
  if (permission !== 'granted') throw new DOMException('', 'NotAllowedError');
  let before = isNew ? null : await handle.getFile();
  if (before && !(await hasBytes(before, savedBytes ?? bytes, file.info.packedSize !== undefined))) {
    const answer = await askOutside(file, before);
    if (answer === 'as') {
      writing.delete(file);
      return saveAs(file);
    }
    if (answer === 'compare') await compareWithDisk(file, before);
    if (answer !== 'overwrite') return false;
    before = await handle.getFile();
  }
  await write(handle, content, before);
  markSaved(file, bytes, done);
  if (isNew) moveTo(file, handle);
  await noteSeen(file, handle);
  announcement.value = `Saved ${handle.name}.`;
  return true;
}

/**
 * Compares contents, since two writes within one tick of the disk's clock have the same time.
 * @param isPacked the bytes are those of a packed file's text
 */
async function hasBytes(blob: Blob, bytes: Uint8Array, isPacked: boolean): Promise<boolean> {
  if (!isPacked && blob.size !== bytes.length) return false;
  const there = new Uint8Array(await blob.arrayBuffer());
  const file = isPacked ? await (await loadCore())?.openAny(there) : undefined;
  const other = file?.bytes ?? there;
  const isSame = other.length === bytes.length && other.every((byte, i) => byte === bytes[i]);
  file?.release();
  return isSame;
}

function askOutside(file: OpenFile, there: File): Promise<'as' | 'compare' | 'overwrite' | null> {
  const when = new Date(there.lastModified).toLocaleString();
  return ask(
    `${baseName(file.name)} was changed by another program`,
    [
      `The file on disk (${when}, ${counted(there.size, 'byte')}) differs from the one opened or last saved here. Overwriting it discards its content.`,
    ],
    [
      { id: 'as', label: 'Save as…' },
      { id: 'compare', label: 'Compare' },
      { id: 'overwrite', label: 'Overwrite' },
    ],
  );
}

/**
 * Writes a temporary copy that replaces the file at the end, so that the file on the disk is always whole, old or new.
 * @param before the file that was checked; null to overwrite any
 */
async function write(handle: FileSystemFileHandle, content: Blob, before: File | null): Promise<void> {
  const stream = await handle.createWritable();
  try {
    await stream.write(content);
    const now = before && (await handle.getFile());
    if (before && now && (now.lastModified !== before.lastModified || now.size !== before.size)) {
      throw new ChangedMeanwhile();
    }
    await stream.close();
  } catch (error) {
    await stream.abort().catch(() => {});
    throw error;
  }
}

/** Another program changed the file while it was being saved. */
class ChangedMeanwhile extends Error {}

/** Marks steps as saved. Changes made while the file was written stay unsaved. */
function markSaved(file: OpenFile, bytes: Uint8Array, done: readonly Step[]): void {
  const { parsed } = file.content.peek();
  if (!isOpen(file) || parsed.isPartial) return;
  const edits = file.edits.peek();
  const isPart = done.every((step, i) => edits.done[i] === step);
  const isUndone =
    edits.done.every((step, i) => done[i] === step) &&
    done.slice(edits.done.length).every((step, i) => edits.undone.at(-1 - i) === step);
  file.edits.value = {
    ...edits,
    saved: isPart || isUndone ? done.length : -1,
    savedBytes: bytes,
    changed: parsed.bytes === bytes ? [] : difference(bytes, parsed.bytes),
    isNew: false,
  };
}

/** Makes the file refer to another place. */
function moveTo(file: OpenFile, handle: FileSystemFileHandle): void {
  if (!isOpen(file)) return;
  const source = handleSource(handle);
  batch(() => {
    changeFiles([{ file, source, name: handle.name }]);
    keepPreview(file.id);
  });
  void rememberOpened([source]);
}

/** @returns null where the browser has no such dialog */
async function pickPlace(name: string): Promise<FileSystemFileHandle | null | 'cancelled'> {
  if (!window.showSaveFilePicker) return null;
  const ending = /\.\w{1,8}$/.exec(name)?.[0].toLowerCase();
  try {
    return await window.showSaveFilePicker({
      suggestedName: name,
      ...(ending && {
        types: [{ description: 'LithTech file', accept: { 'application/octet-stream': [ending] } }],
      }),
    });
  } catch (error) {
    if (isWithdrawn(error)) return 'cancelled';
    // In a frame of another page the picker may be forbidden.
    if (error instanceof DOMException && error.name === 'SecurityError') return null;
    throw error;
  }
}

const STAYS = 'Your changes are still here, unsaved.';

/** Why a file could not be written. */
function sentenceFor({ name, parsed }: OpenFile, error: unknown): string {
  if (error instanceof ChangedMeanwhile) {
    return `${name} was not saved: another program changed it at the same time. ${STAYS} Save again to see what has changed.`;
  }
  const kind = error instanceof DOMException ? error.name : '';
  switch (kind) {
    case 'NotAllowedError':
    case 'SecurityError':
      return `${name} was not saved: the browser has no permission to write to it. ${STAYS}`;
    case 'NotFoundError':
      return `${name} was not saved: it is no longer where it was. ${STAYS}`;
    case 'QuotaExceededError':
      return `${name} was not saved: there is not enough space for its ${formatMegabytes(parsed.size)}. ${STAYS}`;
    case 'NoModificationAllowedError':
      return `${name} was not saved: it is read-only, or another program is writing to it. ${STAYS}`;
    default:
      return `${name} was not saved: ${reasonOf(error).replace(/\.$/, '') || 'the browser could not write to it'}. ${STAYS}`;
  }
}

/** Maximum number of names in a question. */
const MAX_NAMES = 5;

/** Asks whether to save unsaved changes, and saves them. @returns whether the files may be closed */
export async function settle(ids: readonly number[]): Promise<boolean> {
  const unsaved = files.peek().filter(({ id, edits }) => ids.includes(id) && isUnsaved(edits.peek()));
  const [first] = unsaved;
  if (!first) return true;
  const isOne = unsaved.length === 1;
  const names = unsaved.slice(0, MAX_NAMES).map(({ name }) => baseName(name));
  const rest = unsaved.length - names.length;
  const list = `${names.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
  if (isOne) activeId.value = first.id;
  const isNew = isOne && first.edits.peek().isNew === true;
  const answer = await ask(
    isNew
      ? `Save ${list}?`
      : isOne
        ? `Save changes to ${list}?`
        : `Save changes to ${formatCount(unsaved.length)} files?`,
    [
      isNew
        ? 'This new file will be lost if it is not saved.'
        : `${isOne ? '' : `${list}. `}Unsaved changes will be lost.`,
    ],
    [
      { id: 'save', label: isOne ? 'Save' : 'Save all' },
      { id: 'lose', label: 'Don’t save' },
    ],
  );
  if (answer === null) return false;
  if (answer === 'lose') return true;
  for (const file of unsaved) if (!(await save(file))) return false;
  const changed = files.peek().find(({ id, edits }) => ids.includes(id) && isUnsaved(edits.peek()));
  if (changed) announcement.value = `${changed.name} was changed while it was being saved, so it stays open.`;
  return !changed;
}
