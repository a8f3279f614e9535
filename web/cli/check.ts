/** `lithoscope check`: what is wrong with files, where, and what to do about it. */
import type { Command } from 'commander';
import { Tally } from '../explain/tally.ts';
import { batch } from './batch.ts';
import { checkFile } from './check-file.ts';
import type { Context } from './context.ts';
import { formatOf, PATHS, type Reporting, type Run, reporting } from './grammar.ts';
import { type ExitCode, paint, Report } from './output.ts';
import { targetsOf } from './targets.ts';

export function checkCommand(program: Command, run: Run): void {
  const command = program
    .command('check')
    .summary('what is wrong with files, where, and what to do about it')
    .description(
      'Says what is wrong with models, textures, sprites and archives, where, and what to do about it.',
    )
    .argument('<PATH...>', PATHS)
    .addHelpText(
      'after',
      `
Examples:
  lithoscope check MODELS "SKINS/**/*.dtx"
  lithoscope check GAME.REZ --ndjson > findings.ndjson`,
    );
  reporting(command).action((paths: string[], options: Reporting) =>
    run((context) => check(context, paths, options)),
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
