/** Findings of files: as text, as JSON, as a table, and counted over many files. */
import type { EngineVerdict, Finding, FindingPlace, Severity } from '@lithoscope/core';
import type { CellValue } from '../lib/csv.ts';
import { counted, formatCount, gamesOf, type Identifiable, identityOf } from './describe.ts';
import { isReadFormat } from './formats.ts';
import { toJson } from './json.ts';
import {
  ENGINE_ANSWERS,
  ENGINE_WORDS,
  type EngineAnswer,
  isSerious,
  type Judged,
  SEVERITIES,
  SEVERITY_WORDS,
  verdictOf,
  worse,
  worstFirst,
} from './verdict.ts';

/** The subject of a report: a name or path, and the parsed file or its facts. */
export interface Subject {
  name: string;
  file: { readonly info: Identifiable } & Judged;
  /** Findings of a lower severity are counted, and not listed; absent: all are listed. */
  least?: Severity | undefined;
  /** Others are not listed either; absent: all are. */
  isListed?: ((finding: Finding) => boolean) | undefined;
}

/** The findings that a report lists. */
export const listed = ({ file, least = 'hint', isListed = () => true }: Subject): Finding[] =>
  file.findings.filter((finding) => worse(finding.severity, least) === finding.severity && isListed(finding));

/** Parts of the text that a terminal colours. */
export type ReportPart = 'name' | 'sound' | 'label' | Severity;

/** Styles a part of the text. */
type ReportStyle = (part: ReportPart, text: string) => string;

const unstyled: ReportStyle = (_part, text) => text;

/** The report as text with its last line break. Control characters in the file and its name are escaped. */
export function reportText(subject: Subject, style = unstyled): string {
  const { name, file } = subject;
  const { info, findingsTruncated, engine, modelEdit } = file;
  const { title, version } = identityOf(info);
  const identity = `${style('name', printable(name))}: ${[title, version].filter(Boolean).join(', ')}.`;
  const lines: string[] = [];
  if (isReadFormat(info.format)) {
    const { severity, text } = verdictOf(file);
    lines.push(`${identity} ${style(isSerious(severity) ? severity : 'sound', text)}`);
    const reason = (label: string, { reason: text }: EngineVerdict) =>
      lines.push(`  ${style('label', `${label}:`)} ${printable(text)}`);
    if (engine.verdict !== 'loads') reason('Game', engine);
    if (modelEdit.verdict !== engine.verdict) reason('ModelEdit', modelEdit);
  } else {
    // Other formats have no verdict: the title says it all.
    lines.push(identity);
  }
  for (const finding of worstFirst(listed(subject))) lines.push(findingText(finding, style));
  if (findingsTruncated) lines.push('  … and more that are not listed');
  return `${lines.join('\n')}\n`;
}

/** The report as an entry of `files` in `check --json` (public/schema/check.schema.json). */
export function reportData(subject: Subject) {
  const { name, file } = subject;
  const { info, engine, modelEdit, findingsTruncated } = file;
  const findings = listed(subject).map(
    ({ code, severity, message, effect, remedy, source, fix, offset, length, path, count, places }) => {
      return { code, severity, message, effect, remedy, source, fix, offset, length, path, count, places };
    },
  );
  return { file: name, version: info.version, engine, modelEdit, findings, truncated: findingsTruncated };
}

/** The report as one line of JSON, for `check --ndjson`. */
export const reportJson = (subject: Subject): string => toJson(reportData(subject));

/** The parts of `check --json`, written one by one: the start, each file, and the end. */
export const CHECK_JSON = {
  begin: '{"files":[',
  /** @param json of `reportJson` */
  file: (json: string, isFirst: boolean): string => `${isFirst ? '\n' : ',\n'}${json}`,
  end: (files: number): string => (files > 0 ? '\n]}\n' : ']}\n'),
} as const;

/** Text from a file for a terminal: control characters, which could control it, are escaped. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** `0x4E20+12 Pieces.Pieces[0].Name` */
function placeText({ offset, length, path }: FindingPlace): string {
  const start = `0x${offset.toString(16).toUpperCase()}`;
  return `${length > 0 ? `${start}+${length}` : start} ${printable(path)}`.trimEnd();
}

