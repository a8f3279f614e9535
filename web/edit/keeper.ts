/** Keeps unsaved changes soon after they are made: each step once, the saved bytes once. */

import { untracked } from '@preact/signals-core';
import { type Edits, isUnsaved, type Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { files } from '../document/state.ts';
import { tabName } from '../opening/session.ts';
import { notify } from '../store/notices.ts';
import { effect, listen } from '../ui/scope.ts';
import { forget, type KeptChanges, keep, keyFor } from './kept.ts';
import { splicesOf } from './splices.ts';

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
