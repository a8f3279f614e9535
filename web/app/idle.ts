/** When nothing else is to do. */
import { signal } from '@preact/signals-core';
import { activeFile } from '../document/state.ts';
import { isDrawn } from '../scene/viewport.ts';
import { once } from '../ui/scope.ts';

/** Whether there was nothing else to do at some time since the workspace has come. */
export const isIdle = signal(false);

/** Runs when the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  // Safari has no such callback.
  if (window.requestIdleCallback) window.requestIdleCallback(run);
  else setTimeout(run);
}

/** Runs when nothing else is to do and the model that was opened, if one was, has been drawn. */
export function whenShown(run: () => void): void {
  const isLate = signal(!activeFile.peek()?.model);
  const timer = setTimeout(() => (isLate.value = true), LATE_MS);
  once(
    () => isDrawn.value || isLate.value,
    () => {
      clearTimeout(timer);
      // The first picture is on the screen when the second one is asked for.
      requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(run)));
    },
  );
}

/** Where nothing is drawn: no card, or another panel in front. ms */
const LATE_MS = 2000;
