/** The session: open files and their views are stored, so that they can be reopened after a reload. */

import { batch } from '@preact/signals-core';
import type { FileSource, OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files, moveFile } from '../document/state.ts';
import { addTextures, textures } from '../document/textures.ts';
import { openSources } from '../opening/open.ts';
import { fetchSource, sourcesAt } from '../opening/remote/source.ts';
import { isSampleAddress, sampleAt, sampleSources } from '../opening/samples.ts';
import {
  isOwnContent,
  type KeptFile,
  type KeptSession,
  type KeptSource,
  keptSource,
  MAX_KEPT_BYTES,
  offered,
  persistContents,
  persistSessionNow,
} from '../opening/session.ts';
import { asSource } from '../opening/sources/again.ts';
import { sourceOf as entrySource, fileAt } from '../opening/sources/library-file.ts';
import { addSources } from '../opening/sources/open-source.ts';
import { reasonOf } from '../store/core.ts';
import { type LibrarySource, librarySources } from '../store/library.ts';
import { choosePanel } from '../ui/layout.ts';
import { effect, listen } from '../ui/scope.ts';
import { linkOf } from './describe.ts';
import { formatLink, parseLink } from './format.ts';
import type { Link } from './link.ts';
import { applyLink } from './view.ts';

/** Interval between two updates of the record, ms. */
const INTERVAL_MS = 1000;
/** Maximum number of textures that are stored. */
const MAX_TEXTURES = 1000;

/** The view of a file when it was last active. */
const views = new WeakMap<OpenFile, Link>();
/** Keys of stored contents; '' for a content that does not fit with the others. */
const contents = new WeakMap<FileSource, string>();
let keptBytes = 0;

/** Stores the session from now on, until the current scope ends. */
export function persistSession(): void {
  let timer = 0;
  let keeping = Promise.resolve();
  const keepNow = () => {
    window.clearTimeout(timer);
    timer = 0;
    keeping = keeping.then(keep);
  };
  let hadFiles = false;
  effect(() => {
    const file = activeFile.value;
    const offer = offered.value;
    hadFiles ||= files.value.length > 0 || librarySources.value.length > 0;
    void textures.value;
    if (file) views.set(file, linkOf(file));
    // Until a file is open, the offered session is kept.
    if (!hadFiles && offer) return;
    if (timer === 0) timer = window.setTimeout(keepNow, INTERVAL_MS);
  });
  listen(document, 'visibilitychange', () => {
    if (document.hidden && timer !== 0) keepNow();
  });
}

async function keep(): Promise<void> {
  const open = files.peek().filter(({ source }) => !source.isPassing);
  const skins = textures.peek().slice(0, MAX_TEXTURES);
  await keepContentOf(open.map((file) => [file.source, contentOf(file)]));
  await keepContentOf(skins.map((source) => [source, source]));
  const offer = offered.peek();
  const { sources, places } = sourcesWith(offer?.sources ?? []);
  await persistSessionNow({
    at: Date.now(),
    files: [
      ...open.map((file) => keptOf(file.source, viewText(file.source.name, views.get(file)))),
      // Offered files are kept until they are reopened or discarded.
      ...(offer?.files ?? []).map((kept) => moved(kept, places)),
    ],
    textures: [...skins.map((source) => keptOf(source, '')), ...(offer?.textures ?? [])],
    sources,
    active: Math.max(
      0,
      open.findIndex(({ id }) => id === activeId.peek()),
    ),
  });
}

/** The saved content of a file. Unsaved changes are stored separately (web/edit/kept-changes.ts). */
function contentOf({ parsed, source, edits }: OpenFile): Uint8Array | FileSource {
  return parsed.isPartial ? source : (edits.peek().savedBytes ?? parsed.bytes);
}

type ContentOrSource = Uint8Array | FileSource;

/** Stores contents of files without address and handle, up to the size limit. */
async function keepContentOf(list: readonly (readonly [FileSource, ContentOrSource])[]): Promise<void> {
  const fresh: { readonly source: FileSource; readonly content: Uint8Array | Blob }[] = [];
  for (const [source, content] of list) {
    if (source.url || source.handle || placeOf(source) || contents.has(source)) continue;
    contents.set(source, '');
    try {
      const read = content instanceof Uint8Array ? content : await content.read();
      const size = read instanceof Blob ? read.size : read.length;
      if (keptBytes + size > MAX_KEPT_BYTES) continue;
      keptBytes += size;
      fresh.push({ source, content: read });
    } catch {
      // The file can no longer be read.
    }
  }
  const names = fresh.length > 0 ? await persistContents(fresh.map(({ content }) => content)) : null;
  for (const [i, { source }] of fresh.entries()) contents.set(source, names?.[i] ?? '');
}

/** Sources of the library that can be listed again. */
function keptSources(): LibrarySource[] {
  return librarySources.peek().filter(({ kind, url, handle }) => kind !== 'files' && (url || handle));
}

/** The place of a file among the stored sources; null if it is in none of them. */
function placeOf({ entry }: FileSource): KeptFile['place'] | null {
  const source = entry ? keptSources().indexOf(entry.source) : -1;
  return entry && source >= 0 ? { source, path: entry.path } : null;
}

