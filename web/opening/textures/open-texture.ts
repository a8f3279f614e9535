/** Textures that are open in tabs of their own, as the files that models wear. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Content } from '../../document/content.ts';
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';

/** Of a library, entries are files; elsewhere files of one name are. */
function isSame(a: FileSource, b: FileSource): boolean {
  if (a === b) return true;
  return a.entry || b.entry ? a.entry === b.entry : a.name === b.name;
}

/** The open texture of a source; null when it is not open. Reads signals. */
export function openTextureOf(source: FileSource): OpenFile | null {
  return files.value.find((file) => file.texture !== null && isSame(file.source, source)) ?? null;
}

interface Changed {
  readonly file: OpenFile;
  readonly content: Content;
}

let last: readonly Changed[] = [];

/** Open textures that differ from their files, or did. The same list until one of them changes. */
const changed: ReadonlySignal<readonly Changed[]> = computed(() => {
  const now = files.value.flatMap((file) =>
    file.texture && file.edits.value.savedBytes !== null ? { file, content: file.content.value } : [],
  );
  const isOld =
    now.length === last.length &&
    now.every(({ file, content }, i) => last[i]?.file === file && last[i]?.content === content);
  if (!isOld) last = now;
  return last;
});

/** The content of a texture that was changed here; null for one that is as its file is. Reads a signal. */
export function changedTexture(source: FileSource): Content | null {
  return changed.value.find(({ file }) => isSame(file.source, source))?.content ?? null;
}
