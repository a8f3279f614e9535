/** Checks one file, in the program or in one of its threads. */
import type { Finding, ParsedFile } from '@lithoscope/core';
import type { Openers } from '../archive/opened.ts';
import { listed, type ReportPart, reportJson, reportText } from '../explain/report.ts';
import { openToCheck } from './files.ts';
import { CommandError, paint } from './output.ts';
import type { CheckItem, CheckSettings, KnownFinding, Outcome } from './tasks.ts';

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
  { target, known }: CheckItem,
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
    const isCoded = codeTest(style.codes);
    const isNew = newness(known);
    const isListed = (finding: Finding) => isCoded(finding.code) && isNew(finding);
    const subject = { name: target.name, file, least: style.least, isListed };
    const text = style.json
      ? reportJson(subject)
      : reportText(subject, (part, words) => paint(style, COLORS[part], words));
    const counted = {
      findings: findings.map(({ severity }) => ({ severity })),
      engine: { verdict: engine.verdict },
    };
    const count = listed(subject).length;
    // After a baseline, whatever is listed is new.
    const inPart = known ? count > 0 : findings.some(({ severity }) => severity === 'error');
    return { text, notes: [], inPart, counted, listed: count };
  } finally {
    // There may be thousands of files.
    file.release();
  }
}

/** Tests codes against patterns, in any case. */
function codeTest(codes: readonly string[] | null): (code: string) => boolean {
  if (!codes) return () => true;
  const patterns = codes.map((code) => new RegExp(`^${code.replaceAll('*', '.*')}$`, 'i'));
  return (code) => patterns.some((pattern) => pattern.test(code));
}

/** Tests whether a finding is not among those of an earlier check, or has more places than there. */
function newness(known: readonly KnownFinding[] | null): (finding: Finding) => boolean {
  if (!known) return () => true;
  const counts = new Map<string, number>();
  for (const { code, path, count } of known) {
    const key = `${code} ${path}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return ({ code, path, count }) => count > (counts.get(`${code} ${path}`) ?? 0);
}
