/** What the find bar says. No DOM. */
import { counted, formatCount } from '../structure/describe.ts';
import type { Found } from './search.ts';

/** `120 hits`; that there are more than are kept, and that only a part was searched. */
export function resultText({ starts, complete }: Found, partly: boolean): string {
  const where = partly ? ' in the range' : '';
  if (starts.length === 0) return `Nothing found${where}`;
  if (!complete) return `The first ${formatCount(starts.length)} hits${where}`;
  return `${counted(starts.length, 'hit')}${where}`;
}

/** `3 of 120`, and that it went round. */
export function stepText(index: number, count: number, wrapped: boolean, direction: 1 | -1): string {
  const place = `${formatCount(index + 1)} of ${formatCount(count)}`;
  if (!wrapped) return place;
  return `${place}, on from the ${direction === 1 ? 'start' : 'end'}`;
}
