/** Which findings are listed; the current one and its current place. */

import type { Finding, Severity } from '@lithoscope/core';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { selectionOf } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { worstFirst } from '../../explain/verdict.ts';

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
  const findings = activeFile.value?.parsed.findings ?? [];
  return worstFirst(findings.filter(({ severity }) => !hiddenSeverities.value.has(severity)));
});

/** The finding last gone to, of any file, and the index of its place. */
const last: Signal<{ finding: Finding; place: number } | null> = signal(null);

/** Position of the current finding in the list and index of its place; null for none. */
export const current: ReadonlySignal<{ at: number; place: number } | null> = computed(() => {
  const at = last.value ? listed.value.indexOf(last.value.finding) : -1;
  return last.value && at >= 0 ? { at, place: last.value.place } : null;
});

/**
 * Selects the bytes of a finding; every view follows.
 * @param place which of `finding.places`
 */
export function goToFinding(file: OpenFile, finding: Finding, place = 0): void {
  batch(() => {
    last.value = { finding, place };
    const selection = selectionOf(file, finding.places[place] ?? finding);
    if (selection) select(file, selection, 'problems');
  });
}

/** Goes to the next or previous finding of the list, around its ends. */
export function stepFinding(step: 1 | -1): void {
  const file = activeFile.value;
  const { length } = listed.value;
  const from = current.value?.at ?? (step < 0 ? 0 : -1);
  const finding = listed.value[(from + step + length) % length];
  if (file && finding) goToFinding(file, finding);
}
