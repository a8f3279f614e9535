/** The command `check`: findings of files, all of them or those that an earlier check did not have. */
import { readFile } from 'node:fs/promises';
import type { Severity } from '@lithoscope/core';
import { Tally } from '../explain/report.ts';
import { SEVERITIES, SEVERITY_WORDS } from '../explain/verdict.ts';
import { type Batch, batch, Report } from './batch.ts';
import { checkFile } from './check-file.ts';
import type { Context } from './context.ts';
import { reasonOf } from './disk.ts';
import { formatOf, kind, listOf, type Program, type Reporting } from './grammar.ts';
import { CommandError, cannotOpen, type ExitCode, paint } from './output.ts';
import { targetsOf } from './targets.ts';
import type { CheckSettings, KnownFinding, Target } from './tasks.ts';

export interface CheckOptions extends Reporting {
  readonly severity?: Severity;
  readonly code?: readonly string[];
  readonly quiet?: boolean;
  readonly baseline?: string;
}

const SEVERITY = kind('error, warning, info or hint', (text) =>
  SEVERITIES.find((severity) => SEVERITY_WORDS[severity] === text),
);

const CODE = kind('a code', (text) => (/^[\w*]+$/.test(text) ? text : undefined));

export function checkCommand(program: Program): void {
  checkOptions(
    program
      .command('check')
      .about(
        'find problems in files and show how to fix them',
        'Reports what is wrong with models, textures, sprites and archives, where, and what to do about it.',
        'check MODELS "SKINS/**/*.dtx"',
        'check GAME.REZ --ndjson > findings.ndjson',
        'check MODELS --severity warning --baseline findings.ndjson --quiet',
      ),
  ).action((paths: string[], options: CheckOptions) =>
    program.run((context) => check(context, paths, options)),
  );
}

/** Paths and options of a command that checks files. */
export function checkOptions(command: Program): Program {
  return command
    .paths()
    .value('--severity <LEVEL>', 'list only problems of this severity or above', SEVERITY)
    .value(
      '--code <CODE,…>',
      'list only problems with these codes; * is any characters',
      listOf('codes of problems, such as UV_RANGE,TEXTURE_*', CODE),
    )
    .option('--quiet', 'list only files with listed problems, and no summary')
    .text('--baseline <FILE>', 'list only problems that this result of --json or --ndjson does not have')
    .reporting();
}

async function check(context: Context, paths: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const { quiet = false } = options;
  const report = new Report(context, formatOf(options));
  const checking = await checkingOf(report, options);
  const tally = new Tally();
  context.progress.show('Looking for files…');
  const { targets, problems, isSound } = await targetsOf(context, paths);
  problems.forEach(report.reject);
  await report.begin();
  await batch(report, {
    ...checking(targets),
    onOutcome(outcome) {
      if (!('problem' in outcome)) tally.add(outcome.counted);
    },
    isTold: ({ listed }) => !quiet || listed > 0,
  });
  tally.unusable = report.failed;
  await report.end(quiet ? '' : summaryOf(context, tally));
  return report.code === 0 && !isSound ? 1 : report.code;
}

/** `3 files checked, 1 with errors`, in colour; of several files with what was found. */
export function summaryOf(context: Context, tally: Tally): string {
  const headline = paint(context, tally.damaged + tally.unusable > 0 ? 'red' : 'green', tally.headline);
  // For one file they would repeat the lines above.
  const details = tally.files > 1 ? tally.details : [];
  return [headline, ...details.map((line) => `  ${line}`)].join('\n');
}

/**
 * How files are checked by these options.
 * @throws {CommandError} when the baseline cannot be used
 */
export async function checkingOf(
  { context, style }: Report,
  { severity, code, baseline }: CheckOptions,
): Promise<(targets: readonly Target[]) => Batch<'check'>> {
  const settings: CheckSettings = { ...style, least: severity, codes: code ?? null };
  const known = baseline === undefined ? null : await knownFindings(baseline);
  return (targets) => ({
    kind: 'check',
    items: targets.map((target) => ({ target, known: known && (known.get(target.name) ?? []) })),
    settings,
    verb: 'Checked',
    here: (item) => checkFile(context, item, settings),
  });
}

/**
 * Findings of an earlier check by the names of their files.
 * @throws {CommandError} when the file cannot be read, or is no result of `check`
 */
async function knownFindings(path: string): Promise<ReadonlyMap<string, readonly KnownFinding[]>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw cannotOpen(path, `${reasonOf(error)}.`);
  }
  const known = new Map<string, readonly KnownFinding[]>();
  try {
    for (const { file, findings } of entriesIn(text)) {
      const list = findings.map(({ code, path: place, count }) => ({ code, path: place, count }));
      known.set(file, [...(known.get(file) ?? []), ...list]);
    }
  } catch {
    throw new CommandError(`${path} is not a result of check --json or --ndjson.`);
  }
  return known;
}

interface Entry {
  readonly file: string;
  readonly findings: readonly KnownFinding[];
}

/** The entries of one JSON document, or of JSON lines. Throws for anything else. */
function entriesIn(text: string): readonly Entry[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isDocument = /^\s*\{\s*"files"/.test(text);
  const found: readonly Entry[] = isDocument
    ? JSON.parse(text).files
    : lines.map((line): Entry => JSON.parse(line));
  for (const { file, findings } of found)
    if (typeof file !== 'string' || !Array.isArray(findings)) throw new TypeError();
  return found;
}
