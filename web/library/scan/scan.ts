/** Reading the library: what is read when, how far that is, and the end of it. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { isRemote } from '../../archive/locator.ts';
import { isRead } from '../../explain/query.ts';
import { type LibraryFile, LibraryFollower, libraryFiles } from '../../store/library.ts';
import { notify } from '../../store/notices.ts';
import { effect } from '../../ui/scope.ts';
import { factsVersion, keepResultsOf, knownFacts, type Result, takeResults } from '../facts.ts';
import { type PoolEvents, ScanPool } from './pool.ts';
import type { ScanTask } from './worker.ts';

/** Files and bytes that a worker is given at once. */
const BATCH_FILES = 24;
const BATCH_BYTES = 4 << 20;
/** Time between two changes of what is known, ms: every view of the library follows each, which takes long in a large one. */
const FLUSH_MS = 300;
const FLUSH_MANY_MS = 1000;
const MANY_FILES = 5000;
/** Models and sprites of so many bytes are read by themselves … */
const QUIET_BYTES = 200 * 2 ** 20;
/** … when the list of files has not grown for so long, ms. */
const QUIET_AFTER_MS = 700;
/** What a file whose size is not known is taken for, bytes. */
const USUAL_BYTES = 256 << 10;
/** The remaining time is not told before so long, ms. */
const ESTIMATE_AFTER_MS = 1500;

/** A scan that runs. */
export interface Scan {
  readonly done: number;
  readonly total: number;
  /** Null while nobody can tell. */
  readonly remainingMs: number | null;
  /** It began by itself. */
  readonly isQuiet: boolean;
}

const running: Signal<Scan | null> = signal(null);
/** Null: nothing is being read. */
export const scan: ReadonlySignal<Scan | null> = running;

/** Files that a check is about: those of which something can be said. */
export const checkable: ReadonlySignal<readonly LibraryFile[]> = computed(() =>
  libraryFiles.value.filter((file) => isRead(file) && file.problem === ''),
);

let pool: ScanPool | null = null;
let queue: readonly LibraryFile[] = [];
let at = 0;
/** Files that are read before those of the queue. */
let preferred: readonly LibraryFile[] = [];
/** Ids of those that are wanted and were not given out yet. */
let waiting = new Set<number>();
/** Ids of those that a worker has. */
let given = new Set<number>();
let startedAt = 0;
/** Files that were read since everyone was told. */
let arrived = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The user has stopped what began by itself: it does not begin again. */
let isQuietUnwanted = false;

/** Reads all that can be checked and is not known. False when there is nothing to read. */
export function checkAll(): boolean {
  return readFiles(checkable.peek());
}

/** Reads some files, unless they are known. What is being read goes on. */
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

/** Files in view: of those that are wanted they are read first. */
export function preferFiles(files: readonly LibraryFile[]): void {
  preferred = files;
}

/** Stops. What is known stays known. */
export function cancelScan(): void {
  if (running.peek()?.isQuiet) isQuietUnwanted = true;
  stop();
}

/** Begins by itself where the library is small, and lets go of what is known of files that are gone. In a scope. */
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

/** One core is left to the page. */
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
    notify(`The files of the library cannot be read: ${reason}. Reload the page, or try a current browser.`);
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

/** Those of files that are gone are let go. */
function take(results: readonly (readonly [number, Result])[]): void {
  for (const [id] of results) given.delete(id);
  const known = libraryIds();
  takeResults(results.filter(([id]) => known.has(id)));
  arrived += results.length;
}

/** Tells everyone. */
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
