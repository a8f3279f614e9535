/** Parts of the page that load when they are wanted. */
import { computed, type Signal, signal } from '@preact/signals-core';
import { notice } from '../store/state.ts';

/** How many parts are on their way. */
export const coming: Signal<number> = signal(0);

const LOST = 'A part of the page could not be loaded. Check the connection, then load the page again.';

/** Does something once, as soon as a condition that reads signals holds. */
export function onFirst(condition: () => boolean, run: () => Promise<void>): void {
  const wanted = computed(condition);
  const stop = wanted.subscribe((holds) => {
    if (!holds) return;
    queueMicrotask(() => stop());
    void load(run);
  });
}

/** Does something that loads a part of the page, and says when that does not come. */
export async function load(run: () => Promise<void>): Promise<void> {
  coming.value++;
  try {
    await run();
  } catch (error) {
    notice.value = LOST;
    throw error;
  } finally {
    coming.value--;
  }
}
