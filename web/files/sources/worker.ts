/** Lists archives beside the page. */

import { RezLibrary } from '@lithoscope/rez';
import type { Locator } from '../../archive/locator.ts';
import { filesIn } from '../../archive/walk.ts';
import type { ListAnswer, ListRequest } from './messages.ts';

const running = new Map<number, AbortController>();

let rez: Promise<RezLibrary> | null = null;

const tools = {
  rez: () => {
    rez ??= RezLibrary.load();
    return rez;
  },
};

self.addEventListener('message', ({ data }: MessageEvent<ListRequest | { readonly cancel: number }>) => {
  if ('cancel' in data) running.get(data.cancel)?.abort();
  else void run(data);
});

async function run({ id, name, locator }: ListRequest): Promise<void> {
  const ending = new AbortController();
  running.set(id, ending);
  const answer = (said: ListAnswer) => {
    if (!ending.signal.aborted) self.postMessage(said);
  };
  const archives: Locator[] = [locator];
  try {
    const { problems } = await filesIn(
      locator,
      name,
      tools,
      (found) => {
        const first = found[0]?.locator;
        if (!first || !('of' in first)) return;
        // A portion is of one archive.
        const { of, kind } = first;
        const isNew = !archives.includes(of);
        if (isNew) archives.push(of);
        const files = found.flatMap(({ path, locator: at, time, problem }) =>
          'of' in at ? [{ path, place: at.place, time, problem }] : [],
        );
        answer({ id, portion: { archive: archives.indexOf(of), of: isNew ? of : null, kind, files } });
      },
      ending.signal,
    );
    answer({ id, problems });
  } catch (error) {
    answer({ id, failed: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
}
