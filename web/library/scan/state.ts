/** What is known of the library so far, as a report, and how the report is looked at. */
import type { Severity } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { factsVersion, knownFacts, knownProblem } from '../facts.ts';
import { type Checked, type CheckReport, checkReport, type Unread } from './report.ts';
import { checkable } from './scan.ts';

/** By what the report is grouped. */
export type Grouping = 'code' | 'file' | 'version';

export const grouping: Signal<Grouping> = signal('code');
/** Notes are many, and nothing is broken by them: they are not listed at first. */
export const hiddenKinds: Signal<ReadonlySet<Severity>> = signal(new Set<Severity>(['information', 'hint']));
export const isReportOpen: Signal<boolean> = signal(false);

/** The files that were read, in the order of the library, and those that could not be. */
const results: ReadonlySignal<{ readonly checked: readonly Checked[]; readonly unread: readonly Unread[] }> =
  computed(() => {
    factsVersion.value;
    const checked: Checked[] = [];
    const unread: Unread[] = [];
    for (const file of checkable.value) {
      const facts = knownFacts(file);
      const problem = facts ? '' : knownProblem(file);
      if (facts) checked.push({ file, facts });
      else if (problem !== '') unread.push({ file, problem });
    }
    return { checked, unread };
  });

export const report: ReadonlySignal<CheckReport> = computed(() =>
  checkReport(results.value.checked, results.value.unread, hiddenKinds.value),
);

/** Shows or hides the findings of a severity. */
export function toggleKind(severity: Severity): void {
  const hidden = new Set(hiddenKinds.value);
  if (!hidden.delete(severity)) hidden.add(severity);
  hiddenKinds.value = hidden;
}
