/**
 * Follows a folder of the library: what another program changes in it is shown in the list, and open files are reloaded.
 * What changed is told by the browser (FileSystemObserver, Chromium 133) or found by looking again and again.
 */

import type { OpenFile } from '../../document/open-file.ts';
import { changeFiles, type FileChange, files as openFiles } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import {
  changeLibraryFiles,
  type LibraryFile,
  type LibrarySource,
  libraryFiles,
  librarySources,
} from '../../store/library.ts';
import { announcement } from '../../store/notices.ts';
import { effect, listen, onEnd, page, type Scope, scope } from '../../ui/scope.ts';
import { LongTask } from '../long-task.ts';
import { folderOfHandle } from '../source.ts';
import { stampOf as fileStamp, stamps, take, watched } from '../watch.ts';
import { followable, followsFolders } from './following.ts';
import { sourceOf } from './library-file.ts';
import { libraryFile, listInside, walk } from './list.ts';

/** A path must be the same for this long, ms: a program may still be writing the file. */
const SETTLE_MS = 250;
/** Time between two looks without an observer, ms; a look at a large folder takes longer, and has as long a pause. */
const INTERVAL_MS = 2000;
/** Files whose times are compared without an observer; each is a call to another process. */
const MAX_TIMES = 2000;

/** What is at a path now. */
type Found =
  | { readonly kind: 'file'; readonly handle: FileSystemFileHandle; readonly file: File }
  | { readonly kind: 'folder'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'gone' };

let isFollowing = false;

/** Follows the folders of the library from now on. */
export function followSources(): void {
  if (isFollowing) return;
  isFollowing = true;
  page.run(followAll);
}

function followAll(): void {
  const followed = new Map<LibrarySource, Scope>();
  effect(() => {
    const wanted = followsFolders.value ? librarySources.value.filter(followable) : [];
    for (const [source, own] of followed) {
      if (wanted.includes(source)) continue;
      followed.delete(source);
      own.end();
    }
    for (const source of wanted) {
      const folder = followable(source);
      if (!folder || followed.has(source)) continue;
      followed.set(
        source,
        page.run(() => scope(() => followFolder(source, folder))),
      );
    }
  });
}

/** Follows a folder until the current scope ends. */
function followFolder(source: LibrarySource, folder: FileSystemDirectoryHandle): void {
  const follower = new Follower(source, folder);
  onEnd(() => follower.end());
  const poll = () => {
    const polling = new Polling(source, folder, (path) => follower.note(path));
    onEnd(() => polling.end());
    listen(document, 'visibilitychange', () => polling.look());
  };
  if (!('FileSystemObserver' in window)) {
    poll();
    return;
  }
  const observer = new FileSystemObserver((records) => {
    for (const { type, relativePathComponents, relativePathMovedFrom } of records) {
      const to = relativePathComponents.join('/');
      const from = relativePathMovedFrom?.join('/');
      if (type === 'moved' && from !== undefined) follower.moved(from, to);
      // What the browser cannot tell is anywhere.
      follower.note(type === 'unknown' || type === 'errored' ? '' : to);
    }
  });
  onEnd(() => observer.disconnect());
  observer
    .observe(folder, { recursive: true })
    // What changed since it was listed, as while it was not followed.
    .then(() => source.state.peek() !== 'reading' && follower.note(''))
    // Without permission nothing is told.
    .catch(() => {});
}

/** Reloads a file that another program has changed, or offers it; not if it is watched itself, or the page wrote it. */
async function takeChanged(file: OpenFile): Promise<void> {
  if (watched.peek().has(file)) return;
  const now = await fileStamp(file);
  if (now !== null && stamps.get(file) !== now) await take(file, now);
}

class Follower {
  /** Paths that changed, and what was there at the last look. */
  readonly #waiting = new Map<string, string | null>();
  /** Where files have moved to, by the paths they had. */
  readonly #moves = new Map<string, string>();
  #timer = 0;
  #isEnded = false;

  constructor(
    readonly source: LibrarySource,
    readonly folder: FileSystemDirectoryHandle,
  ) {}

  /** @param path in the folder; '' for the folder itself */
  note(path: string): void {
    // The browser's own temporary files.
    if (path.endsWith('.crswap') || this.#waiting.has(path)) return;
    this.#waiting.set(path, null);
    this.#wait();
  }

  moved(from: string, to: string): void {
    this.#moves.set(from, to);
    this.note(from);
  }

  end(): void {
    this.#isEnded = true;
    window.clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#isEnded || this.#timer !== 0) return;
    this.#timer = window.setTimeout(async () => {
      try {
        await this.#look();
      } finally {
        this.#timer = 0;
        if (this.#waiting.size > 0) this.#wait();
      }
    }, SETTLE_MS);
  }

  /** Takes what has settled. */
  async #look(): Promise<void> {
    if (this.source.state.peek() === 'reading') return;
    const settled = new Map<string, Found>();
    for (const [path, before] of this.#waiting) {
      const found = await this.#at(path);
      const now = stampOf(found);
      if (now === before) {
        this.#waiting.delete(path);
        settled.set(path, found);
      } else {
        this.#waiting.set(path, now);
      }
    }
    if (settled.size > 0 && !this.#isEnded) await this.#take(settled);
  }

