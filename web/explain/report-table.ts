/** The findings of files as a table: a row for each finding, and one for a file without any. */
import type { CellValue } from '../lib/csv.ts';
import { gamesOf, identityOf } from './describe.ts';
import type { Subject } from './report.ts';

export const REPORT_COLUMNS = [
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
