/** Checks one file, in the program or in one of its threads. */
import type { ParsedFile } from '@lithoscope/core';
import type { Openers } from '../archive/opened.ts';
import { type ReportPart, reportJson, reportText } from '../explain/report.ts';
import { openToCheck } from './files.ts';
import { CommandError, paint } from './output.ts';
import type { CheckSettings, Item, Outcome } from './tasks.ts';

const COLORS = {
  name: 'bold',
  sound: 'green',
  label: 'dim',
  error: 'red',
  warning: 'yellow',
  information: 'cyan',
  hint: 'dim',
} as const satisfies Record<ReportPart, Parameters<typeof paint>[1]>;

/** Checks a file. Its content never makes this throw. */
export async function checkFile(
  openers: Openers,
  { target }: Item,
  style: CheckSettings,
): Promise<Outcome<'check'>> {
  let file: ParsedFile;
  try {
    file = await openToCheck(openers, target);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { problem: error.message };
  }
  try {
    const { findings, engine } = file;
    if (findings.some(({ fix }) => fix !== '')) (await openers.editing()).settleFixes(file);
    const subject = { name: target.name, file, least: style.least };
    const text = style.json
      ? reportJson(subject)
      : reportText(subject, (part, words) => paint(style, COLORS[part], words));
    const counted = {
      findings: findings.map(({ severity }) => ({ severity })),
      engine: { verdict: engine.verdict },
    };
    const inPart = findings.some(({ severity }) => severity === 'error');
    return { text, notes: [], inPart, counted };
  } finally {
    // There may be thousands of files.
    file.release();
  }
}
