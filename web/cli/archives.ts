/** The commands for archives: `list` and `extract`. */
import { join } from 'node:path';
import type { FoundFile } from '../archive/list.ts';
import { Unreadable } from '../archive/locator.ts';
import { comparable, safePath } from '../archive/paths.ts';
import { readParts } from '../archive/read.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { toJson } from '../explain/json.ts';
import { printable } from '../explain/report.ts';
import { Report } from './batch.ts';
import type { Context } from './context.ts';
import { formatOf, type Program, type Reporting } from './grammar.ts';
import { CommandError, type ExitCode } from './output.ts';
import { insideMatcher, listed } from './targets.ts';
import type { Place } from './tasks.ts';
import { folderAt, notWritten, placeIn, Refused, temporaryFor, writeWhole } from './write.ts';

export function listCommand(program: Program): void {
  program
    .command('list')
    .about(
      'list the files in an archive',
      'Lists the files in a REZ, zip or pk3, including those in nested archives: size, tab, path.',
      'list GAME.REZ',
    )
    .argument('<ARCHIVE>', 'a REZ, zip or pk3')
    .reporting()
    .action((archive: string, options: Reporting) =>
      program.run((context) => list(context, archive, options)),
    );
}

async function list(context: Context, archive: string, options: Reporting): Promise<ExitCode> {
  const format = formatOf(options);
  const files: FoundFile[] = [];
  const { kind, problems, isSound } = await listed(context, archive, (portion) => {
    for (const file of portion) files.push(file);
  });
  const isList = format === 'json';
  if (isList) await context.write(`{"archive":${toJson(archive)},"kind":"${kind}","entries":[`);
  for (let from = 0; from < files.length; from += 4096) {
    const lines = files.slice(from, from + 4096).map((file, i) => {
      if (format === 'text') return `${file.size}\t${file.path}\n`;
      const entry = toJson(entryData(file));
      return isList ? `${from + i === 0 ? '\n' : ',\n'}${entry}` : `${entry}\n`;
    });
    await context.write(lines.join(''));
  }
  if (isList) await context.write(`${files.length > 0 ? '\n' : ''}],"problems":${toJson(problems)}}\n`);
  else for (const problem of problems) context.warn(`${archive}: ${problem}`);
  return isSound ? 0 : 1;
}

function entryData({ path, size, time, problem }: FoundFile) {
  return { path, size, time: time === null ? null : new Date(time).toISOString(), problem };
}

interface ExtractOptions extends Reporting {
  readonly output: string;
  readonly force?: boolean;
}

export function extractCommand(program: Program): void {
  program
    .command('extract')
    .about(
      'extract files from an archive',
      'Extracts files from an archive into a folder and keeps their paths and times.',
      'extract GAME.REZ -o game',
      'extract GAME.REZ "MODELS/**/*.abc" SKINS -o game',
    )
    .argument('<ARCHIVE>', 'a REZ, zip or pk3')
    .argument('[PATTERN...]', 'paths, folders or patterns in the archive (default: all files)')
    .text('-o, --output <FOLDER>', 'output folder; created if it does not exist', (option) =>
      option.makeOptionMandatory(),
    )
    .option('--force', 'replace existing files')
    .reporting()
    .action((archive: string, patterns: string[], options: ExtractOptions) =>
      program.run((context) => extract(context, archive, patterns, options)),
    );
}

async function extract(
  context: Context,
  archive: string,
  patterns: readonly string[],
  options: ExtractOptions,
): Promise<ExitCode> {
  const { output: folder, force = false } = options;
  const report = new Report(context, formatOf(options));
  const matchers = patterns.map(insideMatcher);
  const files: FoundFile[] = [];
  context.progress.show('Listing the archive…');
  const { problems, isSound } = await listed(context, archive, (portion) => {
    for (const file of portion) {
      // An archive in the archive is extracted as one file, unless a pattern matches its entries.
      const { locator } = file;
      const isInner = !('of' in locator && 'file' in locator.of);
      if (matchers.length === 0 ? !isInner : matchers.some((isMeant) => isMeant(file.path))) files.push(file);
    }
  });
  for (const problem of problems) context.warn(`${archive}: ${problem}`);
  if (files.length === 0)
    throw new CommandError(`No file in ${archive} matches ${patterns.join(' ') || '*'}.`);
  const root = await folderAt(folder);
  const signal = context.stopSignal();
  const written = new Set<string>();
  await report.begin();
  for (const [i, file] of files.entries()) {
    context.progress.show(`Extracting ${formatCount(i + 1)} of ${formatCount(files.length)}: ${file.path}`);
    const path = safePath(file.path);
    const name = `${archive}!/${file.path}`;
    try {
      if (written.has(comparable(path)))
        throw new Refused('an entry with this path has already been written.');
      await writeEntry(file, { root, path, output: join(folder, path) }, force, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      report.reject(`${name}: ${notWritten(error)}`);
      continue;
    }
    written.add(comparable(path));
    report.done++;
    const data = { file: name, output: join(folder, path), size: file.size, written: true };
    if (report.style.json) await report.file(toJson(data));
  }
  const parts = [`${counted(report.done, 'file')} written to ${printable(folder)}`];
  if (report.failed > 0) parts.push(`${formatCount(report.failed)} not written`);
  await report.end(parts.join(', '));
  return report.code === 0 && !isSound ? 1 : report.code;
}

/** @param place its path is from safePath */
async function writeEntry(
  file: FoundFile,
  place: Omit<Place, 'temporary'>,
  force: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (file.problem) throw new Unreadable(file.problem);
  const target = await placeIn(place);
  const temporary = temporaryFor(place.root, place.path);
  await writeWhole({ ...place, target, temporary, force, time: file.time }, untilStopped(file, signal));
}

async function* untilStopped({ locator }: FoundFile, signal: AbortSignal) {
  for await (const part of readParts(locator)) {
    signal.throwIfAborted();
    yield part;
  }
}
