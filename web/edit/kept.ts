/**
 * Unsaved changes as they are kept on this machine, so that neither a crash nor a closed tab loses them: the saved bytes
 * once, and each step by itself. Each page that is open keeps its own; nobody writes those of another one.
 */

import { createStore, delMany, get, getMany, keys, setMany } from 'idb-keyval';
import { KEPT, KEPT_FLAG, type Step } from '../store/edits.ts';
import type { FileSource } from '../store/open-file.ts';
import { remember } from '../store/storage.ts';

/** A file with unsaved changes. */
export interface KeptChanges extends Pick<FileSource, 'name' | 'url' | 'handle'> {
  /** `OpenFile.name`. */
  readonly title: string;
  /** When it was changed last, ms since 1970. */
  readonly at: number;
  /** Where the saved bytes are kept, and the steps in their order. */
  readonly base: string;
  readonly steps: readonly string[];
  /** As `Edits.isNew`. */
  readonly isNew?: boolean;
  /** The tab that kept them, by its name in web/files/session.ts. */
  readonly tab?: string;
}

/** A kept file, and what it is kept under. */
export interface Found {
  readonly key: string;
  readonly kept: KeptChanges;
}

const HEAD = 'head-';
/** Time for other pages to answer, ms. */
const ANSWER_MS = 300;
const WHO = '?';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('lithoscope-pages');
const LOCK = 'lithoscope-page-';

const store = createStore('lithoscope-changes', 'kept');

/** The name of this page, which lasts until it is loaded again or closed. */
const pageName = crypto.getRandomValues(new Uint32Array(2)).join('');
let next = 0;

/** A key for something of this page. */
export function keyFor(kind: 'head' | 'base' | 'step'): string {
  return `${kind}-${pageName}-${next++}`;
}

let held: Promise<void> | null = null;

/** Lets other pages know that this one lives, as long as it does. */
function holdName(): Promise<void> {
  held ??= new Promise((resolve) => {
    if (!navigator.locks) {
      channel?.addEventListener('message', ({ data }) => data === WHO && channel?.postMessage(pageName));
      return resolve();
    }
    // Never given back: the browser does that when the page is gone.
    void navigator.locks
      .request(LOCK + pageName, () => {
        resolve();
        return new Promise(() => {});
      })
      .catch(() => resolve());
  });
  return held;
}

/** Keeps some, all of it or nothing. Rejects where storage is forbidden or full. */
export async function keep(entries: readonly (readonly [string, unknown])[]): Promise<void> {
  remember(KEPT_FLAG, KEPT);
  await holdName();
  await setMany(
    entries.map(([key, value]): [string, unknown] => [key, value]),
    store,
  );
}

/** Forgets what is kept under some keys. */
export async function forget(gone: readonly string[]): Promise<void> {
  if (gone.length > 0) await delMany([...gone], store);
}

/** What pages left that are no longer there, newest first; what belongs to nothing is cleared away. */
export async function abandoned(): Promise<Found[]> {
  const all = (await keys<IDBValidKey>(store)).filter((key) => typeof key === 'string');
  const living = await livingPages();
  const isLeft = (key: string) => !living.has(key.split('-')[1] ?? '');
  const heads = all.filter((key) => key.startsWith(HEAD) && isLeft(key));
  const values: unknown[] = await getMany(heads, store);
  const found = heads.flatMap((key, i): Found[] => {
    const kept = values[i];
    return isKept(kept) ? [{ key, kept }] : [];
  });
  const used = new Set(found.flatMap(({ key, kept }) => [key, kept.base, ...kept.steps]));
  await forget(all.filter((key) => isLeft(key) && !used.has(key)));
  if (all.length === 0) remember(KEPT_FLAG, '');
  return found.sort((a, b) => b.kept.at - a.kept.at);
}

/** Pages that are open now, this one included. */
async function livingPages(): Promise<Set<string>> {
  if (!navigator.locks) return new Set([...(await answering()), pageName]);
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
  return new Set([...names, pageName]);
}

/** Names of the pages that answer: where the browser has no locks, as on pages without https. */
async function answering(): Promise<string[]> {
  const names: string[] = [];
  const hear = ({ data }: MessageEvent<unknown>) =>
    typeof data === 'string' && data !== WHO && names.push(data);
  channel?.addEventListener('message', hear);
  channel?.postMessage(WHO);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  channel?.removeEventListener('message', hear);
  return names;
}

/**
 * The saved bytes and the steps of a kept file; null when something of it is not there. What is typed next goes on with
 * none of them: the words of gestures (`Step.merge`) begin anew in each page.
 */
export async function readKept({
  base,
  steps,
}: KeptChanges): Promise<{ base: Uint8Array; steps: Step[] } | null> {
  const bytes: unknown = await get(base, store);
  const list: unknown[] = await getMany([...steps], store);
  if (!(bytes instanceof Uint8Array) || !list.every(isStep)) return null;
  return { base: bytes, steps: list.map(({ merge: _, ...step }) => step) };
}

/** Forgets a file with all that is kept of it. */
export function forgetKept({ key, kept }: Found): Promise<void> {
  return forget([key, kept.base, ...kept.steps]);
}

function isKept(value: unknown): value is KeptChanges {
  const has = (name: string, type: string) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === type;
  return (
    has('name', 'string') &&
    has('title', 'string') &&
    has('at', 'number') &&
    has('base', 'string') &&
    ['url', 'tab'].every((name) => Reflect.get(value as object, name) === undefined || has(name, 'string')) &&
    isListOf(Reflect.get(value as object, 'steps'), (key) => typeof key === 'string')
  );
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

/** Whether it is a step as far as it is replayed: storage may hold what another program or an earlier version wrote. */
export function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null) return false;
  return (
    ['label', 'path', 'before', 'after'].every((name) => typeof Reflect.get(value, name) === 'string') &&
    ['operations', 'lists'].every((name) => isListOf(Reflect.get(value, name), isObject)) &&
    isListOf(Reflect.get(value, 'splices'), isSplice)
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSplice(value: unknown): boolean {
  if (!isObject(value)) return false;
  const start: unknown = Reflect.get(value, 'start');
  return (
    Number.isSafeInteger(start) &&
    (start as number) >= 0 &&
    ['before', 'after'].every((name) => Reflect.get(value, name) instanceof Uint8Array)
  );
}
