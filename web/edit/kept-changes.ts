/**
 * Unsaved changes stored on this machine, so that neither a crash nor a closed tab loses them: the saved bytes once,
 * and each step soon after it is made. Each open page writes only its own records.
 */
import type { EditOperation, ListChange } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import * as v from 'valibot';
import { type Edits, isUnsaved, mayKeepChanges, type Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { files } from '../document/state.ts';
import { FILE_HANDLE } from '../opening/kept.ts';
import { tabName } from '../opening/session.ts';
import { notify } from '../store/notices.ts';
import { instanceOf, Records } from '../store/records.ts';
import { effect, listen } from '../ui/scope.ts';
import { splicesOf } from './history.ts';

const HEAD = v.object({
  name: v.string(),
  url: v.exactOptional(v.string()),
  handle: v.exactOptional(FILE_HANDLE),
  /** `OpenFile.name`. */
  title: v.string(),
  /** When it was changed last, ms since 1970. */
  at: v.number(),
  /** Keys of the saved bytes and of the steps, in order. */
  base: v.string(),
  steps: v.array(v.string()),
  /** As `Edits.isNew`. */
  isNew: v.exactOptional(v.boolean()),
  /** The tab that stored them, by its name in web/opening/session.ts. */
  tab: v.exactOptional(v.string()),
});

const BYTES = instanceOf(Uint8Array);
const object = <T extends object>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

/** What is needed to replay a step. Without the merge key, which is only valid within one page. */
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

/** Stored changes of a file, with their key. */
export interface Found {
  readonly key: string;
  readonly kept: KeptChanges;
}

const HEAD_KEY = 'head-';
/** Time in which other pages answer, ms. */
const ANSWER_MS = 300;
const WHO = '?';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('lithoscope-pages');
const LOCK = 'lithoscope-page-';

const store = new Records('lithoscope-changes', 'kept');

/** Name of this page until it is reloaded or closed. */
const pageName = crypto.getRandomValues(new Uint32Array(2)).join('');
let next = 0;

/** A new key for a record of this page. */
function keyFor(kind: 'head' | 'base' | 'step'): string {
  return `${kind}-${pageName}-${next++}`;
}

let held: Promise<void> | null = null;

/** Holds a lock by which other pages know that this one is open. */
function holdName(): Promise<void> {
  held ??= new Promise((resolve) => {
    if (!navigator.locks) {
      channel?.addEventListener('message', ({ data }) => data === WHO && channel?.postMessage(pageName));
      return resolve();
    }
    // Never released: the browser does so when the page is gone.
    void navigator.locks
      .request(LOCK + pageName, () => {
        resolve();
        return new Promise(() => {});
      })
      .catch(() => resolve());
  });
  return held;
}

/** Stores all entries or none. Rejects where storage is forbidden or full. */
async function keep(entries: readonly (readonly [string, unknown])[]): Promise<void> {
  mayKeepChanges.write(true);
  await holdName();
  await store.set(entries);
}

/** Deletes records by their keys. */
function forget(gone: readonly string[]): Promise<void> {
  return store.forget(gone);
}

/** Changes of pages that are gone, newest first; records that belong to no file are deleted. */
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

/** Names of the open pages, this one included. */
async function livingPages(): Promise<Set<string>> {
  if (!navigator.locks) return new Set([...(await answering()), pageName]);
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
  return new Set([...names, pageName]);
}

/** Names of the pages that answer a broadcast: for browsers without locks, as on pages without https. */
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

/** The saved bytes and the steps of a file; null if a record is missing. */
export async function readKept({
  base,
  steps,
}: KeptChanges): Promise<{ base: Uint8Array; steps: Step[] } | null> {
  const bytes = await store.get(base, BYTES);
  const list = await store.getMany(steps, STEP);
  const sound = list.filter((step) => step !== null);
  return bytes && sound.length === list.length ? { base: bytes, steps: sound } : null;
}

/** Deletes the records of a file. */
export function forgetKept({ key, kept }: Found): Promise<void> {
  return forget([key, kept.base, ...kept.steps]);
}

/** Delay after a change, since typing makes many, ms. */
const DELAY_MS = 300;

/** What is stored of an open file. */
interface Record {
  readonly head: string;
  base: { readonly bytes: Uint8Array; readonly key: string };
  steps: ReadonlyMap<Step, string>;
  edits: Edits;
}

const records = new Map<OpenFile, Record>();
let keeping: Promise<boolean> = Promise.resolve(true);
let isRefused = false;

/** Stores unsaved changes from now on, until the current scope ends. */
export function persistChanges(): void {
  let timer = 0;
  effect(() => {
    for (const { edits } of files.value) void edits.value;
    untracked(() => {
      if (timer === 0) {
        timer = window.setTimeout(() => {
          timer = 0;
          void keepNow();
        }, DELAY_MS);
      }
    });
  });
  listen(document, 'visibilitychange', () => {
    if (document.hidden) void keepNow();
  });
}

/**
 * Stores everything unsaved, and deletes what is saved or closed. Never rejects.
 * @returns whether everything is stored
 */
export function keepNow(): Promise<boolean> {
  keeping = keeping.then(keepAll).catch(refused);
  return keeping;
}

async function keepAll(): Promise<boolean> {
  const open = files.peek();
  const unsaved = open.filter(({ edits }) => isUnsaved(edits.peek()));
  const still = new Set(unsaved);
  for (const [file, { head, base, steps }] of records) {
    if (still.has(file)) continue;
    records.delete(file);
    await forget([head, base.key, ...steps.values()]).catch(() => {});
  }
  let isAll = true;
  // A file that does not fit does not prevent the others from being stored.
  for (const file of unsaved) isAll = (await keepFile(file).then(() => true, refused)) && isAll;
  return isAll;
}

async function keepFile(file: OpenFile): Promise<void> {
  const { name: title, source } = file;
  const edits = file.edits.peek();
  const bytes = edits.savedBytes;
  const before = records.get(file);
  if (!bytes || before?.edits === edits) return;
  const base = before?.base.bytes === bytes ? before.base : { bytes, key: keyFor('base') };
  const steps = new Map(
    stepsSinceSaved(file, edits, bytes).map(
      (step) => [step, before?.steps.get(step) ?? keyFor('step')] as const,
    ),
  );
  const head = before?.head ?? keyFor('head');
  const tab = tabName();
  const kept: KeptChanges = {
    name: source.name,
    title,
    at: Date.now(),
    base: base.key,
    steps: [...steps.values()],
    ...(edits.isNew && { isNew: true }),
    ...(source.url && { url: source.url }),
    ...(source.handle && { handle: source.handle }),
    ...(tab && { tab }),
  };
  await keep([
    ...(before?.base === base ? [] : [[base.key, bytes] as const]),
    ...[...steps].flatMap(([step, at]) => (before?.steps.has(step) ? [] : [[at, step] as const])),
    [head, kept],
  ]);
  records.set(file, { head, base, steps, edits });
  const used = new Set([base.key, ...steps.values()]);
  await forget(
    [before?.base.key ?? base.key, ...(before?.steps.values() ?? [])].filter((old) => !used.has(old)),
  );
}

/** Steps from the saved bytes to the current ones; a single one if the saved file has steps that were undone since. */
function stepsSinceSaved(file: OpenFile, { done, saved, changed }: Edits, bytes: Uint8Array): Step[] {
  if (saved >= 0 && saved <= done.length) return done.slice(saved);
  const now = files.peek().find(({ id }) => id === file.id)?.parsed.bytes ?? bytes;
  const splices = splicesOf(changed, bytes, now);
  return [{ label: 'Earlier changes', path: '', before: '', after: '', operations: [], splices, lists: [] }];
}

function refused(): false {
  if (isRefused) return false;
  isRefused = true;
  notify(
    'Unsaved changes cannot be kept on this computer: the browser’s storage is full or blocked. Save them before you close this page.',
  );
  return false;
}
