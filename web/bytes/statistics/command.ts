/** Shows the statistics of the selected bytes, or of all bytes (statistics.ts, loaded when they are first unfolded). */
import { type Signal, signal } from '@preact/signals-core';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import type { Range } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { showPanel } from '../../ui/layout.ts';

/** Whether the statistics in the inspector are unfolded. */
export const areStatisticsOpen: Signal<boolean> = signal(false);

/** One byte has no statistics. */
const MIN_BYTES = 2;

/** The bytes of the active file to measure; null for less than two. Reads signals. */
export function measuredRange(): Range | null {
  const selection = activeFile.value?.selection.value ?? null;
  return selection && selection.end - selection.start >= MIN_BYTES ? selection : null;
}

export const statisticsCommand: Command = {
  id: 'bytes.statistics',
  label: 'Histogram, entropy and checksums of the bytes',
  group: 'View',
  enabled: () => (activeFile.value?.parsed.size ?? 0) >= MIN_BYTES,
  run() {
    const file = activeFile.peek();
    if (!file) return;
    if (!measuredRange()) select(file, { start: 0, end: file.parsed.size, path: '' }, 'inspector');
    showPanel('card');
    areStatisticsOpen.value = true;
  },
};
