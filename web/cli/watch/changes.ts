/** Changes of files on the disk, each given once and when the file is whole. */
import { stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { reasonOf } from '../disk.ts';
import { CommandError } from '../output.ts';
import type { WatchedPlace } from '../targets.ts';

/** A file must be the same for this long, ms: a program may still be writing it. */
const SETTLE_MS = 250;

/** Identifies the content of a path; null: there is no file. A renamed file keeps it. */
export type Stamp = string | null;

export async function stampOf(path: string): Promise<Stamp> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  if (!stats?.isFile()) return null;
  const { dev, ino, size, mtimeNs } = stats;
  return [dev, ino, size, mtimeNs].join(' ');
}

/** A changed file. */
export interface Change {
  /** As the user would name it. */
  readonly path: string;
  readonly place: WatchedPlace;
  readonly stamp: Stamp;
}

/** The errors after which changes could be missed. */
const FATAL: Readonly<Record<string, string>> = {
  ENOSPC: 'the system watches no more files (on Linux: fs.inotify.max_user_watches)',
  EMFILE: 'the system opens no more files',
};

interface Waiting {
  readonly change: Omit<Change, 'stamp'>;
  /** What it was at the last look; undefined before the first. */
  stamp: Stamp | undefined;
}

/** Follows files. To be closed at the end. */
export class Changes {
  /** By absolute path: however often a file is written, it waits once. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #watchers: FSWatcher[] = [];
  #failed: CommandError | undefined;
  #wake = () => {};

  /** @param places the first that a file belongs to counts @param warn called with a sentence about what cannot be watched */
  constructor(
    readonly places: readonly WatchedPlace[],
    readonly warn: (line: string) => void,
  ) {}

  /** Resolves when every change from now on is noticed. */
  async start(): Promise<void> {
    await Promise.all(this.places.map((place) => this.#follow(place)));
  }

  #follow(place: WatchedPlace): Promise<void> {
    const root = resolve(place.folder);
    const watcher = watch(root, {
      ignoreInitial: true,
      depth: place.depth,
      ignorePermissionErrors: true,
      ignored: (path, stats) => path !== root && this.#isIgnored(place, path, stats?.isFile() === true),
    });
    this.#watchers.push(watcher);
    watcher.on('all', (event, path) => {
      if (event === 'add' || event === 'change' || event === 'unlink') this.note(path);
    });
    return new Promise((settled) => {
      watcher.on('ready', settled);
      watcher.on('error', (error) => {
        const why = FATAL[(error as NodeJS.ErrnoException).code ?? ''];
        if (why) this.#fail(new CommandError(`${place.folder} cannot be watched: ${why}.`));
        else this.warn(`Part of ${place.folder} cannot be watched: ${reasonOf(error)}.`);
        settled();
      });
    });
  }

  /** Hidden folders and files are not found in folders either. */
  #isIgnored(place: WatchedPlace, path: string, isFile: boolean): boolean {
    if (isFile) return !place.isMeant(within(place, path));
    return !place.isFile && basename(path).startsWith('.');
  }

  #fail(error: CommandError): void {
    this.#failed ??= error;
    this.#wake();
  }

  /** Looks at a file at the next opportunity. @param path absolute */
  note(path: string): void {
    const place = this.places.find((one) => one.isMeant(within(one, path)));
    if (!place) return;
    const change = { path: place.file ?? join(place.folder, within(place, path)), place };
    if (!this.#waiting.has(path)) this.#waiting.set(path, { change, stamp: undefined });
    this.#wake();
  }

  /**
   * The next changed files, when they have stayed the same for a while.
   * @throws the signal's reason on abort @throws {CommandError} when changes can no longer be noticed
   */
  async next(signal: AbortSignal): Promise<Change[]> {
    for (;;) {
      await this.#something(signal);
      await this.#pause(SETTLE_MS, signal);
      const settled: Change[] = [];
      for (const [path, waiting] of this.#waiting) {
        const stamp = await stampOf(path);
        if (stamp === waiting.stamp) {
          this.#waiting.delete(path);
          settled.push({ ...waiting.change, stamp });
        }
        waiting.stamp = stamp;
      }
      if (settled.length > 0) return settled;
    }
  }

  /** Waits until a file waits. */
  async #something(signal: AbortSignal): Promise<void> {
    while (this.#waiting.size === 0) {
      signal.throwIfAborted();
      if (this.#failed) throw this.#failed;
      await this.#pause(null, signal);
    }
    if (this.#failed) throw this.#failed;
  }

  /** @param ms null: until something happens */
  async #pause(ms: number | null, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let end = () => {};
    const timer = ms === null ? undefined : setTimeout(() => end(), ms);
    await new Promise<void>((resolve) => {
      end = resolve;
      signal.addEventListener('abort', end);
      if (ms === null) this.#wake = end;
    });
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    signal.throwIfAborted();
  }

  async close(): Promise<void> {
    await Promise.all(this.#watchers.map((watcher) => watcher.close()));
  }
}

/** The path of a file within its place, with `/`. */
function within({ folder }: WatchedPlace, path: string): string {
  return relative(resolve(folder), path).split(sep).join('/');
}
