/** Parts of the page that load when they are wanted. */
import { computed } from '@preact/signals-core';

/** Does something once, as soon as a condition that reads signals holds. */
export function onFirst(condition: () => boolean, run: () => Promise<void>): void {
  const wanted = computed(condition);
  const stop = wanted.subscribe((holds) => {
    if (!holds) return;
    queueMicrotask(() => stop());
    void run();
  });
}
