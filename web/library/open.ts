/** Files of the library → tabs: a preview, files that stay, two side by side, one at a finding. */

import type { Finding } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { activeId, compared, files, keepPreview } from '../document/state.ts';
import { kindNamed } from '../explain/file-kind.ts';
import { openAnyway, openSources } from '../opening/open.ts';
import { sourceOf } from '../opening/sources/library-file.ts';
import type { LibraryFile } from '../store/library.ts';
import { announcement } from '../store/notices.ts';
import { goToFinding } from '../structure/problems/commands.ts';
import { pane, showModel, showPanel } from '../ui/layout.ts';
import { cursor } from './list/selection.ts';
import { grouped } from './list/settings.ts';
import { arrangement, collapsedGroups } from './list/state.ts';

/** Delay after the last key before the focused file is previewed, ms. */
const IDLE_MS = 150;

let timer = 0;

/** Previews a file: immediately by pointer, after a pause by keyboard. */
export function showFile(file: LibraryFile, by: 'pointer' | 'keyboard'): void {
  window.clearTimeout(timer);
  if (file.kind === 'archive' || file.kind === 'other') return;
  const show = () => void openSources([sourceOf(file)], { preview: true });
  if (by === 'keyboard') {
    timer = window.setTimeout(show, IDLE_MS);
    return;
  }
  show();
  showModel();
}

const openFileOf = (entry: LibraryFile): OpenFile | undefined =>
  files.peek().find(({ source }) => source.entry === entry);

const isEntry = (file: LibraryFile | OpenFile): file is LibraryFile => 'path' in file;

/** Opens files permanently and shows the first; for an archive, goes to its group. */
export async function openFiles(entries: readonly LibraryFile[]): Promise<void> {
  window.clearTimeout(timer);
  const [first] = entries;
  if (!first) return;
  if (entries.length === 1 && first.kind === 'archive') {
    goToGroupOf(first);
    return;
  }
  if (
    entries.length === 1 &&
    first.kind === 'other' &&
    kindNamed(first.path) !== 'gltf' &&
    !openFileOf(first)
  ) {
    await openAnyway([sourceOf(first)]);
  } else if (entries.length === 1) {
    // A single texture is opened as a file, not as a skin.
    await openSources([sourceOf(first)], { preview: true, stays: true });
  } else {
    await openRest(entries);
  }
  const open = openFileOf(first);
  if (!open) return;
  // Another file may have become active in the meantime.
  if (entries.length > 1) activeId.value = open.id;
  pane.value = 'model';
}

/** Opens the files that are not open, permanently. */
async function openRest(entries: readonly LibraryFile[]): Promise<void> {
  for (const entry of entries) keepPreview(openFileOf(entry)?.id ?? 0);
  const rest = entries.filter((entry) => !openFileOf(entry));
  if (rest.length > 0) await openSources(rest.map(sourceOf));
}

/** Compares two files, of the library or open ones; they stay open. */
export async function compareFiles(two: readonly (LibraryFile | OpenFile)[]): Promise<void> {
  window.clearTimeout(timer);
  for (const file of two) if (!isEntry(file)) keepPreview(file.id);
  await openRest(two.filter(isEntry));
  const [left, right] = two.map((file) => (isEntry(file) ? openFileOf(file) : file));
  if (left && right) compared.value = { left: left.id, right: right.id };
}

/** Goes to the first group of a nested archive. */
function goToGroupOf(archive: LibraryFile): void {
  grouped.value = true;
  const { sections } = arrangement.peek();
  const start = archive.path.toLowerCase();
  const group = sections.find(
    ({ group }) =>
      group?.source === archive.source && `${group.folder.toLowerCase()}/`.startsWith(`${start}/`),
  )?.group;
  if (!group) {
    announcement.value = `No files from ${archive.path} are listed.`;
    return;
  }
  collapsedGroups.value = new Set([...collapsedGroups.peek()].filter((key) => key !== group.key));
  cursor.value = group.key;
}

/** Opens a file permanently and selects the bytes of a finding, if any. */
export async function openAt(file: LibraryFile, finding: Finding | null): Promise<void> {
  await openFiles([file]);
  const opened = files.peek().find(({ source }) => source.entry === file);
  if (!opened) return;
  batch(() => {
    activeId.value = opened.id;
    showPanel('problems');
  });
  const same = opened.parsed.findings.find(
    ({ code, offset, path }) => code === finding?.code && offset === finding.offset && path === finding.path,
  );
  if (same) goToFinding(opened, same);
}
