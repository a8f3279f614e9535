/** `lithoscope export`: models as GLB, with their skins and the animations of their child models. */
import { rm } from 'node:fs/promises';
import { counted, formatCount } from '../../explain/describe.ts';
import { CHECK_JSON, printable } from '../../explain/report.ts';
import type { Context } from '../context.ts';
import type { Wanted } from '../expand.ts';
import { type ExitCode, paint } from '../output.ts';
import { sideBySide } from '../side-by-side.ts';
import { targetsOf } from '../targets.ts';
import type { ExportCommand } from './args.ts';
import { Finder } from './find.ts';
import { exportModel } from './model.ts';
import { placesOf } from './places.ts';
import { rootsOf } from './roots.ts';
import type { Exported, ExportSettings, ModelTask } from './task.ts';

const MODELS: Wanted = { endings: ['abc'], noun: 'model', archives: false };

/** A thread starts in the time that one model takes. */
const MIN_FOR_THREADS = 4;

/** What came of all models. */
interface Sum {
  exported: number;
  inPart: number;
  /** Models that were not exported, and arguments that name none. */
  failed: number;
  /** Indices of names of animations that mean one in any model. */
  readonly meant: Set<number>;
}

export async function exportModels(context: Context, command: ExportCommand): Promise<ExitCode> {
  const { progress } = context;
  const signal = context.stopSignal();
  const sum: Sum = { exported: 0, inPart: 0, failed: 0, meant: new Set() };
  const reject = (problem: string) => {
    sum.failed++;
    context.warn(printable(problem));
  };
  progress.show('Looking for files …');
  const { targets, problems } = await targetsOf(context, command.models, MODELS);
  problems.forEach(reject);
  if (targets.length === 0) return 2;
  const placed = await placesOf(targets, command.output, command.settings);
  placed.problems.forEach(reject);
  const { models } = placed;
  const alone = models.length === 1;
  const settings: ExportSettings = {
    ...command.settings,
    alone,
    json: command.format !== 'text',
    color: context.color,
  };
  const roots = await rootsOf(context, command, models);
  const isList = command.format === 'json';
  if (isList) await context.write(CHECK_JSON.begin);
  const running = new Set<string>();
  const begin = (some: readonly ModelTask[]) => {
    for (const { place } of some) running.add(place.temporary);
  };
  const finder = new Finder(roots);
  let done = 0;
  try {
    const results = sideBySide<ModelTask, Exported>({
      items: models,
      minForThreads: MIN_FOR_THREADS,
      batch: 1,
      threads: () => context.threads(roots),
      inThread(threads, some) {
        begin(some);
        return threads.run('exportModels', { models: some, settings });
      },
      here(model) {
        begin([model]);
        progress.show(`Exporting ${printable(model.target.name)}`);
        return exportModel(context, finder, model, settings, signal);
      },
      signal,
    });
    for await (const exported of results) {
      const model = models[done];
      running.delete(model?.place.temporary ?? '');
      progress.show(
        `Exported ${formatCount(++done)} of ${formatCount(models.length)}: ${printable(model?.target.name ?? '')}`,
      );
      if ('problem' in exported) {
        reject(exported.problem);
        continue;
      }
      const { text, inPart, meant } = exported;
      const lines = settings.json ? (isList ? CHECK_JSON.file(text, sum.exported === 0) : `${text}\n`) : text;
      sum.exported++;
      if (inPart) sum.inPart++;
      for (const i of meant) sum.meant.add(i);
      await context.write(lines);
    }
  } finally {
    // A thread that was ended left what it was writing.
    await Promise.all([...running].map((temporary) => rm(temporary, { force: true })));
  }
  if (isList) await context.write(CHECK_JSON.end(sum.exported));
  else if (!settings.json && !alone) await context.write(summary(context, sum, command));
  const isMeant = alone || everyNameMeant(context, settings, sum);
  if (sum.failed > 0 || !isMeant) return 2;
  return sum.inPart > 0 ? 1 : 0;
}

function summary(context: Context, { exported, inPart, failed }: Sum, command: ExportCommand): string {
  const verb = command.settings.dryRun ? 'would be exported' : 'exported';
  const parts = [`${counted(exported, 'model')} ${verb} to ${command.output}`];
  if (inPart > 0) parts.push(`${formatCount(inPart)} of them with warnings or errors`);
  if (failed > 0) parts.push(`${formatCount(failed)} not`);
  return `${paint(context, failed > 0 ? 'red' : 'green', parts.join(', '))}\n`;
}

/** Says which names of animations no model has. */
function everyNameMeant(context: Context, { animations }: ExportSettings, { exported, meant }: Sum): boolean {
  if (typeof animations === 'string' || exported === 0) return true;
  const missing = animations.filter((_, i) => !meant.has(i));
  for (const name of missing) context.warn(`No model has an animation "${printable(name)}".`);
  return missing.length === 0;
}
