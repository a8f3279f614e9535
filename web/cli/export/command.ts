/** `lithoscope export`: models as GLB, with their skins and the animations of their child models. */
import { rm } from 'node:fs/promises';
import { counted, formatCount } from '../../explain/describe.ts';
import { modelName } from '../../explain/file-names.ts';
import { CHECK_JSON, printable } from '../../explain/report.ts';
import type { Context } from '../context.ts';
import { isFolder, type Wanted } from '../expand.ts';
import { type ExitCode, paint } from '../output.ts';
import { type PlacedFile, placesOf } from '../places.ts';
import { sideBySide } from '../side-by-side.ts';
import { targetsOf } from '../targets.ts';
import type { ExportCommand } from './args.ts';
import { Finder } from './find.ts';
import { exportModel } from './model.ts';
import { rootsOf } from './roots.ts';
import type { Exported, ExportSettings, Roots } from './task.ts';

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
  const sum: Sum = { exported: 0, inPart: 0, failed: 0, meant: new Set() };
  const reject = (problem: string) => {
    sum.failed++;
    context.warn(problem);
  };
  progress.show('Looking for files …');
  const { targets, problems } = await targetsOf(context, command.models, MODELS);
  problems.forEach(reject);
  const isList = command.format === 'json';
  if (targets.length === 0) {
    if (isList) await context.write(CHECK_JSON.begin + CHECK_JSON.end(0));
    return 2;
  }
  const { output, settings: asked } = command;
  const placed = await placesOf(targets, {
    output,
    isFile: /\.glb$/i.test(output) && !(await isFolder(output)),
    name: (name) => `${modelName(name)}.glb`,
    dryRun: asked.dryRun,
  });
  placed.problems.forEach(reject);
  const { files: models } = placed;
  const alone = models.length === 1;
  const settings: ExportSettings = {
    ...asked,
    alone,
    json: command.format !== 'text',
    color: context.color,
  };
  const roots = await rootsOf(context, command, models);
  if (isList) await context.write(CHECK_JSON.begin);
  let done = 0;
  for await (const [{ target }, exported] of resultsOf(context, models, roots, settings)) {
    progress.show(`Exported ${formatCount(++done)} of ${formatCount(models.length)}: ${target.name}`);
    if ('problem' in exported) {
      reject(exported.problem);
      continue;
    }
    const { text, inPart, meant } = exported;
    const json = isList ? CHECK_JSON.file(text, sum.exported === 0) : `${text}\n`;
    sum.exported++;
    if (inPart) sum.inPart++;
    for (const i of meant) sum.meant.add(i);
    await context.write(settings.json ? json : text);
  }
  if (isList) await context.write(CHECK_JSON.end(sum.exported));
  else if (!settings.json && !alone) await context.write(summary(context, sum, command));
  const isMeant = alone || everyNameMeant(context, settings, sum);
  if (sum.failed > 0 || !isMeant) return 2;
  return sum.inPart > 0 ? 1 : 0;
}

/** The models with what came of each, in their order. However it ends, nothing is left that is half written. */
async function* resultsOf(
  context: Context,
  models: readonly PlacedFile[],
  roots: Roots,
  settings: ExportSettings,
): AsyncGenerator<[PlacedFile, Exported]> {
  // From here on Ctrl+C waits until things are in order.
  const signal = context.stopSignal();
  const finder = new Finder(roots);
  const running = new Set<PlacedFile>();
  try {
    const results = sideBySide<PlacedFile, Exported>({
      items: models,
      minForThreads: MIN_FOR_THREADS,
      batch: 1,
      threads: () => context.threads(roots),
      inThread(threads, some) {
        for (const model of some) running.add(model);
        return threads.run('exportModels', { models: some, settings });
      },
      here(model) {
        running.add(model);
        context.progress.show(`Exporting ${model.target.name}`);
        return exportModel(context, finder, model, settings, signal);
      },
      nameOf: ({ target }) => target.name,
      signal,
    });
    let done = 0;
    for await (const exported of results) {
      const model = models[done++] as PlacedFile;
      if (!('problem' in exported)) running.delete(model);
      yield [model, exported];
    }
  } finally {
    // A thread that was ended, or lost, left what it was writing.
    await Promise.all([...running].map(({ place }) => rm(place.temporary, { force: true })));
  }
}

function summary(context: Context, { exported, inPart, failed }: Sum, command: ExportCommand): string {
  const verb = command.settings.dryRun ? 'would be exported' : 'exported';
  const parts = [`${counted(exported, 'model')} ${verb} to ${printable(command.output)}`];
  if (inPart > 0) parts.push(`${formatCount(inPart)} of them with warnings or errors`);
  if (failed > 0) parts.push(`${formatCount(failed)} not`);
  return `${paint(context, failed > 0 ? 'red' : 'green', parts.join(', '))}\n`;
}

/** Says which names of animations no model has. */
function everyNameMeant(context: Context, { animations }: ExportSettings, { exported, meant }: Sum): boolean {
  if (typeof animations === 'string' || exported === 0) return true;
  const missing = animations.filter((_, i) => !meant.has(i));
  for (const name of missing) context.warn(`No model has an animation "${name}".`);
  return missing.length === 0;
}
