/** Whether files are being opened: what the user typed for them waits. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';

const running = signal(0);

export const isOpening: ReadonlySignal<boolean> = computed(() => running.value > 0);

export function countOpening(opening: Promise<void>): Promise<void> {
  running.value++;
  return opening.finally(() => running.value--);
}
