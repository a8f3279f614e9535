/** Work that takes long: how far it is, and the way to stop it. */

import { type Signal, signal } from '@preact/signals-core';
import { formatCount } from '../explain/describe.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { addOffer } from '../ui/notice.ts';
import { each, effect } from '../ui/scope.ts';

/** Work on many files, from its start to `end`. */
export class LongTask {
  readonly done: Signal<number> = signal(0);
  readonly #cancelling = new AbortController();
  /** When the page last had time for other things, ms. */
  #breathedAt = performance.now();

  /**
   * @param label what is done: `Opening files`
   * @param words how far it is, for a number of those done
   * @param total how many there are; null while they are searched for
   */
  constructor(
    readonly label: string,
    readonly words: (done: string) => string,
    readonly total: number | null,
  ) {
    longTasks.value = [...longTasks.value, this];
  }

  /** Aborts when the user cancels. */
  get signal(): AbortSignal {
    return this.#cancelling.signal;
  }

  get isCancelled(): boolean {
    return this.signal.aborted;
  }

  cancel(): void {
    this.#cancelling.abort();
    this.end();
  }

  end(): void {
    longTasks.value = longTasks.value.filter((one) => one !== this);
  }

  /** More are done. Lets the page draw and answer when it had no time for that lately. */
  async step(count = 1): Promise<void> {
    this.done.value += count;
    if (performance.now() - this.#breathedAt < SLICE_MS) return;
    await nextTask();
    this.#breathedAt = performance.now();
  }
}

/** In the order in which they began. */
export const longTasks: Signal<readonly LongTask[]> = signal([]);

/** Work at a time, ms: half a frame. */
const SLICE_MS = 8;
/** What ends sooner has no line. */
const SHOW_DELAY_MS = 250;

function nextTask(): Promise<void> {
  if (window.scheduler?.yield) return window.scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/** Shows what is being done among the notices. */
export function mountLongTasks(): void {
  const box = el('div', { class: 'openings', role: 'region', 'aria-label': 'Opening files' });
  addOffer(box);
  effect(() => {
    box.hidden = longTasks.value.length === 0;
  });
  each(
    box,
    () => longTasks.value,
    (task) => task,
    taskRow,
  );
}

function taskRow(task: LongTask): HTMLElement {
  const { label, total, done } = task;
  const words = el('span', { class: 'opening-words' });
  const bar = el('progress', { 'aria-label': label });
  if (total !== null) bar.max = total;
  const stop = button('Cancel', () => task.cancel(), {
    class: 'button-small',
    'aria-label': `Cancel: ${label}`,
  });
  const row = el('div', { class: 'opening', hidden: true }, words, bar, stop);
  effect(() => {
    words.replaceChildren(fileText(task.words(formatCount(done.value))));
    if (total !== null) bar.value = done.value;
  });
  effect(() => {
    const timer = window.setTimeout(() => {
      row.hidden = false;
    }, SHOW_DELAY_MS);
    return () => window.clearTimeout(timer);
  });
  return row;
}
