/** What a check of the library came to: by code, by file, by version. */
import type { Finding, Severity } from '@lithoscope/core';
import { identityOf } from '../../explain/describe.ts';
import type { Facts } from '../../explain/facts.ts';
import { worstOf } from '../../explain/query.ts';
import { SEVERITIES, worstFirst } from '../../explain/verdict.ts';
import type { LibraryFile } from '../../store/library.ts';

/** A file that was read. */
export interface Checked {
  readonly file: LibraryFile;
  readonly facts: Facts;
}

/** A file that could not be read, and why. */
export interface Unread {
  readonly file: LibraryFile;
  readonly problem: string;
}

/** A finding in a file. */
interface Place {
  readonly file: LibraryFile;
  readonly finding: Finding;
}

/** All findings of one code, in the order of the files. */
interface CodeGroup {
  readonly code: string;
  readonly severity: Severity;
  /** What it means: the effect of the first, which is the same of all but for its values; else its message. */
  readonly meaning: string;
  /** Files that have it. */
  readonly files: number;
  readonly places: readonly Place[];
}

interface FileGroup extends Checked {
  readonly severity: Severity;
  /** Worst first. */
  readonly findings: readonly Finding[];
}

/** The files of one version. */
interface VersionGroup {
  /** `ABC v12`, `DTX v−5`, `SPR`; `Other files` of what is none of them. */
  readonly version: string;
  readonly game: string;
  readonly files: number;
  /** Files by their worst severity. */
  readonly errors: number;
  readonly warnings: number;
  /** Its files in `checked`, worst first. */
  readonly indices: readonly number[];
}

export interface CheckReport {
  readonly checked: readonly Checked[];
  readonly unread: readonly Unread[];
  /** Worst first, then those in most files. */
  readonly codes: readonly CodeGroup[];
  /** Files with a finding that is shown, worst first. */
  readonly files: readonly FileGroup[];
  /** Those of most files first. */
  readonly versions: readonly VersionGroup[];
  /** Findings by severity. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Files with errors. */
  readonly damaged: number;
}

const rank = (severity: Severity) => SEVERITIES.indexOf(severity);

/** @param hidden severities that are left out of the lists; the numbers count them */
export function checkReport(
  checked: readonly Checked[],
  unread: readonly Unread[],
  hidden: ReadonlySet<Severity>,
): CheckReport {
  const codes = new Map<string, Place[]>();
  const files: FileGroup[] = [];
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  let damaged = 0;
  for (const { file, facts } of checked) {
    const worst = worstOf(facts);
    if (worst === 'error') damaged++;
    for (const finding of facts.findings) {
      counts[finding.severity]++;
      if (hidden.has(finding.severity)) continue;
      const key = `${finding.severity} ${finding.code}`;
      const places = codes.get(key);
      if (places) places.push({ file, finding });
      else codes.set(key, [{ file, finding }]);
    }
    const shown = facts.findings.filter(({ severity }) => !hidden.has(severity));
    const severity = worstOf({ findings: shown });
    if (severity) files.push({ file, facts, severity, findings: worstFirst(shown) });
  }
  return {
    checked,
    unread,
    codes: [...codes.values()].map(codeGroup).sort(byWeight),
    files: files.sort((a, b) => rank(a.severity) - rank(b.severity)),
    versions: versionsOf(checked),
    counts,
    damaged,
  };
}

function codeGroup(places: readonly Place[]): CodeGroup {
  const { code, severity, effect, message } = (places[0] as Place).finding;
  const files = new Set(places.map(({ file }) => file)).size;
  return { code, severity, meaning: effect || message, files, places };
}

function byWeight(a: CodeGroup, b: CodeGroup): number {
  return rank(a.severity) - rank(b.severity) || b.files - a.files || (a.code < b.code ? -1 : 1);
}

function versionsOf(checked: readonly Checked[]): VersionGroup[] {
  const groups = new Map<string, { game: string; worst: Map<Severity | null, number[]> }>();
  checked.forEach(({ facts }, i) => {
    const version = identityOf(facts).version || 'Other files';
    const group = groups.get(version) ?? { game: facts.game, worst: new Map() };
    groups.set(version, group);
    const worst = worstOf(facts);
    const same = group.worst.get(worst);
    if (same) same.push(i);
    else group.worst.set(worst, [i]);
  });
  return [...groups]
    .map(([version, { game, worst }]) => {
      const indices = [...SEVERITIES, null].flatMap((severity) => worst.get(severity) ?? []);
      const count = (severity: Severity) => worst.get(severity)?.length ?? 0;
      return {
        version,
        game,
        files: indices.length,
        errors: count('error'),
        warnings: count('warning'),
        indices,
      };
    })
    .sort((a, b) => b.files - a.files || (a.version < b.version ? -1 : 1));
}
