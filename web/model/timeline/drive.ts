/** The loop that lets time pass. */

import { type Signal, signal } from '@preact/signals-core';
import type { FrameEvent } from '../../store/frame-events.ts';
import { currentEvents } from '../../store/frame-events.ts';
import { tick } from '../../store/playback.ts';
import { activeFile } from '../../store/state.ts';
import { effect, listen } from '../../ui/scope.ts';

/** A longer pause between two ticks was a stall (a breakpoint, a busy machine), not time that passed. */
const MAX_TICK_MS = 1000;

/** What fired in the last tick in which anything did. */
export const fired: Signal<readonly FrameEvent[]> = signal([]);

/** Lets time pass for the active file while it plays; asks for no animation frames otherwise. */
export function drivePlayback(): void {
  let last = 0;

  effect(() => {
    const file = activeFile.value;
    if (!file?.playback.playing.value) return;
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

  // A hidden tab gets no frames: the clock starts anew when it is seen again, without a jump.
  listen(document, 'visibilitychange', () => {
    last = 0;
  });
}
