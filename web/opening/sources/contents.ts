/**
 * Changes of what archives of the library contain: files added, replaced, renamed, moved and deleted. The library shows them
 * at once; the archive itself stays as it is, and is the source of everything that did not change.
 */
import { batch, type Signal, signal } from '@preact/signals-core';
import { type AddedFile, afterChanges, type ContentsChange } from '../../archive/contents-changes.ts';
import { changeFiles, files as openFiles } from '../../document/state.ts';
import { libraryKindOf } from '../../explain/file-kind.ts';
import {
  changeLibraryFiles,
  type LibraryFile,
  type LibrarySource,
  libraryFiles,
  librarySources,
  newLibraryId,
} from '../../store/library.ts';
import { sourceOf } from './library-file.ts';

/** One action of the user. */
export interface ContentsStep {
  /** In the imperative: `Delete 3 files`. */
  readonly label: string;
  readonly changes: readonly ContentsChange[];
}

/** Undo and redo steps of an archive. Immutable. */
export interface ContentsEdits {
  /** Oldest first. */
  readonly done: readonly ContentsStep[];
  /** The last one is redone first. */
  readonly undone: readonly ContentsStep[];
  /** The steps that are in the archive that was saved last. */
  readonly saved: readonly ContentsStep[];
}

/** What is known of an archive while it is changed. */
interface Changed {
  readonly edits: Signal<ContentsEdits>;
  /** As it was listed; null before the first change. */
  base: readonly LibraryFile[] | null;
  /** Files that changes have made, by what they were and their paths: undo and redo give the same ones again. */
  readonly made: Map<string, LibraryFile>;
}

const changed = new WeakMap<LibrarySource, Changed>();

/** What a file was when its archive was listed, or the file of the disk that was added. */
const origins = new WeakMap<LibraryFile, LibraryFile | AddedFile>();

/** Numbers of added files. */
const added = new WeakMap<AddedFile, number>();

function changesOf(source: LibrarySource): Changed {
  const known = changed.get(source);
  if (known) return known;
  const fresh: Changed = {
    edits: signal<ContentsEdits>({ done: [], undone: [], saved: [] }),
    base: null,
    made: new Map(),
  };
  changed.set(source, fresh);
  return fresh;
}

/** The steps of an archive. Reads a signal. */
export function contentsEdits(source: LibrarySource): ContentsEdits {
  return changesOf(source).edits.value;
}

/** Steps that are not in a saved archive: done since, or undone. Reads a signal. */
export function unsavedSteps(source: LibrarySource): number {
  const { done, saved } = contentsEdits(source);
  const different = done.findIndex((step, i) => saved[i] !== step);
  const shared = different < 0 ? done.length : different;
  return done.length + saved.length - 2 * shared;
}

/** All changes of an archive, oldest first. */
export function contentsChanges(source: LibrarySource): readonly ContentsChange[] {
  return changesOf(source)
    .edits.peek()
    .done.flatMap(({ changes }) => changes);
}

/** Whether a changed archive had no files before: it is new, and all that it has are changes. */
export function isNewArchive(source: LibrarySource): boolean {
  return changesOf(source).base?.length === 0;
}

/** Whether what a source contains can be changed: archives, once they are listed. Reads a signal. */
export function canChangeContents({ kind, locator, state }: LibrarySource): boolean {
  return (kind === 'rez' || kind === 'zip') && locator !== null && state.value === 'ready';
}

/** Whether a file is one of the archive itself, and not of an archive in it. */
export function isOwnFile({ source, locator }: LibraryFile): boolean {
  return canChangeContents(source) && (!('of' in locator) || locator.of === source.locator);
}

/** The file as its archive was listed; null for one that was added. */
export function originOf(file: LibraryFile): LibraryFile | null {
  const origin = origins.get(file);
  if (!origin) return file;
  return 'id' in origin ? origin : null;
}

/**
 * Changes what an archive contains.
 * @throws {Unwritable} a sentence, if it cannot be done; nothing is changed then
 */
export function changeContents(source: LibrarySource, step: ContentsStep): void {
  const { edits } = changesOf(source);
  const { done, saved } = edits.peek();
  show(source, { done: [...done, step], undone: [], saved });
}

