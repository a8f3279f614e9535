/** `lithoscope check`: what is wrong with files, where, and what to do about it. */
import { Tally } from '../explain/tally.ts';
import { batch } from './batch.ts';
import { checkFile } from './check-file.ts';
import type { Context } from './context.ts';
import { formatOf, type Program, type Reporting } from './grammar.ts';
import { type ExitCode, paint } from './output.ts';
import { Report } from './report.ts';
import { targetsOf } from './targets.ts';

export function checkCommand(program: Program): void {
  program
    .command('check')
    .about(
      'what is wrong with files, where, and what to do about it',
      'Says what is wrong with models, textures, sprites and archives, where, and what to do about it.',
      'check MODELS "SKINS/**/*.dtx"',
      'check GAME.REZ --ndjson > findings.ndjson',
    )
    .paths()
    .reporting()
    .action((paths: string[], options: Reporting) =>
      program.run((context) => check(context, paths, options)),
    );
}

async function check(context: Context, paths: readonly string[], options: Reporting): Promise<ExitCode> {
  const report = new Report(context, formatOf(options));
  const tally = new Tally();
  context.progress.show('Looking for files …');
  const { targets, problems, isSound } = await targetsOf(context, paths);
  problems.forEach(report.reject);
  await report.begin();
  await batch(report, {
    kind: 'check',
    items: targets.map((target) => ({ target })),
    settings: report.style,
    verb: 'Checked',
    here: (item) => checkFile(context, item, report.style),
    onOutcome(outcome) {
      if (!('problem' in outcome)) tally.add(outcome.counted);
    },
  });
  tally.unusable = report.failed;
  const headline = paint(context, tally.damaged + tally.unusable > 0 ? 'red' : 'green', tally.headline);
  // Of one file it would only repeat what stands above.
  const details = tally.files > 1 ? tally.details : [];
  await report.end([headline, ...details.map((line) => `  ${line}`)].join('\n'));
  return report.code === 0 && !isSound ? 1 : report.code;
}
