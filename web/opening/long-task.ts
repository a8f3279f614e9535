/** Long tasks, with progress and cancel. */

import { type Signal, signal } from '@preact/signals-core';
import { formatCount } from '../explain/describe.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { addOffer } from '../ui/notice.ts';
import { each, effect } from '../ui/scope.ts';

/** A task on many files, from its construction to `end`. */
export class LongTask {
  readonly done: Signal<number> = signal(0);
  readonly #cancelling = new AbortController();
  /** Time of the last yield to the page, ms. */
  #breathedAt = performance.now();

  /**
   * @param label name of the task: `Opening files`
   * @param words progress text for the number done
   * @param total number of items; null if unknown
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

  /** Counts items as done, and yields to the page if it has been blocked for long. */
  async step(count = 1): Promise<void> {
    this.done.value += count;
    if (performance.now() - this.#breathedAt < SLICE_MS) return;
    await nextTask();
    this.#breathedAt = performance.now();
  }
}

/** The running tasks, oldest first. */
export const longTasks: Signal<readonly LongTask[]> = signal([]);

/** Time between yields, ms: half a frame. */
const SLICE_MS = 8;
/** Shorter tasks are not shown. */
const SHOW_DELAY_MS = 250;

function nextTask(): Promise<void> {
  if (window.scheduler?.yield) return window.scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/** Shows the running tasks among the notices. */
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
