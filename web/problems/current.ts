/** Which findings are listed, and which of them one stands on. */
import type { Finding, Severity } from '@lithoscope/core';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { activeFile, type OpenFile, select } from '../state.ts';
import { SEVERITIES } from '../structure/describe.ts';
import { selectionOf } from '../structure/marks.ts';

/** Severities that the user does not want to see. */
export const hiddenSeverities: Signal<ReadonlySet<Severity>> = signal(new Set());

/** Shows or hides the findings of a severity. */
export function toggleSeverity(severity: Severity): void {
  const hidden = new Set(hiddenSeverities.value);
  if (!hidden.delete(severity)) hidden.add(severity);
  hiddenSeverities.value = hidden;
}

/** The findings of the active file that are listed: worst first, then as they stand in the file. */
export const listed: ReadonlySignal<readonly Finding[]> = computed(() => {
  const findings = activeFile.value?.abc.findings ?? [];
  return findings
    .filter(({ severity }) => !hiddenSeverities.value.has(severity))
    .sort((a, b) => rank(a) - rank(b) || a.offset - b.offset);
});

function rank({ severity }: Finding): number {
  return SEVERITIES.indexOf(severity);
}

/** The finding last gone to, of any file. */
const last: Signal<Finding | null> = signal(null);

/** Position of the current finding in the list, −1 for none. */
export const current: ReadonlySignal<number> = computed(() =>
  last.value ? listed.value.indexOf(last.value) : -1,
);

/** Selects the bytes of a finding; every view follows. */
export function goToFinding(file: OpenFile, finding: Finding): void {
  batch(() => {
    last.value = finding;
    const selection = selectionOf(file, finding);
    if (selection) select(file, selection);
  });
}

/** Goes to the next or previous finding of the list, around its ends. */
export function stepFinding(step: 1 | -1): void {
  const file = activeFile.value;
  const { length } = listed.value;
  const from = current.value < 0 && step < 0 ? 0 : current.value;
  const finding = listed.value[(from + step + length) % length];
  if (file && finding) goToFinding(file, finding);
}
