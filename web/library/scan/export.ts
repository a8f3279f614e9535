/** The report of a check as files: as `lithoscope check` writes it, and as a table. No DOM. */
import { identify } from '../../explain/describe.ts';
import { CHECK_JSON, reportJson, reportText, type Subject } from '../../explain/report.ts';
import { Tally } from '../../explain/tally.ts';
import type { Checked, Unread } from './report.ts';

/** `GAME.REZ/MODELS/X.ABC`; of a file that came by itself its name. */
function nameOf({ file: { source, path } }: Pick<Checked, 'file'>): string {
  return source.kind === 'files' ? path : `${source.name}/${path}`;
}

function subjectOf(checked: Checked): Subject {
  const { facts } = checked;
  return { name: nameOf(checked), file: { ...facts, info: facts } };
}

/** As `lithoscope check --json` (public/schema/check.schema.json), in parts: a library may have much to say. */
export function reportAsJson(checked: readonly Checked[]): string[] {
  return [
    CHECK_JSON.begin,
    ...checked.map((one, i) => CHECK_JSON.file(reportJson(subjectOf(one)), i === 0)),
    CHECK_JSON.end(checked.length),
  ];
}

/** As `lithoscope check` writes it for people. */
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

const COLUMNS = [
  'File',
  'Version',
  'Games',
  'Game does',
  'ModelEdit does',
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

/** A line for each finding, and one for a file without any (RFC 4180). */
export function reportAsCsv(checked: readonly Checked[], unread: readonly Unread[]): string[] {
  const lines = [csvLine(COLUMNS)];
  for (const one of checked) {
    const { engine, modelEdit, findings, game } = one.facts;
    const { version, title } = identify(one.facts);
    const file = [nameOf(one), version || title, game, engine.verdict, modelEdit.verdict];
    if (findings.length === 0) lines.push(csvLine([...file, ...EMPTY]));
    for (const { severity, code, offset, length, path, count, message, effect, remedy, source } of findings) {
      lines.push(
        csvLine([...file, severity, code, offset, length, path, count, message, effect, remedy, source]),
      );
    }
  }
  for (const one of unread) {
    const unknown = [nameOf(one), '', '', 'unknown', 'unknown', 'error', '', '', '', '', ''];
    lines.push(csvLine([...unknown, `It could not be read: ${one.problem}`, '', '', '']));
  }
  return lines;
}

const EMPTY: readonly string[] = COLUMNS.slice(5).map(() => '');

/** Values with commas between them. Ends with CR LF, as RFC 4180 has it. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => (typeof value === 'number' ? String(value) : csvCell(value))).join(',')}\r\n`;
}

/** A spreadsheet takes a text that begins so for a formula, which could call programs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
