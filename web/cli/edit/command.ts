/** `lithoscope set`, `edit`, `fix` and `convert`: changed files, in other places or their own. */
import { readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { comparable, isArchiveName } from '../../archive/paths.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { dataOfJson, editsFromData, filesNamedIn, NoEdit } from '../../explain/edit-json.ts';
import { CHECK_JSON, printable } from '../../explain/report.ts';
import type { Context } from '../context.ts';
import { reasonOf } from '../disk.ts';
import { isFolder, READABLE, type Wanted } from '../expand.ts';
import { bytesAt } from '../files.ts';
import { type ExitCode, lowerFirst, paint, UsageError } from '../output.ts';
import { placesOf } from '../places.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Target } from '../target.ts';
import { isFile, type Targets, targetOf, targetsNamed, targetsOf } from '../targets.ts';
import { temporaryFor } from '../write.ts';
import { ArchiveOutputs } from './archives.ts';
import type { EditCommand } from './args.ts';
import { editFile } from './file.ts';
import type { Change, Destination, EditedFile, EditItem, EditSettings } from './task.ts';

const MODELS: Wanted = { endings: ['abc'], noun: 'model', archives: false };

/** Files that a thread is given at a time, and fewer than which need none. */
const BATCH = 8;
const MIN_FOR_THREADS = 64;

export async function editFiles(context: Context, command: EditCommand): Promise<ExitCode> {
  const { progress } = context;
  const sum = { changed: 0, unchanged: 0, inPart: 0, failed: 0 };
  const reject = (problem: string) => {
    sum.failed++;
    context.warn(problem);
  };
  const change = await changeOf(context, command);
  progress.show('Looking for files …');
  const { targets, problems } = await filesOf(context, command);
  problems.forEach(reject);
  const archives = new ArchiveOutputs(context, command.settings.force);
  // Archives with all in them: what is wrong with themselves is said and left.
  const whole = new Set(command.name === 'fix' ? targets.filter(isArchiveItself) : []);
  const files = targets.filter((target) => !whole.has(target));
  const items = files.length > 0 ? await itemsOf(files, command, archives, reject) : [];
  for (const target of whole) items.push({ target, to: null });
  const settings: EditSettings = {
    ...command.settings,
    change,
    json: command.format !== 'text',
    color: context.color,
  };
  const isList = command.format === 'json';
  if (isList) await context.write(CHECK_JSON.begin);
  let written = 0;
  let done = 0;
  // Of the last one the threads have ended first: some systems replace no file that is open.
  const writeArchives = async () => {
    if (!settings.dryRun) for (const problem of await archives.write()) reject(problem);
  };
  for await (const [{ target, to }, edited] of resultsOf(context, items, settings)) {
    await writeArchives();
    progress.show(`Changing ${formatCount(++done)} of ${formatCount(items.length)}: ${target.name}`);
    if (to?.kind === 'archive') archives.add(to, edited);
    if ('problem' in edited) {
      reject(edited.problem);
      continue;
    }
    const { text, refused, changed, inPart, isSound } = edited;
    for (const line of refused) context.warn(line);
    if (changed) sum.changed++;
    else if (!whole.has(target)) sum.unchanged++;
    if (inPart) sum.inPart++;
    // Of many files those are shown of which there is something to say.
    const isNews = changed || inPart || !isSound;
    if (change.kind === 'fix' && !settings.json && items.length > 1 && !isNews) continue;
    await context.write(isList ? CHECK_JSON.file(text, written === 0) : settings.json ? `${text}\n` : text);
    written++;
  }
  await writeArchives();
  if (isList) await context.write(CHECK_JSON.end(written));
  else if (!settings.json && items.length > 1) await context.write(summary(context, command, sum));
  if (sum.failed > 0) return 2;
  return sum.inPart > 0 ? 1 : 0;
}

/** What `set` and `edit` are given is the file itself, also an archive; `fix` and `convert` look into it. */
async function filesOf(context: Context, { name, files }: EditCommand): Promise<Targets> {
  if (name === 'fix' || name === 'convert')
    return targetsOf(context, files, name === 'convert' ? MODELS : READABLE);
  const targets = await Promise.all(files.map((file) => targetsNamed(context, file)));
  return { targets: targets.flat(), problems: [], isSound: true };
}

/** @throws {UsageError} when the operations cannot be read, or nothing of a code is ever mended */
async function changeOf(context: Context, { asked }: EditCommand): Promise<Change> {
  if (asked.kind === 'edit')
    return { kind: 'edit', operations: await operationsAt(context, asked.operations) };
  if (asked.kind !== 'fix' || asked.codes === null) return asked;
  const textures = await context.textures();
  const all = [
    ...context.lithoscope.catalogue(),
    ...textures.catalogue(),
    ...textures.sprites.catalogue(),
    ...(await context.rez()).catalogue(),
  ];
  for (const code of asked.codes) {
    const entries = all.filter((entry) => entry.code === code);
    if (entries.length === 0) throw new UsageError(`There is no finding "${code}".`);
    if (entries.every(({ fix }) => fix === ''))
      throw new UsageError(`${code} has no repair that is safe (docs/findings.md says which have).`);
  }
  return asked;
}

async function operationsAt(context: Context, path: string) {
  let text: string;
  try {
    text = path === '-' ? await context.stdin() : await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot open ${path}: ${reasonOf(error)}.`);
  }
  try {
    const data = dataOfJson(text);
    return editsFromData(data, await filesOfOperations(context, filesNamedIn(data)));
  } catch (error) {
    if (!(error instanceof NoEdit)) throw error;
    const [, said] = /^It (.*)$/s.exec(error.message) ?? [];
    throw new UsageError(said ? `${path} ${said}` : `${path}: ${lowerFirst(error.message)}`);
  }
}

/** Other models that operations take something from, each named as the file that is changed. @throws {UsageError} */
async function filesOfOperations(context: Context, names: readonly string[]) {
  const files = new Map<string, Uint8Array>();
  for (const name of names) files.set(name, await bytesAt(await targetOf(context, name)));
  return files;
}

/** Where each file goes. @throws {UsageError} when they cannot go there */
async function itemsOf(
  targets: readonly Target[],
  { files: args, output, inPlace, settings }: EditCommand,
  archives: ArchiveOutputs,
  reject: (problem: string) => void,
): Promise<EditItem[]> {
  if (inPlace)
    return Promise.all(targets.map(async (target) => ({ target, to: await ownPlace(target, archives) })));
  if (output === null) return targets.map((target) => ({ target, to: null }));
  const isDirectory = await isFolder(output);
  const isItself = isNamed(targets, args);
  const [first] = targets;
  const isArchive = isItself && first !== undefined && isArchiveItself(first);
  if (isArchiveName(output) && !isDirectory && !isArchive) {
    // Before any work is done.
    if (!settings.force && !settings.dryRun && (await isFile(output)))
      throw new UsageError(`${output}: not written, there is such a file already (--force replaces it).`);
    return targets.map((target) => ({ target, to: archives.placeIn(output, target, targets[0] ?? target) }));
  }
  const isOneFile = !isDirectory && !/[\\/]$/.test(output) && isItself;
  const { files, problems } = await placesOf(targets, {
    output,
    isFile: isOneFile,
    name: (name) => name,
    dryRun: settings.dryRun,
  });
  problems.forEach(reject);
  return files.map(({ target, place }) => ({
    target,
    to: { kind: 'file', place, inPlace: false, always: isOneFile },
  }));
}

/** Whether the only file is what the only argument names: what a folder or a pattern means may be more another day. */
function isNamed([target, ...others]: readonly Target[], [argument, ...further]: readonly string[]): boolean {
  if (!target || argument === undefined || others.length + further.length > 0) return false;
  const plain = (path: string) => comparable(path).replaceAll('!/', '/');
  return plain(target.name) === plain(argument);
}

function isArchiveItself({ name, origin }: Target): boolean {
  return origin.kind !== 'archive' && isArchiveName(name);
}

async function ownPlace(target: Target, archives: ArchiveOutputs): Promise<Destination> {
  const { name, locator, origin } = target;
  if (origin.kind === 'archive' || !('file' in locator)) return archives.ownPlace(target);
  // A link stays one; what it leads to is replaced.
  const path = await realpath(name).catch(() => name);
  const root = dirname(path);
  const place = { root, path: basename(path), output: name, temporary: temporaryFor(root, basename(path)) };
  return { kind: 'file', place, inPlace: true, always: false };
}

/** The files with what came of each, in their order. However it ends, nothing is left that is half written. */
async function* resultsOf(
  context: Context,
  items: readonly EditItem[],
  settings: EditSettings,
): AsyncGenerator<[EditItem, EditedFile]> {
  const signal = context.stopSignal();
  const running = new Set<EditItem>();
  const start = (some: readonly EditItem[]) => {
    for (const item of some) running.add(item);
  };
  try {
    const results = sideBySide<EditItem, EditedFile>({
      items,
      minForThreads: MIN_FOR_THREADS,
      batch: BATCH,
      threads: () => context.threads(),
      inThread(threads, some) {
        start(some);
        return threads.run('editFiles', { items: some, settings });
      },
      here(item) {
        start([item]);
        return editFile(context, item, settings, signal);
      },
      nameOf: ({ target }) => target.name,
      signal,
    });
    let done = 0;
    for await (const edited of results) {
      const item = items[done++] as EditItem;
      if (!('problem' in edited)) running.delete(item);
      yield [item, edited];
    }
  } finally {
    // A thread that was ended, or lost, left what it was writing.
    const left = [...running].flatMap(({ to }) => (to?.kind === 'file' ? [to.place.temporary] : []));
    await Promise.all(left.map((path) => rm(path, { force: true })));
  }
}

interface Sum {
  readonly changed: number;
  readonly unchanged: number;
  readonly inPart: number;
  readonly failed: number;
}

function summary(context: Context, { settings, output }: EditCommand, sum: Sum): string {
  const verb = settings.dryRun ? 'would be changed' : 'changed';
  const parts = [
    `${counted(sum.changed, 'file')} ${verb}${output && sum.changed > 0 ? ` (${printable(output)})` : ''}`,
  ];
  if (sum.unchanged > 0) parts.push(`${formatCount(sum.unchanged)} as before`);
  if (sum.inPart > 0) parts.push(`${formatCount(sum.inPart)} with something refused or an error left`);
  if (sum.failed > 0) parts.push(`${formatCount(sum.failed)} not opened or written`);
  return `${paint(context, sum.failed + sum.inPart > 0 ? 'red' : 'green', parts.join(', '))}\n`;
}
