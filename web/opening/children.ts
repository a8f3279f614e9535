/**
 * Child models in the library are opened automatically, in the background. Those that the user has not looked at are
 * closed when no open file uses them any more.
 */
import { untracked } from '@preact/signals-core';
import { animationSourcesOf, childrenToOpen } from '../document/animation-clips.ts';
import type { FileSource, OpenFile } from '../document/open-file.ts';
import { activeId, compared, dropFiles, files, previewId } from '../document/state.ts';
import { MAX_CHILDREN } from '../explain/dependencies.ts';
import type { LibraryFile } from '../store/library.ts';
import { effect } from '../ui/scope.ts';
import { openSources } from './open.ts';
import { sourceOf } from './sources/library-file.ts';

/** Most bytes of files that are opened for one model: real ones have a few MB. */
const MAX_BYTES = 128 << 20;

/** Ids of automatically opened files that the user has not looked at. */
const unseen = new Set<number>();

/** Children that were opened, or tried, for a file; those that the user closes stay closed. */
const tried = new WeakMap<OpenFile, Set<LibraryFile>>();

/** Opens missing children and closes unused ones. @param inView gives the open files in the picture; reads signals */
export function watchChildren(inView: () => readonly OpenFile[]): void {
  effect(() => {
    for (const file of inView()) {
      if (!file.model) continue;
      const wanted = childrenToOpen(file);
      if (wanted.length > 0) untracked(() => void openChildren(file, wanted));
    }
  });
  effect(() => {
    for (const { content } of files.value) void content.value;
    unseen.delete(activeId.value);
    for (const id of Object.values(compared.value ?? {})) unseen.delete(id);
    // After the effects of views that still use what is closed.
    if (unseen.size > 0) queueMicrotask(closeUnused);
  });
}

async function openChildren(file: OpenFile, wanted: readonly LibraryFile[]): Promise<void> {
  const before = tried.get(file) ?? new Set();
  tried.set(file, before);
  const bases: FileSource[] = [];
  let bytes = 0;
  for (const entry of wanted) {
    bytes += entry.size ?? 0;
    if (before.size >= MAX_CHILDREN || bytes > MAX_BYTES) break;
    if (before.has(entry) || entry.problem) continue;
    before.add(entry);
    bases.push(sourceOf(entry));
  }
  if (bases.length === 0) return;
  const open = new Set(files.peek().map(({ id }) => id));
  await openSources([], { bases });
  const came = files.peek().filter(({ id, source }) => !open.has(id) && bases.includes(source));
  for (const { id } of came) if (id !== activeId.peek()) unseen.add(id);
  // The model may have been closed in the meantime.
  closeUnused();
}

function closeUnused(): void {
  const list = files.peek();
  const used = new Set<number>([activeId.peek(), previewId.peek()]);
  for (const file of list) {
    for (const source of animationSourcesOf(file)) if (source.file) used.add(source.file.id);
    for (const { fileId } of file.attachments.peek()) used.add(fileId);
  }
  const unused = new Set([...unseen].filter((id) => !used.has(id)));
  for (const id of unused) unseen.delete(id);
  dropFiles(unused);
}
