/** What of a file's bytes is not as it was saved: the words for it, and the commands that step through it. */

import { rangeBetween } from '../../document/caret.ts';
import type { ChangedRange } from '../../document/edits.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { changedRanges, changedWithin } from '../../edit/changed.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { formatOffset, hexDigits, type Range } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { showBytes } from '../../ui/layout.ts';

/** What a byte was: `was 0A`, `added`, `changed` where bytes of another number stood; '' when it is as it was saved. */
export function changeWords(file: OpenFile, offset: number): string {
  const [range] = changedWithin(changedRanges(file), offset, offset + 1).filter(
    ({ start, end }) => start <= offset && end > offset,
  );
  if (!range) return '';
  const { start, end, savedStart, savedEnd } = range;
  if (savedStart === savedEnd) return 'added';
  const saved = file.edits.peek().savedBytes?.[savedStart + offset - start];
  return saved === undefined || savedEnd - savedStart !== end - start ? 'changed' : `was ${hexDigits(saved)}`;
}

/** Equal bytes between two changes that are one: a number of four bytes may keep some of them. */
const EQUAL_BYTES = 3;

/** The changes as one steps through them, by offset; none is empty. @param size of the file */
export function changeStops(ranges: readonly ChangedRange[], size: number): Range[] {
  const stops: { start: number; end: number }[] = [];
  for (const range of ranges) {
    // Where bytes were taken out, the byte behind that stands for them; at the end of the file the last one.
    const start = Math.min(range.start, size - 1);
    const end = Math.max(range.end, start + 1);
    const last = stops.at(-1);
    if (last && start - last.end <= EQUAL_BYTES) last.end = Math.max(last.end, end);
    else if (size > 0) stops.push({ start, end });
  }
  return stops;
}

/** The index of the next of some ranges from the one at an offset, beginning again behind the last; −1: there are none. */
export function nextStop(stops: readonly Range[], offset: number, direction: 1 | -1): number {
  const found =
    direction === 1
      ? stops.findIndex(({ start }) => start > offset)
      : stops.findLastIndex(({ end }) => end <= offset);
  return found >= 0 || stops.length === 0 ? found : direction === 1 ? 0 : stops.length - 1;
}

function stepToChange(direction: 1 | -1): void {
  const file = activeFile.peek();
  if (!file) return;
  const stops = changeStops(file.edits.peek().changed, file.parsed.size);
  const index = nextStop(stops, file.caret.peek().offset, direction);
  const stop = stops[index];
  if (!stop) {
    announcement.value = 'All bytes are as they were saved.';
    return;
  }
  showBytes();
  select(file, rangeBetween(file.parsed, stop.start, stop.end - 1), 'go-to');
  const place = `${counted(stop.end - stop.start, 'byte')} at ${formatOffset(stop.start)}`;
  announcement.value = `Change ${formatCount(index + 1)} of ${formatCount(stops.length)}: ${place}`;
}

const step = (id: string, label: string, key: string, direction: 1 | -1): Command => ({
  id,
  label,
  group: 'Edit',
  key,
  enabled: () => (activeFile.value?.edits.value.changed.length ?? 0) > 0,
  run: () => stepToChange(direction),
});

export const changeCommands: readonly Command[] = [
  step('changes.next', 'Next changed bytes', 'Alt+F5', 1),
  step('changes.previous', 'Previous changed bytes', 'Alt+Shift+F5', -1),
];
