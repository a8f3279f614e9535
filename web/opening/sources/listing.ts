/** Lists archives in a worker, which reads no more of them than their directories. */

import type { ArchiveKind, Locator } from '../../archive/locator.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { ListedFile, ListWork } from './protocol.ts';

/** Files of an archive, as they come. */
export interface Portion {
  /** The archive that they lie in: it itself, or an archive in it. The same object for all its files. */
  readonly of: Locator;
  readonly kind: ArchiveKind;
  readonly files: readonly ListedFile[];
}

/** Its memory goes with it when nothing is listed. */
const lister = new TaskWorker<ListWork>(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  {
    atOnce: Number.POSITIVE_INFINITY,
    idleMs: 0,
    hears: true,
    words: { stopped: 'The worker that lists archives has ended.' },
  },
);

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
  const archives: Locator[] = [locator];
  return lister.run(
    'list',
    { name, locator },
    {
      signal,
      progress({ archive, of, kind, files }) {
        if (of) archives[archive] = of;
        take({ of: archives[archive] ?? locator, kind, files });
      },
    },
  );
}