/** The sources of the library and the offered ones, each once. @returns also the new indices of the offered ones */
function sourcesWith(offer: readonly KeptSource[]): { sources: KeptSource[]; places: number[] } {
  const sources = keptSources().map(
    ({ name, kind, url, handle }): KeptSource => ({
      name,
      kind,
      ...(url && { url }),
      ...(handle && { handle }),
    }),
  );
  const places = offer.map((one) => {
    const same = sources.findIndex(
      ({ name, kind, url }) => name === one.name && kind === one.kind && url === one.url,
    );
    return same >= 0 ? same : sources.push(one) - 1;
  });
  return { sources, places };
}

/** An offered file with the new index of its source. */
function moved(kept: KeptFile, places: readonly number[]): KeptFile {
  const { place } = kept;
  return place ? { ...kept, place: { ...place, source: places[place.source] ?? -1 } } : kept;
}

function keptOf(source: FileSource, view: string): KeptFile {
  const { name, url, handle, packed } = source;
  const content = contents.get(source);
  const place = placeOf(source);
  return {
    name,
    view,
    ...(place && { place }),
    ...(url && { url }),
    ...(handle && { handle }),
    ...(packed && { packed }),
    ...(content && { content }),
  };
}

/** The view without the file and the files beside it, which are stored separately. */
function viewText(name: string, link: Link | undefined): string {
  if (!link) return '';
  const { model, entry, data, size, sha256, bases, textures, packedBases, packedTextures, local, ...view } =
    link;
  return formatLink({ ...view, name });
}

/** Reopens the files of a session in order, with their views. Failures are shown. */
export async function reopenSession(session: KeptSession): Promise<void> {
  offered.value = null;
  const sentences: string[] = [];
  const sources: (FileSource | null)[] = [];
  const library = await reopenSources(session.sources ?? [], sentences);
  if (library.some((source) => source !== null)) choosePanel('library');
  for (const kept of session.files) {
    sources.push(
      await sourceOf(kept, library).catch((error) => {
        sentences.push(reasonOf(error));
        return null;
      }),
    );
  }
  // Samples bring their own skins.
  const skins = session.textures.filter(({ url }) => !url || !isSampleAddress(url));
  const beside = await Promise.all(skins.map((kept) => sourceOf(kept, library).catch(() => null)));
  const textures = beside.filter((skin) => skin !== null);
  await openSources(
    sources.filter((source) => source !== null),
    { sentences, textures },
  );
  batch(() => {
    const reopened = sources.map((source) => source && openFileOf(source));
    reopened.forEach((file, place) => {
      if (!file) return;
      moveFile(file.id, place);
      setView(file, session.files[place]);
    });
    // View options are global: those of the active file are used.
    const front = reopened[session.active];
    if (!front) return;
    activeId.value = front.id;
    setView(front, session.files[session.active]);
  });
}

function openFileOf(source: FileSource): OpenFile | undefined {
  const open = files.peek();
  return open.find((file) => file.source === source) ?? open.find(({ name }) => name === source.name);
}

function setView(file: OpenFile, kept: KeptFile | undefined): void {
  if (kept?.view) applyLink(file, parseLink(kept.view));
}

/** Rejects with a sentence for the user. Null for an address that does not answer; the user is then told. */
async function sourceOf(
  kept: KeptFile,
  library: readonly (LibrarySource | null)[],
): Promise<FileSource | null> {
  const { name, url, handle, content, place } = kept;
  const found = place && library[place.source] && fileAt(library[place.source] ?? null, place.path);
  if (found) return entrySource(found);
  if (place && !handle) throw new Error(`${name} was not opened: it no longer exists.`);
  if (url) return sourceAt(new URL(url));
  const source = keptSource(kept);
  if (!source) throw new Error(`${name} was not stored: drop it here again.`);
  // Contents of other tabs may be deleted with them.
  if (content && isOwnContent(content)) contents.set(source, content);
  // In the same user gesture, so that the browser asks once for all files.
  const permission = (await handle?.requestPermission?.({ mode: 'read' })) ?? 'granted';
  if (permission === 'granted') return source;
  throw new Error(`${name} was not opened: the browser has no permission to read it.`);
}

/** Lists the sources of the library again. Null for failures; each adds a sentence. */
function reopenSources(kept: readonly KeptSource[], sentences: string[]): Promise<(LibrarySource | null)[]> {
  return Promise.all(
    kept.map(async ({ name, url, handle }) => {
      try {
        if ((await handle?.requestPermission?.({ mode: 'read' })) === 'denied') {
          throw new Error(`${name} was not listed: the browser has no permission to read it.`);
        }
        const there = url ? await sourcesAt(url, true) : null;
        const added = there && 'archive' in there ? there.archive : handle ? await asSource(handle) : null;
        const [source = null] = added ? await addSources([added]) : [];
        return source;
      } catch (error) {
        sentences.push(
          error instanceof DOMException
            ? `${name} is no longer where it was: choose it again.`
            : reasonOf(error),
        );
        return null;
      }
    }),
  );
}

async function sourceAt(url: URL): Promise<FileSource | null> {
  const sample = await sampleAt(url);
  if (sample) {
    const { model, textures } = sampleSources(sample);
    addTextures(textures);
    return model;
  }
  const { source, retried } = await fetchSource(url);
  void retried.then((late) => late && openSources([late]));
  return source;
}
