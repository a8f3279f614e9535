/** Frame strings that fired a moment ago: flags and rows light up for as long as one needs to see it. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { currentEvents, type FrameEvent } from '../../store/frame-events.ts';
import { effect } from '../../ui/scope.ts';
import { fired } from './drive.ts';

/** How long a frame string stays lit, ms. */
const SHINE = 400;

const shining = signal<readonly FrameEvent[]>([]);

/** What is lit; only what is chosen to play. */
export const lit: ReadonlySignal<readonly FrameEvent[]> = shining;

/** Lights up what fires. */
export function lightFired(): void {
  effect(() => {
    const events = fired.value;
    if (events.length === 0) return undefined;
    shining.value = events;
    const timer = setTimeout(() => {
      shining.value = [];
    }, SHINE);
    return () => clearTimeout(timer);
  });
  effect(() => {
    currentEvents.value;
    shining.value = [];
  });
}
