/** Whether a file is sound and whether an engine takes it, from its findings. */
import type { Finding, ParsedFile, Severity } from '@lithoscope/core';
import { counted } from './describe.ts';

/** What a verdict is made from. */
export type Judged = Pick<ParsedFile, 'findings' | 'findingsTruncated' | 'engine'>;

export type EngineAnswer = ParsedFile['engine']['verdict'];

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The worse of two severities. */
export function worse(a: Severity | undefined, b: Severity): Severity {
  return a === undefined || SEVERITIES.indexOf(b) < SEVERITIES.indexOf(a) ? b : a;
}

/** Whether a severity, the worst of a file, keeps it from being called sound. */
export function isSerious(severity: Severity | null): severity is 'error' | 'warning' {
  return severity === 'error' || severity === 'warning';
}

/** Findings as people want them: worst first, then as they stand in the file. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b) || a.offset - b.offset);
}

/** `1 error, 2 warnings`, worst first; `sound` when there is neither. */
export function severityCounts(findings: readonly Finding[]): string {
  return countsOfSeverities(findings, ['error', 'warning']) || 'sound';
}

/** How many findings there are of each severity: `2 information, 1 hint`; '' when there are none. */
function countsOfSeverities(findings: readonly Finding[], severities: readonly Severity[]): string {
  const counts = severities.map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? counted(count, severity) : '';
  });
  return counts.filter(Boolean).join(', ');
}

export const ENGINE_QUESTION = 'Will the engine take it?';

/** Best first. */
export const ENGINE_ANSWERS: readonly EngineAnswer[] = ['loads', 'flawed', 'refused', 'unknown'];

/** The answer to the question, what it says of a file behind a colon, and of a number of files. */
export const ENGINE_WORDS: Readonly<Record<EngineAnswer, { answer: string; clause: string; taken: string }>> =
  {
    loads: { answer: 'Yes', clause: 'the engine takes it', taken: 'taken' },
    flawed: {
      answer: 'Yes, with flaws',
      clause: 'the engine takes it with flaws',
      taken: 'taken with flaws',
    },
    refused: { answer: 'No', clause: 'the engine refuses it', taken: 'refused' },
    unknown: { answer: 'Unknown', clause: 'what the engine does is unknown', taken: 'unknown' },
  };

export interface Verdict {
  /** Worst severity; null when there are no findings. */
  severity: Severity | null;
  /** `Sound, 2 hints: the engine takes it`, `Damaged: the engine refuses it`. */
  text: string;
  /** The first of the worst findings. */
  finding: Finding | null;
}

export function verdictOf({ findings, findingsTruncated, engine }: Judged): Verdict {
  const severity = SEVERITIES.find((kind) => findings.some((finding) => finding.severity === kind)) ?? null;
  const worst = findings.filter((finding) => finding.severity === severity);
  const more = findingsTruncated ? 'at least ' : '';
  const states: Readonly<Record<Severity, string>> = {
    error: 'Damaged',
    warning: `Readable, ${more}${counted(worst.length, 'warning')}`,
    information: `Sound, ${more}${countsOfSeverities(findings, ['information', 'hint'])}`,
    hint: `Sound, ${more}${counted(findings.length, 'hint')}`,
  };
  const text = `${severity ? states[severity] : 'Sound'}: ${ENGINE_WORDS[engine.verdict].clause}`;
  return { severity, text, finding: worst[0] ?? null };
}
