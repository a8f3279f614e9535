/** Blending out of the pose that was seen when the animation changed (abc.md §4.9). */

import type { FrozenPose } from '@lithoscope/core';
import type { Signal } from '@preact/signals-core';
import { flag, keptSignal } from '../store/kept.ts';
import type { Transition } from './open-file.ts';

/** Whether animations blend into each other. Kept. */
export const blending: Signal<boolean> = keptSignal('transitions', flag(true));

/**
 * The beginning of a transition; null for a cut.
 * @param from what is seen; of an interrupted transition the blend as it stands
 * @param durationMs InterpolationTime of the new animation; 0 cuts
 */
export function startTransition(from: FrozenPose | null, durationMs: number): Transition | null {
  return from && durationMs > 0 ? { from, elapsedMs: 0, durationMs } : null;
}

/**
 * Lets time pass. The new animation stands at its start until the transition is over; what is left of the tick
 * then is its own.
 */
export function advanceTransition(
  transition: Transition | null,
  elapsedMs: number,
): { transition: Transition | null; leftMs: number } {
  if (!transition) return { transition, leftMs: elapsedMs };
  const passed = transition.elapsedMs + elapsedMs;
  if (passed < transition.durationMs) return { transition: { ...transition, elapsedMs: passed }, leftMs: 0 };
  return { transition: null, leftMs: passed - transition.durationMs };
}