  async #at(path: string): Promise<Found> {
    const names = path.split('/').filter(Boolean);
    const last = names.pop();
    try {
      let folder = this.folder;
      for (const name of names) folder = await folder.getDirectoryHandle(name);
      if (last === undefined) return { kind: 'folder', handle: folder };
      try {
        const handle = await folder.getFileHandle(last);
        return { kind: 'file', handle, file: await handle.getFile() };
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'TypeMismatchError') throw error;
        return { kind: 'folder', handle: await folder.getDirectoryHandle(last) };
      }
    } catch {
      return { kind: 'gone' };
    }
  }

  async #take(settled: ReadonlyMap<string, Found>): Promise<void> {
    const { source } = this;
    const list = new Listing(source);
    for (const [path, found] of settled) {
      if (found.kind === 'gone') list.remove(path);
      else if (found.kind === 'file') list.put(path, found.handle, found.file);
      else await this.#walk(list, path, found.handle);
    }
    if (list.archives.length > 0) {
      const words = (done: string) => `Listing ${source.name}: ${done} files…`;
      const task = new LongTask(`Listing ${source.name}`, words, null);
      try {
        const { files, sentences } = await listInside(list.archives, task);
        list.add(files);
        const isOther = (problem: string) =>
          !list.archives.some(({ path }) => problem.startsWith(`${path}: `));
        source.problems.value = [...source.problems.peek().filter(isOther), ...sentences];
      } catch {
        // Cancelled: the archives themselves are listed.
      } finally {
        task.end();
      }
    }
    if (this.#isEnded) return;
    this.#show(list);
  }

  /** Compares a folder with what is listed of it. */
  async #walk(list: Listing, path: string, handle: FileSystemDirectoryHandle): Promise<void> {
    const prefix = path === '' ? '' : `${path}/`;
    const there = new Set<string>();
    await walk(
      folderOfHandle(handle),
      (files) => {
        for (const { path: own } of files) {
          there.add(prefix + own);
          // It may not be whole yet.
          if (!list.at(prefix + own)) this.note(prefix + own);
        }
      },
      async () => !this.#isEnded,
    ).catch(() => {});
    if (!this.#isEnded) list.keepOnly(prefix, there);
  }

  /** Shows the files in the library and in open tabs. */
  #show(list: Listing): void {
    if (!list.isChanged) return;
    const { source } = this;
    changeLibraryFiles(source, list.files());
    const gone: OpenFile[] = [];
    const changed: OpenFile[] = [];
    const changes: FileChange[] = [];
    for (const file of openFiles.peek()) {
      const { entry } = file.source;
      if (!entry || entry.source !== source) continue;
      const other = list.replaced.get(entry);
      const moved = list.at(this.#moves.get(entry.path) ?? '');
      if (other) {
        changes.push({ file, source: sourceOf(other) });
        changed.push(file);
      } else if (moved) {
        changes.push({ file, source: sourceOf(moved), name: sourceOf(moved).name });
      } else if (list.isGone(entry)) {
        gone.push(file);
      }
    }
    this.#moves.clear();
    changeFiles(changes);
    // Of the changes of open files, their reloading tells.
    this.#announce(list, list.replaced.size - changed.length, gone);
    for (const file of changed) void takeChanged(file);
  }

  #announce({ added, removed }: Listing, changed: number, gone: readonly OpenFile[]): void {
    const words = [
      ...(added > 0 ? [`${counted(added, 'file')} added`] : []),
      ...(changed > 0 ? [`${counted(changed, 'file')} changed`] : []),
      ...(removed > 0 ? [`${counted(removed, 'file')} removed`] : []),
    ];
    if (words.length === 0) return;
    const [first] = gone;
    const stays = first ? ` ${gone.length === 1 ? `${first.name} stays` : 'Open files stay'} open.` : '';
    announcement.value = `${this.source.name}: ${words.join(', ')}.${stays}`;
  }
}

/** The files of a source while they change. */
class Listing {
  /** In the order of the list; two files of an archive may have one path. */
  readonly #files: Set<LibraryFile>;
  readonly #byPath = new Map<string, LibraryFile>();
  readonly #gone = new Set<LibraryFile>();
  /** What took the place of a file. */
  readonly replaced = new Map<LibraryFile, LibraryFile>();
  /** Archives whose files are to be listed. */
  readonly archives: LibraryFile[] = [];
  added = 0;
  removed = 0;

