/** Report of a check: by code, file and version, as rows of a tree, and as files. */
import type { Finding, Severity } from '@lithoscope/core';
import { counted, formatCount, identityOf } from '../../explain/describe.ts';
import type { Facts } from '../../explain/facts.ts';
import { worstOf } from '../../explain/query.ts';
import {
  CHECK_JSON,
  REPORT_COLUMNS,
  reportJson,
  reportRows,
  reportText,
  type Subject,
  Tally,
  unreadRow,
} from '../../explain/report.ts';
import { ENGINE_WORDS, problemCounts, SEVERITIES, worstFirst } from '../../explain/verdict.ts';
import { firstIndexWhere } from '../../lib/binary-search.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../lib/csv.ts';
import { baseName } from '../../lib/file-names.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { LibraryFile } from '../../store/library.ts';

/** A readable file. */
export interface Checked {
  readonly file: LibraryFile;
  readonly facts: Facts;
}

/** A file that could not be read, with the reason. */
export interface Unread {
  readonly file: LibraryFile;
  readonly problem: string;
}

/** A finding in a file. */
interface Place {
  readonly file: LibraryFile;
  readonly finding: Finding;
}

/** All findings with one code, in the order of the files. */
interface CodeGroup {
  readonly code: string;
  readonly severity: Severity;
  /** Effect of the first finding, which differs from the others only in values; else its message. */
  readonly meaning: string;
  /** Number of files. */
  readonly files: number;
  readonly places: readonly Place[];
}

interface FileGroup extends Checked {
  readonly severity: Severity;
  /** Worst first. */
  readonly findings: readonly Finding[];
}

/** Files of one version. */
interface VersionGroup {
  /** `ABC v12`, `DTX v−5`, `SPR`, or `Other files`. */
  readonly version: string;
  readonly game: string;
  readonly files: number;
  /** Number of files by worst severity. */
  readonly errors: number;
  readonly warnings: number;
  /** Indices of its files in `checked`, worst first. */
  readonly indices: readonly number[];
}

export interface CheckReport {
  readonly checked: readonly Checked[];
  readonly unread: readonly Unread[];
  /** Worst first, then by number of files. */
  readonly codes: readonly CodeGroup[];
  /** Files with visible findings, worst first. */
  readonly files: readonly FileGroup[];
  /** Most frequent first. */
  readonly versions: readonly VersionGroup[];
  /** Findings by severity. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Files with errors. */
  readonly damaged: number;
}

const rank = (severity: Severity) => SEVERITIES.indexOf(severity);

/** @param hidden severities left out of the lists, but counted */
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

/** What the report is grouped by. */
export type Grouping = 'code' | 'file' | 'version';

/** Null for a file without findings. */
type Mark = Severity | null;

/** A row within a group. */
interface LeafRow {
  readonly mark: Mark;
  readonly title: string;
  /** Folder of a file, after the title. */
  readonly folder: string;
  /** Second line. */
  readonly detail: string;
  /** Text at the end of the line. */
  readonly aside: string;
  readonly file: LibraryFile;
  readonly finding: Finding | null;
}

export interface GroupRow {
  /** Stable while the report grows. */
  readonly key: string;
  readonly mark: Mark;
  readonly title: string;
  readonly folder: string;
  readonly detail: string;
  readonly aside: string;
  /** A code or version, shown in monospace. */
  readonly isCode: boolean;
  readonly size: number;
  leaf(i: number): LeafRow;
}

export function groupsOf(report: CheckReport, by: Grouping): GroupRow[] {
  const groups = by === 'code' ? byCode(report) : by === 'file' ? byFile(report) : byVersion(report);
  return by === 'version' ? groups : [...notRead(report), ...groups];
}

function notRead({ unread }: CheckReport): GroupRow[] {
  if (unread.length === 0) return [];
  return [
    {
      key: 'unread',
      mark: 'error',
      title: 'Could not be read',
      folder: '',
      detail: 'The contents of these files are unknown.',
      aside: formatCount(unread.length),
      isCode: false,
      size: unread.length,
      leaf(i) {
        const { file, problem } = unread[i] as (typeof unread)[number];
        return { mark: null, ...named(file), detail: problem, aside: '', file, finding: null };
      },
    },
  ];
}

function byCode({ codes }: CheckReport): GroupRow[] {
  return codes.map(({ code, severity, meaning, files, places }) => ({
    key: `${severity} ${code}`,
    mark: severity,
    title: code,
    folder: '',
    detail: meaning,
    aside: counted(files, 'file'),
    isCode: true,
    size: places.length,
    leaf(i) {
      const { file, finding } = places[i] as (typeof places)[number];
      return {
        mark: null,
        ...named(file),
        detail: finding.message,
        aside: placeOf(finding),
        file,
        finding,
      };
    },
  }));
}

