/** The report of a check as files: as `lithoscope check` writes it, and as a table. */

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
import { BYTE_ORDER_MARK, csvLine } from '../../lib/csv.ts';
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

/** A line for each finding, and one for a file without any. */
export function reportAsCsv(checked: readonly Checked[], unread: readonly Unread[]): string[] {
  return [
    BYTE_ORDER_MARK + csvLine(REPORT_COLUMNS),
    ...checked.flatMap((one) => reportRows(subjectOf(one)).map(csvLine)),
    ...unread.map((one) => csvLine(unreadRow(nameOf(one), one.problem))),
  ];
}