/** @returns the step that was undone; null if there was none */
export function undoContents(source: LibrarySource): ContentsStep | null {
  const { done, undone, saved } = changesOf(source).edits.peek();
  const step = done.at(-1);
  if (!step) return null;
  show(source, { done: done.slice(0, -1), undone: [...undone, step], saved });
  return step;
}

/** @returns the step that was redone; null if there was none */
export function redoContents(source: LibrarySource): ContentsStep | null {
  const { done, undone, saved } = changesOf(source).edits.peek();
  const step = undone.at(-1);
  if (!step) return null;
  show(source, { done: [...done, step], undone: undone.slice(0, -1), saved });
  return step;
}

/** All changes of an archive have been saved. @param done as they were when it was written */
export function contentsSaved(source: LibrarySource, done: readonly ContentsStep[]): void {
  const { edits } = changesOf(source);
  edits.value = { ...edits.peek(), saved: done };
}

/**
 * Makes the changes of an archive to its new listing, as far as they still apply.
 * @returns labels of those that do not
 */
export function carryContents(before: LibrarySource, after: LibrarySource): readonly string[] {
  const { done, saved } = changesOf(before).edits.peek();
  const lost: string[] = [];
  for (const step of done) {
    try {
      changeContents(after, step);
    } catch {
      lost.push(step.label);
    }
  }
  const { edits } = changesOf(after);
  if (lost.length === 0 && done.length > 0) edits.value = { ...edits.peek(), saved };
  return lost;
}

/** Shows the files after these steps, in the library and in open tabs. */
function show(source: LibrarySource, edits: ContentsEdits): void {
  const known = changesOf(source);
  known.base ??= libraryFiles.peek().filter((file) => file.source === source);
  const changes = edits.done.flatMap((step) => step.changes);
  const list = afterChanges(known.base, changes, {
    added: (path, file) => madeFile(known, source, path, file),
    moved: (file, path) => movedFile(known, file, path),
  });
  batch(() => {
    known.edits.value = edits;
    changeLibraryFiles(source, list);
    followOpen(source, list);
  });
}

function madeFile(known: Changed, source: LibrarySource, path: string, file: AddedFile): LibraryFile {
  const number = added.get(file) ?? newLibraryId();
  added.set(file, number);
  return once(known, `${number} ${path}`, file, () => ({
    id: newLibraryId(),
    source,
    path,
    kind: libraryKindOf(path),
    ...file,
    problem: '',
  }));
}

function movedFile(known: Changed, file: LibraryFile, path: string): LibraryFile {
  const origin = origins.get(file) ?? file;
  if ('id' in origin && origin.path === path) return origin;
  const number = 'id' in origin ? origin.id : added.get(origin);
  return once(known, `${number} ${path}`, origin, () => ({
    ...file,
    id: newLibraryId(),
    path,
    kind: libraryKindOf(path),
  }));
}

function once(
  { made }: Changed,
  key: string,
  origin: LibraryFile | AddedFile,
  make: () => LibraryFile,
): LibraryFile {
  const known = made.get(key);
  if (known) return known;
  const file = make();
  made.set(key, file);
  origins.set(file, origin);
  return file;
}

/** Open files of an archive have the paths that their entries have now; those of deleted entries stay as they are. */
function followOpen(source: LibrarySource, list: readonly LibraryFile[]): void {
  const open = openFiles.peek().filter((file) => file.source.entry?.source === source);
  if (open.length === 0) return;
  const now = new Map(list.map((file) => [origins.get(file) ?? file, file]));
  changeFiles(
    open.flatMap((file) => {
      const { entry } = file.source;
      const other = entry && now.get(origins.get(entry) ?? entry);
      if (!other || other === entry) return [];
      const to = sourceOf(other);
      return [{ file, source: to, name: to.name }];
    }),
  );
}

/** Sources with changes that no saved archive has. Reads signals. */
export function unsavedSources(): readonly LibrarySource[] {
  return librarySources.value.filter((source) => unsavedSteps(source) > 0);
}
