/** The report as rows of a tree of two levels: groups, and what is in those that are open. */
import type { Finding, Severity } from '@lithoscope/core';
import { counted, formatCount } from '../../explain/describe.ts';
import { worstOf } from '../../explain/query.ts';
import { ENGINE_WORDS, problemCounts, SEVERITIES, worstFirst } from '../../explain/verdict.ts';
import { baseName } from '../../lib/file-names.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { LibraryFile } from '../../store/library.ts';
import type { CheckReport } from './report.ts';
import type { Grouping } from './state.ts';

/** Null of a file without findings. */
type Mark = Severity | null;

/** What a row within a group says, and leads to. */
interface LeafRow {
  readonly mark: Mark;
  readonly title: string;
  /** Behind the title: the folder of a file. */
  readonly folder: string;
  /** Under the title. */
  readonly detail: string;
  /** At the end of the line. */
  readonly aside: string;
  readonly file: LibraryFile;
  readonly finding: Finding | null;
}

export interface GroupRow {
  /** Stays the same while the report grows. */
  readonly key: string;
  readonly mark: Mark;
  readonly title: string;
  readonly folder: string;
  readonly detail: string;
  readonly aside: string;
  /** A code or version: shown in the font of names. */
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
      detail: 'Nothing is known of what is in these files.',
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

/** A row that is shown: a group, or something in it. */
export type ReportRow =
  | { readonly group: GroupRow; readonly index: number; readonly leaf: null }
  | { readonly group: GroupRow; readonly index: number; readonly leaf: number };

/** The rows of the groups and of what is open, by their numbers: found without a list of all. */
export class ReportRows {
  /** The row of each group, and behind the last one how many there are. */
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
    let [low, high] = [0, this.groups.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const group = this.groups[low];
    if (!group) return null;
    const within = row - (this.#starts[low] ?? 0);
    return { group, index: low, leaf: within === 0 ? null : within - 1 };
  }

  rowOf(group: number): number {
    return this.#starts[group] ?? -1;
  }
}

/** Severities of which the report has findings, worst first, with how many. */
export function kindsOf({ counts }: CheckReport): { severity: Severity; count: number }[] {
  return SEVERITIES.flatMap((severity) =>
    counts[severity] > 0 ? [{ severity, count: counts[severity] }] : [],
  );
}
