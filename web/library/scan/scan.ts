/** Scan of the library: which files are read and when, with progress. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { isRemote } from '../../archive/locator.ts';
import { isRead } from '../../explain/query.ts';
import { type LibraryFile, LibraryFollower, libraryFiles } from '../../store/library.ts';
import { notify } from '../../store/notices.ts';
import { effect } from '../../ui/scope.ts';
import { factsVersion, keepResultsOf, knownFacts, type Result, takeResults } from '../facts.ts';
import { type PoolEvents, ScanPool } from './pool.ts';
import type { ScanTask } from './worker.ts';

/** Files and bytes of a batch. */
const BATCH_FILES = 24;
const BATCH_BYTES = 4 << 20;
/** Interval of notifications, ms: each updates all views, which takes long in a large library. */
const FLUSH_MS = 300;
const FLUSH_MANY_MS = 1000;
const MANY_FILES = 5000;
/** Total bytes of models and sprites that are read automatically … */
const QUIET_BYTES = 200 * 2 ** 20;
/** … after the list of files has not grown for this time, ms. */
const QUIET_AFTER_MS = 700;
/** Assumed size of a file with unknown size, bytes. */
const USUAL_BYTES = 256 << 10;
/** Time before the remaining time is estimated, ms. */
const ESTIMATE_AFTER_MS = 1500;

/** A running scan. */
export interface Scan {
  readonly done: number;
  readonly total: number;
  /** Null while unknown. */
  readonly remainingMs: number | null;
  /** Started automatically. */
  readonly isQuiet: boolean;
}

const running: Signal<Scan | null> = signal(null);
/** The running scan; null without one. */
export const scan: ReadonlySignal<Scan | null> = running;

/** Files that a check covers. */
export const checkable: ReadonlySignal<readonly LibraryFile[]> = computed(() =>
  libraryFiles.value.filter((file) => isRead(file) && file.problem === ''),
);

let pool: ScanPool | null = null;
let queue: readonly LibraryFile[] = [];
let at = 0;
/** Files read before those of the queue. */
let preferred: readonly LibraryFile[] = [];
/** Ids of requested files that are not given out yet. */
let waiting = new Set<number>();
/** Ids of files given to workers. */
let given = new Set<number>();
let startedAt = 0;
/** Files read since the last notification. */
let arrived = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The user has cancelled an automatic scan, so it does not start again. */
let isQuietUnwanted = false;

/** Reads all checkable files that are unknown. False if there are none. */
export function checkAll(): boolean {
  return readFiles(checkable.peek());
}

/** Reads files unless they are known. A running scan continues. */
export function readFiles(files: readonly LibraryFile[], isQuiet = false): boolean {
  const wanted = files.filter((file) => !waiting.has(file.id) && !given.has(file.id) && !knownFacts(file));
  const before = running.peek();
  if (wanted.length === 0 && !(before?.isQuiet && !isQuiet)) return before !== null;
  for (const { id } of wanted) waiting.add(id);
  queue = [...queue.slice(at), ...wanted];
  at = 0;
  if (!before) startedAt = performance.now();
  running.value = {
    done: before?.done ?? 0,
    total: (before?.total ?? 0) + wanted.length,
    remainingMs: before?.remainingMs ?? null,
    isQuiet: before ? before.isQuiet && isQuiet : isQuiet,
  };
  pool ??= new ScanPool(workerCount(), EVENTS);
  pool.fill();
  return true;
}

/** Reads requested files that are in view first. */
export function preferFiles(files: readonly LibraryFile[]): void {
  preferred = files;
}

/** Stops the scan. Results are kept. */
export function cancelScan(): void {
  if (running.peek()?.isQuiet) isQuietUnwanted = true;
  stop();
}

/** Scans small libraries automatically, and discards results of removed files. Must be called within a scope. */
export function watchLibrary(): void {
  const changes = new LibraryFollower();
  effect(() => {
    const files = libraryFiles.value;
    if (changes.next(files).isOther) keepResultsOf(files);
    if (files.length === 0) stop();
    if (isQuietUnwanted) return;
    const quiet = setTimeout(() => {
      if (!running.peek()) readQuietly(files);
    }, QUIET_AFTER_MS);
    return () => clearTimeout(quiet);
  });
}

function readQuietly(files: readonly LibraryFile[]): void {
  const models = files.filter(
    (file) =>
      (file.kind === 'model' || file.kind === 'sprite') && file.problem === '' && !isRemote(file.locator),
  );
  const bytes = models.reduce((sum, { size }) => sum + (size ?? USUAL_BYTES), 0);
  if (bytes <= QUIET_BYTES) readFiles(models, true);
}

/** Leaves one core to the page. */
function workerCount(): number {
  return Math.max(1, navigator.hardwareConcurrency - 1);
}

const EVENTS: PoolEvents = {
  next: nextBatch,
  results(results) {
    take(results);
    timer ??= setTimeout(flush, libraryFiles.peek().length > MANY_FILES ? FLUSH_MANY_MS : FLUSH_MS);
  },
  idle: () => {
    flush();
    stop();
  },
  failed(reason) {
    stop();
    notify(`The library files cannot be read: ${reason}. Reload the page, or try a current browser.`);
  },
};

function nextBatch(): ScanTask[] {
  const tasks: ScanTask[] = [];
  let bytes = 0;
  const take = ({ id, path, locator, size }: LibraryFile) => {
    if (!waiting.delete(id)) return;
    given.add(id);
    tasks.push({ id, path, locator });
    bytes += size ?? USUAL_BYTES;
  };
  const isFull = () => tasks.length >= BATCH_FILES || bytes >= BATCH_BYTES;
  for (const file of preferred) {
    if (isFull()) break;
    take(file);
  }
  while (!isFull() && at < queue.length) take(queue[at++] as LibraryFile);
  return tasks;
}

/** Stores results, except of removed files. */
function take(results: readonly (readonly [number, Result])[]): void {
  for (const [id] of results) given.delete(id);
  const known = libraryIds();
  takeResults(results.filter(([id]) => known.has(id)));
  arrived += results.length;
}

/** Notifies all views. */
function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  if (arrived === 0) return;
  const done = (running.peek()?.done ?? 0) + arrived;
  arrived = 0;
  factsVersion.value++;
  const before = running.peek();
  if (!before) return;
  const passed = performance.now() - startedAt;
  const remainingMs = passed < ESTIMATE_AFTER_MS ? null : (passed / done) * (before.total - done);
  running.value = { ...before, done, remainingMs };
}

const follower = new LibraryFollower();
let ids = new Set<number>();

/** Ids of the files in the library. */
function libraryIds(): ReadonlySet<number> {
  const { isOther, added } = follower.next(libraryFiles.peek());
  if (isOther) ids = new Set();
  for (const { id } of added) ids.add(id);
  return ids;
}

function stop(): void {
  flush();
  pool?.end();
  pool = null;
  queue = [];
  at = 0;
  waiting = new Set();
  given = new Set();
  running.value = null;
}
