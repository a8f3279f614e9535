/**
 * Unsaved changes as they are kept on this machine, so that neither a crash nor a closed tab loses them: the saved bytes
 * once, and each step by itself. Each page that is open keeps its own; nobody writes those of another one.
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
function keyFor(kind: 'head' | 'base' | 'step'): string {
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
async function keep(entries: readonly (readonly [string, unknown])[]): Promise<void> {
  mayKeepChanges.write(true);
  await holdName();
  await store.set(entries);
}

/** Forgets what is kept under some keys. */
function forget(gone: readonly string[]): Promise<void> {
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

/** After a change, ms: typing makes many. */
const DELAY_MS = 300;

/** What is kept of an open file. */
interface Record {
  readonly head: string;
  base: { readonly bytes: Uint8Array; readonly key: string };
  steps: ReadonlyMap<Step, string>;
  edits: Edits;
}

const records = new Map<OpenFile, Record>();
let keeping: Promise<boolean> = Promise.resolve(true);
let isRefused = false;

/** Keeps what is unsaved from now on, until the current scope ends. */
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
 * Keeps all that is unsaved, and forgets what is saved or closed. Never rejects.
 * @returns whether all of it is kept now
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
  // One that finds no room keeps no other one from being kept.
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

/** What leads from the saved bytes to the present ones; one step where the saved ones have others. */
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
    'Unsaved changes cannot be kept on this machine: the browser’s storage is full or not allowed. Save them before this page is closed.',
  );
  return false;
}
