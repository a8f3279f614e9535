/** The verdict on a file, from its findings: what is wrong, and whether games and ModelEdit load it. */
import type { Finding, ParsedFile, Severity } from '@lithoscope/core';
import { counted } from './describe.ts';

/** The data of a verdict. */
export type Judged = Pick<ParsedFile, 'findings' | 'findingsTruncated' | 'engine' | 'modelEdit'>;

export type EngineAnswer = ParsedFile['engine']['verdict'];

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The worse of two severities. */
export function worse(a: Severity | undefined, b: Severity): Severity {
  return a === undefined || SEVERITIES.indexOf(b) < SEVERITIES.indexOf(a) ? b : a;
}

/** Whether a file whose worst severity this is has a problem. */
export function isSerious(severity: Severity | null): severity is 'error' | 'warning' {
  return severity === 'error' || severity === 'warning';
}

/** Findings in order: worst first, then by offset. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b) || a.offset - b.offset);
}

/** Names of severities for people, singular. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'info',
  hint: 'hint',
};

/** `1 error, 2 warnings, 3 infos`, worst first; `No problems` when there are none. */
export function problemCounts({
  findings,
  findingsTruncated,
}: Pick<Judged, 'findings' | 'findingsTruncated'>): string {
  const counts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [counted(count, SEVERITY_WORDS[severity])] : [];
  });
  if (counts.length === 0) return 'No problems';
  return `${findingsTruncated ? 'At least ' : ''}${counts.join(', ')}`;
}

export const ENGINE_QUESTION = 'Will the game load it?';

/** Best first. */
export const ENGINE_ANSWERS: readonly EngineAnswer[] = ['loads', 'flawed', 'refused', 'unknown'];

interface EngineWords {
  /** The answer where there is little room, beside the number of problems; '' says nothing. */
  brief: string;
  /** The answer to the question, without its full stop. */
  answer: string;
  /** For one file: about the game, and about ModelEdit where that differs. */
  game: string;
  modelEdit: string;
  /** For a number of files. */
  files: string;
}

export const ENGINE_WORDS: Readonly<Record<EngineAnswer, EngineWords>> = {
  loads: {
    brief: 'Loads',
    answer: 'Yes',
    game: 'the game will load it',
    modelEdit: 'ModelEdit loads it',
    files: 'loaded',
  },
  flawed: {
    brief: 'Loads with flaws',
    answer: 'Yes, but parts may be wrong',
    game: 'the game loads it, but parts may be wrong',
    modelEdit: 'ModelEdit loads it, but parts may be wrong',
    files: 'loaded with flaws',
  },
  refused: {
    brief: 'Does not load',
    answer: 'No',
    game: 'the game will not load it',
    modelEdit: 'ModelEdit refuses it',
    files: 'refused',
  },
  unknown: {
    brief: '',
    answer: 'Unknown',
    game: 'it is unknown whether the game loads it',
    modelEdit: 'it is unknown whether ModelEdit loads it',
    files: 'unknown',
  },
};

export interface Verdict {
  /** Worst severity; null when there are no findings. */
  severity: Severity | null;
  /** `No problems`, `1 error, 2 hints`; `Unknown version`. */
  state: string;
  /** `2 errors`: the number of the worst alone, or the state where there is none. */
  worst: string;
  /** `Does not load`, to stand before it; '' where that says it. */
  brief: string;
  /** What follows from it: `the game will load it; ModelEdit refuses it`. */
  consequence: string;
  /** Both: `2 hints: the game will load it`. */
  text: string;
  /** The first of the worst findings. */
  finding: Finding | null;
}

/** Findings for unknown versions of models and textures. */
const UNKNOWN_VERSION: readonly string[] = ['VERSION_UNKNOWN', 'TEXTURE_VERSION_UNKNOWN'];

export function verdictOf(judged: Judged): Verdict {
  const { findings, engine, modelEdit } = judged;
  const severity = SEVERITIES.find((kind) => findings.some((finding) => finding.severity === kind)) ?? null;
  const finding = findings.find((entry) => entry.severity === severity) ?? null;
  const unknown = findings.find(({ code }) => UNKNOWN_VERSION.includes(code));
  const state = unknown ? 'Unknown version' : problemCounts(judged);
  const differs = modelEdit.verdict !== engine.verdict;
  const clauses = [
    ENGINE_WORDS[engine.verdict].game,
    ...(differs ? [ENGINE_WORDS[modelEdit.verdict].modelEdit] : []),
  ];
  const consequence = unknown ? unknown.message.replace(/\.$/, '') : clauses.join('; ');
  const brief = unknown || severity === null ? '' : ENGINE_WORDS[engine.verdict].brief;
  const worst = unknown
    ? state
    : problemCounts({ ...judged, findings: findings.filter((entry) => entry.severity === severity) });
  return { severity, state, worst, brief, consequence, text: `${state}: ${consequence}`, finding };
}