  constructor(readonly source: LibrarySource) {
    this.#files = new Set(libraryFiles.peek().filter((file) => file.source === source));
    for (const file of this.#files) if (!this.#byPath.has(file.path)) this.#byPath.set(file.path, file);
  }

  get isChanged(): boolean {
    return this.added + this.removed + this.replaced.size > 0;
  }

  files(): LibraryFile[] {
    return [...this.#files];
  }

  at(path: string): LibraryFile | null {
    return this.#byPath.get(path) ?? null;
  }

  isGone(file: LibraryFile): boolean {
    return this.#gone.has(file);
  }

  #take(file: LibraryFile): void {
    this.#files.add(file);
    if (!this.#byPath.has(file.path)) this.#byPath.set(file.path, file);
  }

  #appear(file: LibraryFile): void {
    this.#take(file);
    if (file.kind === 'archive') this.archives.push(file);
    this.added++;
  }

  /** Adds the files of archives: they take the places of those that were listed before. */
  add(files: readonly LibraryFile[]): void {
    const before = new Map([...this.#gone].map((file) => [file.path, file]));
    for (const file of files) {
      this.#take(file);
      const old = before.get(file.path);
      if (!old) continue;
      this.replaced.set(old, file);
      this.#gone.delete(old);
    }
  }

  put(path: string, handle: FileSystemFileHandle, { size, lastModified }: File): void {
    const file = libraryFile(this.source, path, { locator: { handle }, size, time: lastModified });
    const before = this.#byPath.get(path);
    if (!before) {
      this.#appear(file);
      return;
    }
    if (before.size === size && before.time === lastModified) return;
    this.#drop((other) => other === path || (before.kind === 'archive' && other.startsWith(`${path}/`)));
    this.#gone.delete(before);
    this.#take(file);
    this.replaced.set(before, file);
    if (file.kind === 'archive') this.archives.push(file);
  }

  /** Removes a file, or all that is in a folder. */
  remove(path: string): void {
    this.removed += this.#drop((other) => other === path || other.startsWith(`${path}/`));
  }

  /** Removes what a folder no longer has. @param there paths of its files */
  keepOnly(prefix: string, there: ReadonlySet<string>): void {
    for (const { path, locator } of [...this.#files])
      if ('handle' in locator && path.startsWith(prefix) && !there.has(path)) this.remove(path);
  }

  #drop(isMeant: (path: string) => boolean): number {
    let count = 0;
    for (const file of this.#files) {
      if (!isMeant(file.path)) continue;
      this.#files.delete(file);
      this.#byPath.delete(file.path);
      this.#gone.add(file);
      count++;
    }
    return count;
  }
}

/** Looks at a folder again and again, while the page is visible. */
class Polling {
  /** Times and sizes of files by path; null until the first look. */
  #times: Map<string, string> | null = null;
  #timer = 0;
  #isLooking = false;
  #isEnded = false;

  /** @param changed called with the path of each file that is new, changed or gone */
  constructor(
    readonly source: LibrarySource,
    readonly folder: FileSystemDirectoryHandle,
    readonly changed: (path: string) => void,
  ) {
    this.look();
  }

  end(): void {
    this.#isEnded = true;
    window.clearTimeout(this.#timer);
  }

  look(): void {
    if (this.#isLooking || this.#isEnded || document.hidden) return;
    window.clearTimeout(this.#timer);
    this.#isLooking = true;
    const start = performance.now();
    void this.#lookNow()
      .catch(() => {})
      .finally(() => {
        this.#isLooking = false;
        if (this.#isEnded) return;
        this.#timer = window.setTimeout(
          () => this.look(),
          Math.max(INTERVAL_MS, 5 * (performance.now() - start)),
        );
      });
  }

  async #lookNow(): Promise<void> {
    if (this.source.state.peek() === 'reading') return;
    const found = new Map<string, FileSystemFileHandle>();
    await walk(
      folderOfHandle(this.folder),
      (files) => {
        for (const { path, file } of files)
          if ('handle' in file.locator) found.set(path, file.locator.handle as FileSystemFileHandle);
      },
      async () => !this.#isEnded,
    );
    if (this.#isEnded) return;
    const listed = new Set<string>();
    for (const { source, path, locator } of libraryFiles.peek()) {
      if (source !== this.source || !('handle' in locator)) continue;
      listed.add(path);
      if (!found.has(path)) this.changed(path);
    }
    for (const path of found.keys()) if (!listed.has(path)) this.changed(path);
    this.#times = await this.#compare(found, this.#times);
  }

  async #compare(
    found: ReadonlyMap<string, FileSystemFileHandle>,
    before: ReadonlyMap<string, string> | null,
  ): Promise<Map<string, string>> {
    const times = new Map<string, string>();
    // Open files first: there may be too many others.
    const open = openFiles.peek().flatMap(({ source: { entry } }) => (entry ? [entry.path] : []));
    for (const path of [...new Set([...open, ...found.keys()])].slice(0, MAX_TIMES)) {
      const file = await found
        .get(path)
        ?.getFile()
        .catch(() => null);
      if (!file) continue;
      const now = `${file.lastModified} ${file.size}`;
      times.set(path, now);
      if (before && (before.get(path) ?? now) !== now) this.changed(path);
    }
    return times;
  }
}

function stampOf(found: Found): string {
  return found.kind === 'file' ? `${found.file.lastModified} ${found.file.size}` : found.kind;
}
