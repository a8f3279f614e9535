/**
 * Unsaved changes as they are kept on this machine, so that neither a crash nor a closed tab loses them: the saved bytes
 * once, and each step by itself. Each page that is open keeps its own; nobody writes those of another one.
 */

import type { EditOperation, ListChange } from '@lithoscope/core';
import * as v from 'valibot';
import { mayKeepChanges, type Step } from '../document/edits.ts';
import { FILE_HANDLE } from '../opening/kept.ts';
import { instanceOf, Records } from '../store/records.ts';

const HEAD = v.object({
  name: v.string(),
  url: v.exactOptional(v.string()),
  handle: v.exactOptional(FILE_HANDLE),
  /** `OpenFile.name`. */
  title: v.string(),
  /** When it was changed last, ms since 1970. */
  at: v.number(),
  /** Where the saved bytes are kept, and the steps in their order. */
  base: v.string(),
  steps: v.array(v.string()),
  /** As `Edits.isNew`. */
  isNew: v.exactOptional(v.boolean()),
  /** The tab that kept them, by its name in web/opening/session.ts. */
  tab: v.exactOptional(v.string()),
});

const BYTES = instanceOf(Uint8Array);
const object = <T extends object>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

/** A step as far as it is replayed. What is typed next goes on with none: the words of gestures begin anew in each page. */
export const STEP = v.object({
  label: v.string(),
  path: v.string(),
  before: v.string(),
  after: v.string(),
  operations: v.array(object<EditOperation>()),
  splices: v.array(
    v.object({
      start: v.custom<number>((start) => Number.isSafeInteger(start) && Number(start) >= 0),
      before: BYTES,
      after: BYTES,
    }),
  ),
  lists: v.array(object<ListChange>()),
});

/** A file with unsaved changes. */
export type KeptChanges = Readonly<v.InferOutput<typeof HEAD>>;

/** A kept file, and what it is kept under. */
export interface Found {
  readonly key: string;
  readonly kept: KeptChanges;
}

const HEAD_KEY = 'head-';
/** Time for other pages to answer, ms. */
const ANSWER_MS = 300;
const WHO = '?';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('lithoscope-pages');
const LOCK = 'lithoscope-page-';

const store = new Records('lithoscope-changes', 'kept');

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
  mayKeepChanges.write(true);
  await holdName();
  await store.set(entries);
}

/** Forgets what is kept under some keys. */
export function forget(gone: readonly string[]): Promise<void> {
  return store.forget(gone);
}

/** What pages left that are no longer there, newest first; what belongs to nothing is cleared away. */
export async function abandoned(): Promise<Found[]> {
  const all = await store.keys();
  const living = await livingPages();
  const isLeft = (key: string) => !living.has(key.split('-')[1] ?? '');
  const heads = all.filter((key) => key.startsWith(HEAD_KEY) && isLeft(key));
  const values = await store.getMany(heads, HEAD);
  const found = heads.flatMap((key, i): Found[] => {
    const kept = values[i];
    return kept ? [{ key, kept }] : [];
  });
  const used = new Set(found.flatMap(({ key, kept }) => [key, kept.base, ...kept.steps]));
  await forget(all.filter((key) => isLeft(key) && !used.has(key)));
  if (all.length === 0) mayKeepChanges.write(false);
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

/** The saved bytes and the steps of a kept file; null when something of it is not there. */
export async function readKept({
  base,
  steps,
}: KeptChanges): Promise<{ base: Uint8Array; steps: Step[] } | null> {
  const bytes = await store.get(base, BYTES);
  const list = await store.getMany(steps, STEP);
  const sound = list.filter((step) => step !== null);
  return bytes && sound.length === list.length ? { base: bytes, steps: sound } : null;
}

/** Forgets a file with all that is kept of it. */
export function forgetKept({ key, kept }: Found): Promise<void> {
  return forget([key, kept.base, ...kept.steps]);
}
