/** What the find bar says. No DOM. */
import { counted, formatCount } from '../../explain/describe.ts';
import type { Found } from './search.ts';

/** `120 hits`; that there are more than are kept, and that only a part was searched. */
export function resultText({ starts, complete }: Found, partly: boolean): string {
  const where = partly ? ' in the range' : '';
  if (starts.length === 0) return `Nothing found${where}`;
  if (!complete) return `The first ${formatCount(starts.length)} hits${where}`;
  return `${counted(starts.length, 'hit')}${where}`;
}

/** `3 of 120`, `3 of the first 1,000,000`. */
export function placeText(index: number, count: number, complete: boolean): string {
  return `${formatCount(index + 1)} of ${complete ? '' : 'the first '}${formatCount(count)}`;
}

/** That a step led round the end of the file. */
export function roundText(direction: 1 | -1): string {
  return `on from the ${direction === 1 ? 'start' : 'end'}`;
}
