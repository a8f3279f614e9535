/** Goes from one range that is not understood to the next, and says where one is. */

import type { ByteState } from '@lithoscope/core';
import { counted, formatCount } from '../../explain/describe.ts';
import { formatOffset } from '../../explain/hex.ts';
import { rangeBetween } from '../../store/caret.ts';
import { announcement } from '../../store/notices.ts';
import { type OpenFile, select } from '../../store/state.ts';

import { nextStateRange } from './not-known.ts';

/** Selects the next range in a direction. @param state of this state alone; absent: of any but known */
export function stepUnknown(file: OpenFile, direction: 1 | -1, state?: ByteState): void {
  const range = nextStateRange(file.parsed, file.caret.peek().offset, direction, state);
  if (!range) {
    announcement.value = state ? `No byte is ${state}` : 'Every byte is understood';
    return;
  }
  const { start, end, index, count, wrapped } = range;
  select(file, rangeBetween(file.parsed, start, end - 1), 'go-to');
  const of = `${state ?? 'not understood'}, ${formatCount(index + 1)} of ${formatCount(count)}`;
  const round = wrapped ? `; on from the ${direction === 1 ? 'start' : 'end'} of the file` : '';
  announcement.value = `${counted(end - start, 'byte')} at ${formatOffset(start)}: ${state ? of : `${range.state}; ${of}`}${round}`;
}