function byFile({ files }: CheckReport): GroupRow[] {
  return files.map(({ file, facts, severity, findings }) => ({
    key: String(file.id),
    mark: severity,
    ...named(file),
    detail: `${ENGINE_WORDS[facts.engine.verdict].game}: ${facts.engine.reason}`,
    aside: problemCounts({ findings, findingsTruncated: facts.findingsTruncated }),
    isCode: false,
    size: findings.length,
    leaf(i) {
      const finding = findings[i] as Finding;
      const { code, message } = finding;
      return {
        mark: finding.severity,
        title: code,
        folder: '',
        detail: message,
        aside: placeOf(finding),
        file,
        finding,
      };
    },
  }));
}

function byVersion({ versions, checked }: CheckReport): GroupRow[] {
  return versions.map(({ version, game, files, errors, warnings, indices }) => {
    const said = [
      errors > 0 ? `${formatCount(errors)} with errors` : '',
      warnings > 0 ? `${formatCount(warnings)} with warnings` : '',
    ].filter(Boolean);
    return {
      key: version,
      mark: errors > 0 ? 'error' : warnings > 0 ? 'warning' : null,
      title: version,
      folder: '',
      detail: [game, said.join(', ') || 'no errors or warnings'].filter(Boolean).join(' · '),
      aside: counted(files, 'file'),
      isCode: true,
      size: files,
      leaf(i) {
        const { file, facts } = checked[indices[i] ?? 0] as (typeof checked)[number];
        const [finding = null] = worstFirst(facts.findings);
        return {
          mark: worstOf(facts),
          ...named(file),
          detail: finding?.message ?? 'No problems',
          aside: problemCounts(facts),
          file,
          finding,
        };
      },
    };
  });
}

function named({ source, path }: LibraryFile): { title: string; folder: string } {
  const title = baseName(path);
  return { title, folder: `${source.name}/${path.slice(0, path.length - title.length)}`.replace(/\/$/, '') };
}

function placeOf({ offset, count }: Finding): string {
  return `${formatOffset(offset)}${count > 1 ? ` ×${formatCount(count)}` : ''}`;
}

/** A visible row: a group, or a row in it. */
export type ReportRow =
  | { readonly group: GroupRow; readonly index: number; readonly leaf: null }
  | { readonly group: GroupRow; readonly index: number; readonly leaf: number };

/** Visible rows by index, computed without a list of all. */
export class ReportRows {
  /** Row of each group, then the number of rows. */
  readonly #starts: number[] = [];

  constructor(
    readonly groups: readonly GroupRow[],
    readonly open: ReadonlySet<string>,
  ) {
    let row = 0;
    for (const group of groups) {
      this.#starts.push(row);
      row += 1 + (open.has(group.key) ? group.size : 0);
    }
    this.#starts.push(row);
  }

  get count(): number {
    return this.#starts.at(-1) ?? 0;
  }

  at(row: number): ReportRow | null {
    if (row < 0 || row >= this.count) return null;
    const index = firstIndexWhere(this.groups.length, (i) => (this.#starts[i] ?? 0) > row) - 1;
    const group = this.groups[index];
    if (!group) return null;
    const within = row - (this.#starts[index] ?? 0);
    return { group, index, leaf: within === 0 ? null : within - 1 };
  }

  rowOf(group: number): number {
    return this.#starts[group] ?? -1;
  }
}

/** Severities with findings, worst first, with counts. */
export function kindsOf({ counts }: CheckReport): { severity: Severity; count: number }[] {
  return SEVERITIES.flatMap((severity) =>
    counts[severity] > 0 ? [{ severity, count: counts[severity] }] : [],
  );
}

/** `GAME.REZ/MODELS/X.ABC`, or the name of a single file. */
function nameOf({ file: { source, path } }: Pick<Checked, 'file'>): string {
  return source.kind === 'files' ? path : `${source.name}/${path}`;
}

function subjectOf(checked: Checked): Subject {
  const { facts } = checked;
  return { name: nameOf(checked), file: { ...facts, info: facts } };
}

/** The report like `lithoscope check --json` (public/schema/check.schema.json), in parts, as it may be large. */
export function reportAsJson(checked: readonly Checked[]): string[] {
  return [
    CHECK_JSON.begin,
    ...checked.map((one, i) => CHECK_JSON.file(reportJson(subjectOf(one)), i === 0)),
    CHECK_JSON.end(checked.length),
  ];
}

/** The report like `lithoscope check`, as text. */
export function reportAsText(checked: readonly Checked[], unread: readonly Unread[]): string[] {
  const tally = new Tally();
  const parts = checked.map((one) => {
    const subject = subjectOf(one);
    tally.add(subject.file);
    return reportText(subject);
  });
  tally.unusable = unread.length;
  const failed = unread.map((one) => `${nameOf(one)} could not be read: ${one.problem}\n`);
  return [
    ...parts,
    ...failed,
    `${[tally.headline, ...tally.details.map((line) => `  ${line}`)].join('\n')}\n`,
  ];
}

/** The report as CSV: a line per finding, and one for a file without any. */
export function reportAsCsv(checked: readonly Checked[], unread: readonly Unread[]): string[] {
  return [
    BYTE_ORDER_MARK + csvLine(REPORT_COLUMNS),
    ...checked.flatMap((one) => reportRows(subjectOf(one)).map(csvLine)),
    ...unread.map((one) => csvLine(unreadRow(nameOf(one), one.problem))),
  ];
}
