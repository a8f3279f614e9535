/** Saving what is exported: a line of progress that cancels, and what came of it. */
import { reasonOf } from '../store/core.ts';
import { announcement, dismissNotice, notice, notify } from '../store/notices.ts';
import { saveBlob } from '../ui/clipboard.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { addNotice } from '../ui/notice.ts';
import '../opening/remote/fetch.css';

/** Interval at which a long export yields for drawing and input, ms. */
const YIELD_EVERY = 50;

/** Delay before the progress of an export is shown, ms. */
const SHOW_DELAY_MS = 300;

/** The last error that was shown; the next success dismisses it. */
let lastError: string | null = null;

export function fail(message: string): void {
  lastError = message;
  notify(message);
}

export function succeed(message: string): void {
  if (notice.value?.text === lastError) dismissNotice();
  announcement.value = message;
}

/** Saves parts as one file, with a line of progress that cancels it. @param count number of parts */
export async function saveParts(
  name: string,
  type: string,
  count: number,
  parts: AsyncIterable<BlobPart>,
): Promise<void> {
  const abort = new AbortController();
  const line = writingLine(name, () => abort.abort());
  const done: Blob[] = [];
  let yielded = performance.now();
  const complete = await guarded(async () => {
    for await (const part of parts) {
      if (abort.signal.aborted) return false;
      // Blobs are kept outside the page's memory.
      done.push(new Blob([part]));
      line.show(done.length / count);
      if (performance.now() - yielded < YIELD_EVERY) continue;
      await new Promise((resolve) => setTimeout(resolve));
      yielded = performance.now();
    }
    return true;
  });
  line.remove();
  if (complete) save(name, () => saveBlob(name, new Blob(done, { type })));
  else if (complete === false) announcement.value = `${name} was not saved.`;
}

interface WritingLine {
  /** @param done share, 0 to 1 */
  show(done: number): void;
  remove(): void;
}

/** A line about the file that is being written. @param cancel called by its button */
function writingLine(name: string, cancel: () => void): WritingLine {
  const label = `Writing ${visible(name)}`;
  const bar = el('progress', { 'aria-label': label, max: 1, value: 0 });
  const amount = el('span', { class: 'fetch-amount' });
  const row = el(
    'div',
    { class: 'fetch-rows fetch-row' },
    el('span', { class: 'fetch-name' }, 'Writing ', fileText(name)),
    bar,
    amount,
    button('Cancel', cancel, { class: 'button-small', 'aria-label': `Cancel writing ${visible(name)}` }),
  );
  const box = el('div', { class: 'fetch', role: 'region', 'aria-label': 'Writing' }, row);
  const timer = setTimeout(() => {
    addNotice(box);
    announcement.value = `Writing ${name} …`;
  }, SHOW_DELAY_MS);
  return {
    show: (done) => {
      bar.value = done;
      amount.textContent = `${Math.round(done * 100)} %`;
    },
    remove: () => {
      clearTimeout(timer);
      box.remove();
    },
  };
}

export function save(name: string, run: () => void): void {
  run();
  succeed(`Saved ${name}.`);
}

/** Shows the message of an error. Reading a partially loaded file and fetching a template can fail. */
export async function guarded<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    fail(reasonOf(error));
    return null;
  }
}
