/** Which problems of a file can be repaired. */

import { type ParsedFile, withdrawFixes } from '@lithoscope/core';
import { signal } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { reasonOf } from '../lib/reason.ts';
import { notify } from '../store/notices.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import type { MendableWork } from './mendable-worker.ts';

/** The idle worker and its memory are kept this long for the next content. */
const IDLE_MS = 5_000;

const worker = new TaskWorker<MendableWork>(startWorker, {
  idleMs: IDLE_MS,
  // Its WebAssembly may have trapped.
  endsOnFailure: true,
  words: {
    stopped: 'It is not known which problems can be fixed: the worker that finds out stopped.',
  },
});

function startWorker(): Worker {
  return new Worker(new URL('./mendable-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Contents whose repairable problems are known. Repairs are tried out to know that, which takes long in a file with many
 * problems: a worker does it when the problems are shown.
 */
const settled = new WeakSet<ParsedFile>();
/** Changes with each content that is added. */
const settledCount = signal(0);
/** Contents that the worker has. */
const asked = new WeakMap<ParsedFile, Promise<void>>();

/** Whether some problem of a file may be repairable, judged by its code. */
export function mayBeMendable({ isEditable, findings }: ParsedFile): boolean {
  return isEditable && findings.some(({ fix }) => fix !== '');
}

/** Whether it is known which problems can be repaired. Reads signals. */
export function isSettled(parsed: ParsedFile): boolean {
  settledCount.value;
  return settled.has(parsed) || !mayBeMendable(parsed);
}

/** Finds out which problems can be repaired; a failure is shown. Reads no signals. */
export async function settle(parsed: ParsedFile): Promise<void> {
  if (settled.has(parsed) || !mayBeMendable(parsed)) return;
  const asking = asked.get(parsed) ?? ask(parsed).finally(() => asked.delete(parsed));
  asked.set(parsed, asking);
  await asking;
}

async function ask(parsed: ParsedFile): Promise<void> {
  const bytes = parsed.bytes.slice();
  const order = { bytes, kind: parsed.kind };
  try {
    const mendable = await worker.run('mendable', order, { transfer: [bytes.buffer] });
    if (parsed.isReleased) return;
    withdrawFixes(parsed.findings, mendable);
    settled.add(parsed);
    settledCount.value++;
  } catch (error) {
    notify(reasonOf(error), { label: 'Try again', run: () => void settle(parsed) });
  }
}

/** Whether a problem of a file can be repaired; false until that is known. Reads signals. */
export function isMendable({ parsed }: OpenFile): boolean {
  return isSettled(parsed) && mayBeMendable(parsed);
}
