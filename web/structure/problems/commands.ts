/** Listed findings and the current one of them, the commands that step through them, and reports. */

import type { Finding, Severity } from '@lithoscope/core';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { selectionOf } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { isSettled, settle } from '../../edit/mendable.ts';
import { worstFirst } from '../../explain/verdict.ts';
import { modelName } from '../../lib/file-names.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { copyText, saveText } from '../../ui/clipboard.ts';
import { usePart } from '../../ui/parts.ts';

/** Severities that the user has hidden. */
export const hiddenSeverities: Signal<ReadonlySet<Severity>> = signal(new Set());

/** Shows or hides the findings of a severity. */
export function toggleSeverity(severity: Severity): void {
  const hidden = new Set(hiddenSeverities.value);
  if (!hidden.delete(severity)) hidden.add(severity);
  hiddenSeverities.value = hidden;
}

/** The listed findings of the active file: worst first, then in file order. */
export const listed: ReadonlySignal<readonly Finding[]> = computed(() => {
  const findings = activeFile.value?.parsed.findings ?? [];
  return worstFirst(findings.filter(({ severity }) => !hiddenSeverities.value.has(severity)));
});

/** The last visited finding, of any file, and the index of its place. */
const lastVisited: Signal<{ finding: Finding; place: number } | null> = signal(null);

/** Position of the current finding in the list, and index of its place; null without one. */
export const current: ReadonlySignal<{ at: number; place: number } | null> = computed(() => {
  const at = lastVisited.value ? listed.value.indexOf(lastVisited.value.finding) : -1;
  return lastVisited.value && at >= 0 ? { at, place: lastVisited.value.place } : null;
});

/**
 * Selects the bytes of a finding.
 * @param place index into `finding.places`
 */
export function goToFinding(file: OpenFile, finding: Finding, place = 0): void {
  batch(() => {
    lastVisited.value = { finding, place };
    const selection = selectionOf(file, finding.places[place] ?? finding);
    if (selection) select(file, selection, 'problems');
  });
}

/** Goes to the next or previous finding of the list, wrapping at the ends. */
function stepFinding(step: 1 | -1): void {
  const file = activeFile.value;
  const { length } = listed.value;
  const from = current.value?.at ?? (step < 0 ? 0 : -1);
  const finding = listed.value[(from + step + length) % length];
  if (file && finding) goToFinding(file, finding);
}

// Commands

const hasFile = () => activeFile.value !== null;

function ofFile(run: (file: OpenFile) => void): () => void {
  return () => {
    if (activeFile.value) run(activeFile.value);
  };
}

type ReportPart = typeof import('../../explain/report.ts');

/** Writes a report; what writes it is fetched at its first use. */
function withReport(use: (file: OpenFile, part: ReportPart) => void | Promise<void>): () => void {
  return ofFile((file) => {
    void usePart(
      () => import('../../explain/report.ts'),
      (part) => use(file, part),
    );
  });
}

async function copyReport({ name, parsed }: OpenFile, { reportText }: ReportPart): Promise<void> {
  const copied = await copyText(reportText({ name, file: parsed }));
  announcement.value = copied
    ? 'Copied the report.'
    : 'The browser did not allow copying: save the report instead.';
}

async function saveJson({ name, parsed }: OpenFile, { reportData }: ReportPart): Promise<void> {
  // The report includes the fixes, which take time to compute.
  if (!isSettled(parsed)) await settle(parsed);
  if (!isSettled(parsed)) return;
  const report = { files: [reportData({ name, file: parsed })] };
  saveText(`${modelName(name)}-problems.json`, 'application/json', `${JSON.stringify(report, null, 2)}\n`);
}

export const copyReportCommand: Command = {
  id: 'problems.copy',
  label: 'Copy the report of problems',
  group: 'Problems',
  enabled: hasFile,
  run: withReport(copyReport),
};

export const saveReportCommand: Command = {
  id: 'problems.saveText',
  label: 'Save the report as text',
  group: 'Problems',
  enabled: hasFile,
  run: withReport(({ name, parsed }, { reportText }) => {
    saveText(`${modelName(name)}-problems.txt`, 'text/plain', reportText({ name, file: parsed }));
  }),
};

export const saveJsonCommand: Command = {
  id: 'problems.saveJson',
  label: 'Save the report as JSON',
  group: 'Problems',
  enabled: hasFile,
  run: withReport(saveJson),
};

function step(by: 1 | -1): void {
  if (listed.value.length > 0) stepFinding(by);
  else announcement.value = 'No problems in this file.';
}

export const problemCommands: readonly Command[] = [
  {
    id: 'problems.next',
    label: 'Next problem',
    group: 'Problems',
    key: 'F8',
    enabled: hasFile,
    run: () => step(1),
  },
  {
    id: 'problems.previous',
    label: 'Previous problem',
    group: 'Problems',
    key: 'Shift+F8',
    enabled: hasFile,
    run: () => step(-1),
  },
  copyReportCommand,
  saveReportCommand,
  saveJsonCommand,
];
