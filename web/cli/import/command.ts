/** `lithoscope import`: GLB and glTF as models, new or back into the file that they came from. */
import { rm } from 'node:fs/promises';
import { counted, formatCount } from '../../explain/describe.ts';
import { baseName, withoutExtension } from '../../explain/file-names.ts';
import { CHECK_JSON, printable } from '../../explain/report.ts';
import type { Context } from '../context.ts';
import { isFolder, type Wanted } from '../expand.ts';
import { type ExitCode, paint, UsageError } from '../output.ts';
import { placesOf } from '../places.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Target } from '../target.ts';
import { targetOf, targetsOf } from '../targets.ts';
import type { ImportCommand } from './args.ts';
import { importFile } from './file.ts';
import type { Imported, ImportItem, ImportSettings } from './task.ts';

const SOURCES: Wanted = { endings: ['glb', 'gltf'], noun: 'GLB or glTF', archives: false };

/** A thread starts in the time that one model takes. */
const MIN_FOR_THREADS = 4;

/** What came of all files. */
interface Sum {
  imported: number;
  inPart: number;
  /** Files that were not imported, and arguments that name none. */
  failed: number;
  /** Indices of names of animations that mean one in any file. */
  readonly meant: Set<number>;
}

export async function importModels(context: Context, command: ImportCommand): Promise<ExitCode> {
  const { progress, color } = context;
  const sum: Sum = { imported: 0, inPart: 0, failed: 0, meant: new Set() };
  const reject = (problem: string) => {
    sum.failed++;
    context.warn(problem);
  };
  const { merge } = command;
  const base = merge === null ? null : await targetOf(context, merge);
  progress.show('Looking for files …');
  const { targets, problems } = await targetsOf(context, command.models, SOURCES);
  problems.forEach(reject);
  const isList = command.format === 'json';
  if (targets.length === 0) {
    if (isList) await context.write(CHECK_JSON.begin + CHECK_JSON.end(0));
    return 2;
  }
  if (base && targets.length > 1)
    throw new UsageError(`--merge takes one GLB, and ${counted(targets.length, 'file')} were found.`);
  const items = await itemsOf(targets, command, reject);
  const alone = items.length === 1;
  const json = command.format !== 'text';
  const settings: ImportSettings = { ...command.settings, base, alone, json, color };
  if (isList) await context.write(CHECK_JSON.begin);
  let done = 0;
  for await (const [{ target }, imported] of resultsOf(context, items, settings)) {
    progress.show(`Imported ${formatCount(++done)} of ${formatCount(items.length)}: ${target.name}`);
    if ('problem' in imported) {
      reject(imported.problem);
      continue;
    }
    const { text, notes, inPart, meant } = imported;
    for (const note of notes) context.warn(note);
    const line = isList ? CHECK_JSON.file(text, sum.imported === 0) : `${text}\n`;
    sum.imported++;
    if (inPart) sum.inPart++;
    for (const i of meant) sum.meant.add(i);
    await context.write(json ? line : text);
  }
  if (isList) await context.write(CHECK_JSON.end(sum.imported));
  else if (!json && !alone) await context.write(summary(context, sum, command));
  const isMeant = alone || everyNameMeant(context, settings, sum);
  if (sum.failed > 0 || !isMeant) return 2;
  return sum.inPart > 0 ? 1 : 0;
}

async function itemsOf(
  targets: readonly Target[],
  { output, settings: { dryRun } }: ImportCommand,
  reject: (problem: string) => void,
): Promise<readonly ImportItem[]> {
  if (output === null) return targets.map((target) => ({ target, place: null }));
  const { files, problems } = await placesOf(targets, {
    output,
    isFile: /\.abc$/i.test(output) && !(await isFolder(output)),
    name: (name) => `${withoutExtension(baseName(name))}.abc`,
    dryRun,
  });
  problems.forEach(reject);
  return files;
}

/** The files with what came of each, in their order. However it ends, nothing is left that is half written. */
async function* resultsOf(
  context: Context,
  items: readonly ImportItem[],
  settings: ImportSettings,
): AsyncGenerator<[ImportItem, Imported]> {
  // From here on Ctrl+C waits until things are in order.
  const signal = context.stopSignal();
  const running = new Set<ImportItem>();
  try {
    const results = sideBySide<ImportItem, Imported>({
      items,
      minForThreads: MIN_FOR_THREADS,
      batch: 1,
      threads: () => context.threads(),
      inThread(threads, some) {
        for (const item of some) running.add(item);
        return threads.run('importModels', { items: some, settings });
      },
      here(item) {
        running.add(item);
        const name = item.target.name;
        return importFile(context, item, settings, {
          signal,
          progress: (done) => context.progress.show(`Importing ${name}: ${Math.round(100 * done)} %`),
          say: (line) => context.warn(line),
        });
      },
      nameOf: ({ target }) => target.name,
      signal,
    });
    let done = 0;
    for await (const imported of results) {
      const item = items[done++] as ImportItem;
      if (!('problem' in imported)) running.delete(item);
      yield [item, imported];
    }
  } finally {
    // A thread that was ended, or lost, left what it was writing.
    const left = [...running].flatMap(({ place }) => (place ? [place.temporary] : []));
    await Promise.all(left.map((path) => rm(path, { force: true })));
  }
}

function summary(context: Context, { imported, inPart, failed }: Sum, command: ImportCommand): string {
  const verb = command.settings.dryRun ? 'would be imported' : 'imported';
  const where = command.output === null ? '' : ` to ${printable(command.output)}`;
  const parts = [`${counted(imported, 'model')} ${verb}${where}`];
  if (inPart > 0) parts.push(`${formatCount(inPart)} of them with warnings or errors`);
  if (failed > 0) parts.push(`${formatCount(failed)} not`);
  return `${paint(context, failed > 0 ? 'red' : 'green', parts.join(', '))}\n`;
}

/** Says which names of animations no file has. */
function everyNameMeant(context: Context, { animations }: ImportSettings, { imported, meant }: Sum): boolean {
  if (typeof animations === 'string' || imported === 0) return true;
  const missing = animations.filter((_, i) => !meant.has(i));
  for (const name of missing) context.warn(`No file has an animation "${name}".`);
  return missing.length === 0;
}