function findingText(finding: Finding, style: ReportStyle): string {
  const { severity, code, message, effect, remedy, source, count } = finding;
  const times = count > 1 ? ` (${formatCount(count)} times)` : '';
  const lines = [
    `  ${style(severity, SEVERITY_WORDS[severity])} ${code} at ${placeText(finding)}${times}`,
    `    ${printable(message)}`,
  ];
  if (effect) lines.push(`    ${style('label', 'Effect:')} ${printable(effect)}`);
  if (remedy) lines.push(`    ${style('label', 'Remedy:')} ${printable(remedy)}`);
  if (source) lines.push(`    ${style('label', 'Rule:')} ${source}`);
  return [...lines, ...furtherPlaces(finding, style)].join('\n');
}

/** Further places of a finding: the known ones, and the number of others. */
function furtherPlaces({ places, count }: Finding, style: ReportStyle): string[] {
  const texts = places.slice(1).map(placeText);
  const rest = count - places.length;
  if (rest > 0) texts.push(`${texts.length > 0 ? 'and at ' : ''}${counted(rest, 'more place')}`);
  return texts.map((text, i) => `    ${i === 0 ? style('label', 'Also at') : '       '} ${text}`);
}

export const REPORT_COLUMNS = [
  'File',
  'Version',
  'Games',
  'In the game',
  'In ModelEdit',
  'Severity',
  'Code',
  'Offset',
  'Length',
  'Path',
  'Count',
  'Message',
  'Effect',
  'Remedy',
  'Rule',
] as const;

/** Values by `REPORT_COLUMNS`, in the order of the findings. */
export function reportRows({ name, file }: Subject): CellValue[][] {
  const { info, engine, modelEdit, findings } = file;
  const { version, title } = identityOf(info);
  const head = [name, version || title, gamesOf(info).short, engine.verdict, modelEdit.verdict];
  if (findings.length === 0) return [[...head, ...EMPTY]];
  return findings.map(({ severity, code, offset, length, path, count, message, effect, remedy, source }) => {
    return [...head, severity, code, offset, length, path, count, message, effect, remedy, source];
  });
}

/** The row of a file that could not be read. */
export function unreadRow(name: string, problem: string): CellValue[] {
  const unknown = [name, '', '', 'unknown', 'unknown', 'error', '', '', '', '', ''];
  return [...unknown, `It could not be read: ${problem}`, '', '', ''];
}

const EMPTY: readonly string[] = REPORT_COLUMNS.slice(5).map(() => '');

/** The data of a checked file that are counted. */
export interface Counted {
  readonly findings: readonly { readonly severity: Severity }[];
  readonly engine: { readonly verdict: EngineAnswer };
}

export class Tally {
  files = 0;
  /** Files with an error. */
  damaged = 0;
  /** Files that could not be opened, and arguments that name no file. */
  unusable = 0;
  /** Findings by severity; a finding with several places counts once. */
  readonly #findings = new Map<Severity, number>();
  readonly #engine = new Map<EngineAnswer, number>();

  add({ findings, engine }: Counted): void {
    this.files++;
    if (findings.some(({ severity }) => severity === 'error')) this.damaged++;
    for (const { severity } of findings) increase(this.#findings, severity);
    increase(this.#engine, engine.verdict);
  }

  /** `3 files checked, 1 with errors, 2 could not be opened` */
  get headline(): string {
    const parts = [`${counted(this.files, 'file')} checked`, `${formatCount(this.damaged)} with errors`];
    if (this.unusable > 0) parts.push(`${formatCount(this.unusable)} could not be opened`);
    return parts.join(', ');
  }

  /** `Problems: 1 error, 2 hints` and `Games: 2 loaded, 1 refused`: a line each, none for no files. */
  get details(): string[] {
    const findings = SEVERITIES.flatMap((severity) => {
      const count = this.#findings.get(severity);
      return count ? [counted(count, SEVERITY_WORDS[severity])] : [];
    });
    const answers = ENGINE_ANSWERS.flatMap((answer) => {
      const count = this.#engine.get(answer);
      return count ? [`${formatCount(count)} ${ENGINE_WORDS[answer].files}`] : [];
    });
    if (answers.length === 0) return [];
    return [`Problems: ${findings.join(', ') || 'none'}`, `Games: ${answers.join(', ')}`];
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
