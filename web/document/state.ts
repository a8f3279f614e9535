/**
 * The open files. Panels read signals, and change them only through the functions of the store and commands.ts; what
 * only one panel needs (scroll, expanded rows) stays in that panel.
 */
import type { ParsedFile } from '@lithoscope/core';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { spoken } from '../store/notices.ts';
import type { Content } from './content.ts';
import { isUnsaved } from './edits.ts';
import type { FileSource, OpenFile } from './open-file.ts';

export const files: Signal<readonly OpenFile[]> = signal([]);
export const activeId: Signal<number> = signal(0);
export const activeFile: ReadonlySignal<OpenFile | null> = computed(
  () => files.value.find((file) => file.id === activeId.value) ?? null,
);

/** Whether a file is still open. */
export const isOpen = (file: OpenFile): boolean => files.peek().includes(file);

/** Ids of the two files being compared; null without a comparison. */
export const compared: Signal<{ readonly left: number; readonly right: number } | null> = signal(null);

/**
 * Adds files.
 * @param activate makes the first of them the active one
 */
export function addFiles(added: readonly OpenFile[], activate = true): void {
  const [first] = added;
  if (!first) return;
  batch(() => {
    files.value = [...files.value, ...added];
    if (activate) activeId.value = first.id;
  });
}

/** Id of the file that the next preview replaces; 0 without one. */
export const previewId: Signal<number> = signal(0);

/** Shows a file as the preview and activates it. It replaces the previous preview, unless that was changed. */
export function showPreview(file: OpenFile): void {
  const before = files.peek().find(({ id, edits }) => id === previewId.peek() && !isUnsaved(edits.peek()));
  batch(() => {
    files.value = before
      ? files.value.map((other) => (other === before ? file : other))
      : [...files.value, file];
    previewId.value = file.id;
    activeId.value = file.id;
  });
  if (before) releaseContent(before.content.peek().parsed);
}

/** Keeps the preview open as a normal file. */
export function keepPreview(id: number): void {
  if (id === 0 || previewId.peek() !== id) return;
  previewId.value = 0;
  const kept = files.peek().find((file) => file.id === id);
  if (kept) spoken.value = `${kept.name} stays open.`;
}

/** Number of users of a content, which may outlive its file. */
const uses = new Map<ParsedFile, number>();
/** Contents in use whose files were closed. */
const closedInUse = new Set<ParsedFile>();

/** Runs work that reads a content, which is kept until the end even if its file is closed or reloaded. */
export async function withContent<T>(parsed: ParsedFile, work: () => Promise<T>): Promise<T> {
  uses.set(parsed, (uses.get(parsed) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (uses.get(parsed) ?? 1) - 1;
    if (left > 0) uses.set(parsed, left);
    else uses.delete(parsed);
    if (left === 0 && closedInUse.delete(parsed)) parsed.release();
  }
}

/**
 * Releases content that no file has any more, once the changes at hand are made: views have let go of it then, as
 * their effects have run.
 */
function releaseContent(parsed: ParsedFile): void {
  queueMicrotask(() => {
    if (uses.has(parsed)) closedInUse.add(parsed);
    else parsed.release();
  });
}

/** A new content or place of an open file. */
export interface FileChange {
  readonly file: OpenFile;
  readonly content?: Content;
  readonly source?: FileSource;
  /** Changed together with the source. */
  readonly name?: string;
  /** Adapts the file's state in the same batch, before any content changes. */
  adapt?(): void;
}

/** Changes files in one batch, and releases their previous contents. */
export function changeFiles(changes: readonly FileChange[]): void {
  batch(() => {
    for (const { adapt } of changes) adapt?.();
    for (const { file, content, source, name = file.place.peek().name } of changes) {
      const { parsed } = file.content.peek();
      if (source) file.place.value = { name, source };
      if (!content || content.parsed === parsed) continue;
      file.content.value = content;
      releaseContent(parsed);
    }
  });
}

/** Moves a file within the order of the open files. */
export function moveFile(id: number, place: number): void {
  const list = files.peek();
  const moved = list.find((file) => file.id === id);
  if (!moved) return;
  const others = list.filter((file) => file !== moved);
  const to = Math.min(Math.max(place, 0), others.length);
  if (list[to] !== moved) files.value = [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Sources of closed files, for reopening: groups of files that were closed together, oldest first. */
export const closedSources: Signal<readonly (readonly FileSource[])[]> = signal([]);

const MAX_CLOSED = 30;

/** The source for reopening a file; a new file has its bytes only in memory. */
function sourceAgain({ source, edits }: OpenFile): FileSource {
  const { isNew = false, savedBytes } = edits.peek();
  if (!isNew || !savedBytes) return source.isNew ? { ...source, isNew: false } : source;
  const content = new Blob([new Uint8Array(savedBytes)]);
  return { name: source.name, read: async () => content, isNew: true };
}

function rememberClosed(closed: readonly OpenFile[]): void {
  closedSources.value = [...closedSources.peek(), closed.map(sourceAgain)].slice(-MAX_CLOSED);
}

/** Closes a file and releases its content; its neighbour becomes active. */
export function closeFile(id: number): void {
  const closed = files.peek().find((file) => file.id === id);
  if (!closed) return;
  rememberClosed([closed]);
  batch(() => {
    const index = files.value.indexOf(closed);
    files.value = files.value.filter((file) => file.id !== id);
    if (previewId.value === id) previewId.value = 0;
    if (activeId.value === id) {
      activeId.value = (files.value[index] ?? files.value[index - 1])?.id ?? 0;
    }
  });
  releaseContent(closed.content.peek().parsed);
}

/** Closes files that were opened automatically and never activated, silently and without offering to reopen them. */
export function dropFiles(ids: ReadonlySet<number>): void {
  // A file that the user has changed is kept.
  const dropped = files.peek().filter(({ id, edits }) => ids.has(id) && !isUnsaved(edits.peek()));
  if (dropped.length === 0) return;
  files.value = files.peek().filter((file) => !dropped.includes(file));
  for (const file of dropped) releaseContent(file.content.peek().parsed);
}

/** Closes every file and releases their content. */
export function closeAllFiles(): void {
  const closed = files.peek();
  if (closed.length > 0) rememberClosed(closed);
  batch(() => {
    files.value = [];
    previewId.value = 0;
    activeId.value = 0;
  });
  for (const file of closed) releaseContent(file.content.peek().parsed);
}
