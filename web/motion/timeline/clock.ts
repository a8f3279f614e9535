/** The clock of playback: lets time pass while the active file plays, and flashes the frame strings that fire. */
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { currentEvents, type FrameEvent } from '../../document/keyframes.ts';
import { tick } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { effect, listen } from '../../ui/scope.ts';

/** Longest time that one tick adds: a longer pause is a stall of the browser, not playback. */
const MAX_TICK_MS = 1000;
/** How long the flag and row of a fired frame string flash. */
const FLASH_MS = 400;

/** Frame strings that fired in the last tick in which any did. */
const fired = signal<readonly FrameEvent[]>([]);
const flashed = signal<readonly FrameEvent[]>([]);

/** Frame strings of the chosen animation that fired less than FLASH_MS ago. */
export const flashing: ReadonlySignal<readonly FrameEvent[]> = flashed;

/** Runs the clock; it asks for animation frames only while the active file plays. */
export function runClock(): void {
  let last = 0;
  effect(() => {
    const file = activeFile.value;
    if (!file?.playback.playing.value) return undefined;
    last = 0;
    let request = requestAnimationFrame(function loop(now) {
      request = requestAnimationFrame(loop);
      const passed = last === 0 ? 0 : Math.min(now - last, MAX_TICK_MS);
      last = now;
      const events = tick(file, currentEvents.peek(), passed);
      if (events.length > 0) fired.value = events;
    });
    return () => cancelAnimationFrame(request);
  });
  // A hidden tab gets no animation frames: the clock starts anew when it is seen again, without a jump.
  listen(document, 'visibilitychange', () => {
    last = 0;
  });
  effect(() => {
    flashed.value = fired.value;
    const timer = setTimeout(() => {
      flashed.value = [];
    }, FLASH_MS);
    return () => clearTimeout(timer);
  });
  effect(() => {
    currentEvents.value;
    flashed.value = [];
  });
}
