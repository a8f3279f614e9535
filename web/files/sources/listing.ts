/** Lists archives in a worker, which reads no more of them than their directories. */

import type { ArchiveKind, Locator } from '../../archive/locator.ts';
import type { ListAnswer, ListedFile, ListRequest, PortionMessage } from './messages.ts';

/** Files of an archive, as they come. */
export interface Portion {
  /** The archive that they lie in: it itself, or an archive in it. The same object for all its files. */
  readonly of: Locator;
  readonly kind: ArchiveKind;
  readonly files: readonly ListedFile[];
}

interface Job {
  take(portion: PortionMessage): void;
  resolve(problems: readonly string[]): void;
  reject(reason: Error): void;
}

let worker: Worker | null = null;
let lastId = 0;
const jobs = new Map<number, Job>();

/**
 * Lists an archive and the archives in it. Several are listed beside each other.
 * @param take called with the files as they come
 * @returns what is wrong with the archive, a sentence each. Rejects with a sentence, and when the signal aborts
 */
export function listInWorker(
  name: string,
  locator: Locator,
  take: (portion: Portion) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const id = ++lastId;
  const archives: Locator[] = [locator];
  return new Promise((resolve, reject) => {
    const end = () => {
      jobs.delete(id);
      signal.removeEventListener('abort', cancel);
      // Its memory goes with it.
      if (jobs.size === 0) stopWorker();
    };
    const cancel = () => {
      worker?.postMessage({ cancel: id });
      end();
      reject(signal.reason);
    };
    signal.addEventListener('abort', cancel);
    jobs.set(id, {
      take: ({ archive, of, kind, files }) => {
        if (of) archives[archive] = of;
        take({ of: archives[archive] ?? locator, kind, files });
      },
      resolve: (problems) => {
        end();
        resolve(problems);
      },
      reject: (reason) => {
        end();
        reject(reason);
      },
    });
    worker ??= startWorker();
    worker.postMessage({ id, name, locator } satisfies ListRequest);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<ListAnswer>) => {
    const job = jobs.get(data.id);
    if (!job) return;
    if ('portion' in data) job.take(data.portion);
    else if ('problems' in data) job.resolve(data.problems);
    else job.reject(new Error(data.failed));
  };
  started.onerror = () => {
    for (const job of [...jobs.values()]) job.reject(new Error('The worker that lists archives has ended.'));
  };
  return started;
}

function stopWorker(): void {
  worker?.terminate();
  worker = null;
}
