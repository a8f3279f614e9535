/** Opens what was dropped or chosen, in tabs or in the library. */

import { type Signal, signal } from '@preact/signals-core';
import type { FileSource } from '../../document/open-file.ts';
import { isBundleName, kindNamed } from '../../explain/file-kind.ts';
import { baseName, folderName, naturalKey } from '../../lib/file-names.ts';
import { loadCore } from '../../store/core.ts';
import { type LibraryFile, type LibraryKind, type LibrarySource, libraryFiles } from '../../store/library.ts';
import { notify } from '../../store/notices.ts';
import { showPanel } from '../../ui/layout.ts';
import { usePart } from '../../ui/parts.ts';
import { importGltf } from '../gltf.ts';
import { LongTask } from '../long-task.ts';
import { openSources } from '../open.ts';
import { offerPattern, sortedOut } from '../patterns.ts';
import { type Identified, identified } from '../read.ts';
import type { OpenArrived } from '../source.ts';
import { sourceOf } from './library-file.ts';
import type { NewSource } from './list.ts';
import type { addSources as AddSources } from './open-source.ts';

/** Whether a caller waits for a file of what is opened next, so that no other file becomes active. */
export const isAwaited: Signal<boolean> = signal(false);

/** Most files that open in tabs; more files become a source of the library. */
const MAX_TABS = 20;

/**
 * Opens files in tabs, and archives, folders and very many files in the library. Of several models in the library the
 * first is previewed; a single model is opened.
 */
export const openArrived: OpenArrived = async ({ files: arrived, folders }, slot = null) => {
  const { pattern, files } = sortedOut(arrived);
  const added: NewSource[] = folders.map((folder) => ({ kind: 'folder', folder }));
  const tabs: (FileSource | Identified)[] = [];
  if (files.length > MAX_TABS && !slot) {
    added.push({ kind: 'files', files });
  } else {
    const words = (done: string) => `Looking at ${done} of ${files.length} files…`;
    const task = new LongTask('Looking at files', words, files.length);
    for (const file of files) {
      // If it cannot be read, opening it will report the reason.
      const found = await identified(file).catch(() => file);
      if (task.isCancelled) return;
      const archive = 'blob' in found ? archiveFrom(found) : null;
      if (archive) added.push(archive);
      else tabs.push(found);
      await task.step();
    }
    task.end();
  }
  if (tabs.length > 0) await openSources(tabs, { slot, playsFirst: true });
  if (added.length > 0) await openInLibrary(added, tabs.length === 0);
  if (pattern) offerPattern(pattern);
};

/** Opens a bundle that is listed in the library. @returns false if it is a zip like any other */
type BundleOpener = (source: LibrarySource) => Promise<boolean>;

let bundleOpener: BundleOpener = async () => false;

/** Registers what opens bundles, in a higher room. It reports errors itself. */
export function offerBundles(open: BundleOpener): void {
  bundleOpener = open;
}

/** A file as an archive; null if it is not an archive, or cannot be read. */
export async function asArchive(file: FileSource): Promise<NewSource | null> {
  const found = await identified(file).catch(() => null);
  return found && archiveFrom(found);
}

/** An identified file as an archive; null if it is not an archive. */
export function archiveFrom({ source, kind, blob }: Identified): NewSource | null {
  if (kind !== 'rez' && kind !== 'zip') return null;
  const { name, handle, url } = source;
  const where = { ...(handle && { handle }), ...(url && { url }) };
  return { kind: 'archive', name: baseName(name), archive: kind, locator: { blob }, ...where };
}

/**
 * Adds sources to the library and shows it.
 * @param mayOpen whether a model of them is opened or previewed
 */
export function openInLibrary(added: readonly NewSource[], mayOpen = true): Promise<void> {
  return usePart(
    () => import('./open-source.ts'),
    ({ addSources }) => listAndShow(addSources, added, mayOpen),
  );
}

async function listAndShow(
  addSources: typeof AddSources,
  added: readonly NewSource[],
  mayOpen: boolean,
): Promise<void> {
  const opens = mayOpen && !isAwaited.peek();
  // Start loading the core, so that it is ready for the first model.
  void loadCore();
  const withBundle = opens && added.some(isBundle);
  if (!withBundle) showPanel('library');
  // A bundle says itself which of its models is shown.
  let isPreviewed = !opens || withBundle;
  const models: LibraryFile[] = [];
  // Preview as soon as several models are known: listing a large folder takes long.
  const came = (files: readonly LibraryFile[]) => {
    if (isPreviewed) return;
    models.push(...files.filter(isReadableModel));
    const first = models.length > 1 ? firstInList(models) : null;
    isPreviewed = first !== null;
    if (first) void openSources([sourceOf(first)], { preview: true });
  };
  const sources = await addSources(added, came);
  if (withBundle) {
    if (await openBundles(sources)) return;
    showPanel('library');
  }
  const ofThese = new Set(sources);
  const listed = libraryFiles.peek().filter(({ source }) => ofThese.has(source));
  const gltf = listed.filter(({ path }) => kindNamed(path) === 'gltf');
  const known = listed.filter(({ kind }) => KNOWN.has(kind));
  // Pictures beside a glTF are its skins.
  if (gltf.length > 0 && opens && !known.some(({ kind }) => kind === 'model')) {
    const first = firstInList(gltf);
    if (first) void importGltf(sourceOf(first));
    return;
  }
  if (known.length > 0) {
    if (!isPreviewed || withBundle) await openFirst(known);
    return;
  }
  // Without known files, show the bytes of the archive.
  const archive = listed.find(({ source }) => source.kind === 'rez')?.source;
  if (archive && opens) {
    await usePart(
      () => import('../archive/open.ts'),
      ({ openLibraryArchive }) => openLibraryArchive(archive),
    );
  }
  if (sources.length > 0) {
    const names = sources.map(({ name }) => name).join(', ');
    notify(`No model (.abc) or texture found in ${names}.`);
  }
}

/** Whether a source may be a bundle, by its name. */
export const isBundle = (added: NewSource): boolean => added.kind === 'archive' && isBundleName(added.name);

/** Opens the bundles among sources, one after the other. @returns whether there was one */
async function openBundles(sources: readonly LibrarySource[]): Promise<boolean> {
  let isOpened = false;
  for (const source of sources) {
    if (isBundleName(source.name) && (await bundleOpener(source))) isOpened = true;
  }
  return isOpened;
}

/** Opens the model, if there is exactly one that is readable; otherwise previews the first readable file. */
async function openFirst(known: readonly LibraryFile[]): Promise<void> {
  const models = known.filter(isReadableModel);
  if (models.length === 1) return openSources(models.map(sourceOf), { playsFirst: true });
  const picture = firstInList(known.filter(({ problem }) => problem === ''));
  if (picture) await openSources([sourceOf(picture)], { preview: true });
}

/** The first file in the order of the library: by source, folder and name. */
function firstInList(files: readonly LibraryFile[]): LibraryFile | null {
  let first: LibraryFile | null = null;
  let key: readonly (number | string)[] = [];
  for (const file of files) {
    const { source, path } = file;
    const other = [source.id, naturalKey(folderName(path)), naturalKey(baseName(path))];
    const at = other.findIndex((part, i) => part !== key[i]);
    if (first && !((other[at] ?? 0) < (key[at] ?? 0))) continue;
    first = file;
    key = other;
  }
  return first;
}

const KNOWN: ReadonlySet<LibraryKind> = new Set<LibraryKind>(['model', 'texture', 'sprite']);

function isReadableModel({ kind, problem }: LibraryFile): boolean {
  return kind === 'model' && problem === '';
}
