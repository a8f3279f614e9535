/** The command `pack`: archives out of folders and archives, with changes of what they contain. */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type ContentsChange, changedContents } from '../archive/contents-changes.ts';
import { type ArchiveKind, Unreadable } from '../archive/locator.ts';
import { type ArchiveFile, packArchive } from '../archive/pack.ts';
import { comparable } from '../archive/paths.ts';
import { Unwritable } from '../archive/splice.ts';
import { counted, formatCount, formatMegabytes } from '../explain/describe.ts';
import { toJson } from '../explain/json.ts';
import { printable } from '../explain/report.ts';
import { digestOf, filesIn, filesOf, onDisk } from './contents.ts';
import type { Context } from './context.ts';
import type { Program, Reporting } from './grammar.ts';
import { CommandError, cannotOpen, type ExitCode, UsageError } from './output.ts';
import { insideMatcher, isFolder } from './targets.ts';
import { folderAt, notWritten, placeIn, temporaryFor, writeWhole } from './write.ts';

interface PackOptions extends Reporting {
  readonly output: string;
  readonly add?: readonly string[];
  readonly rename?: readonly string[];
  readonly delete?: readonly string[];
  readonly changedFrom?: string;
  readonly title?: string;
  readonly keepCase?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

export function packCommand(program: Program): void {
  program
    .command('pack')
    .about(
      'make an archive from a folder, or change one',
      'Writes a REZ or zip with the files of a folder or archive. A REZ is written as the makers’ tool writes it: sorted, with times, names in capital letters. The source is not changed. First files are deleted, then renamed, then added.',
      'pack MOD -o MOD.REZ',
      'pack GAME.REZ -o NEW.REZ --add SKINS/HERO.DTX=hero.dtx --delete "**/*.txt"',
      'pack MOD --changed-from GAME.REZ -o PATCH.REZ',
    )
    .argument('<SOURCE>', 'a folder, or a REZ, zip or pk3')
    .text('-o, --output <ARCHIVE>', 'archive to write: .rez, .zip or .pk3', (option) =>
      option.makeOptionMandatory(),
    )
    .texts(
      '--add <[PATH=]FILE>',
      'add a file or the files of a folder, by default under their own names; replaces what has the path',
    )
    .texts('--rename <PATH=NEW>', 'give a file or folder of the source another path')
    .texts('--delete <PATTERN>', 'leave out a file, a folder, or what matches a pattern')
    .text(
      '--changed-from <SOURCE>',
      'only files that a folder or archive does not have, or has with other content',
    )
    .text('--title <TEXT>', 'title of a REZ (default: that of the source, or of the games)')
    .option('--keep-case', 'do not capitalize new names in a REZ')
    .option('--force', 'replace an existing file')
    .option('--dry-run', 'only list what would be written')
    .reporting()
    .action((source: string, options: PackOptions) =>
      program.run((context) => pack(context, source, options)),
    );
}

async function pack(context: Context, source: string, options: PackOptions): Promise<ExitCode> {
  const { output, force = false, dryRun = false, title, keepCase = false } = options;
  const kind = kindOf(output);
  const before = await filesOf(context, source, output);
  for (const problem of before.problems) context.warn(`${source}: ${problem}`);
  const wanted = await changed(before.files, options, output);
  const files = await notIn(context, wanted, options.changedFrom, output);
  if (files.length === 0)
    throw new CommandError(
      wanted.length > 0
        ? `All files are in ${options.changedFrom} with the same content.`
        : `There are no files in ${source}.`,
    );
  const base = kind === 'rez' && before.kind === 'rez' ? { file: source } : null;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  let bytes = 0;
  try {
    const packed = await packArchive(kind, files, context, {
      base,
      inCapitals: !keepCase,
      ...(title !== undefined && { title }),
    });
    bytes = packed.size ?? 0;
    if (!dryRun) bytes = await write(context, output, packed.parts(), { total: size, force });
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof Unwritable)) throw error;
    throw new CommandError(`${output} was ${notWritten(error)}`);
  }
  await tell(context, { kind, output, files, bytes, dryRun }, options);
  // What a damaged directory does not list is not in the new archive.
  return before.isSound ? 0 : 1;
}

function kindOf(output: string): ArchiveKind {
  if (/\.rez$/i.test(output)) return 'rez';
  if (/\.(zip|pk3)$/i.test(output)) return 'zip';
  throw new UsageError(`The archive of -o ends in .rez, .zip or .pk3, not as "${output}".`);
}

/** The files after the changes of the options. */
async function changed(
  files: readonly ArchiveFile[],
  { add = [], rename = [], delete: unwanted = [] }: PackOptions,
  output: string,
): Promise<readonly ArchiveFile[]> {
  let left = files;
  for (const pattern of unwanted) {
    const isMeant = insideMatcher(pattern);
    const some = left.filter(({ path }) => !isMeant(path));
    if (some.length === left.length) throw new CommandError(`No file matches ${pattern}.`);
    left = some;
  }
  const changes: ContentsChange[] = rename.map((argument) => {
    const [path, to] = parted(argument);
    if (path === undefined || to === '') throw new UsageError(`--rename takes PATH=NEW, not "${argument}".`);
    return { kind: 'rename', path, to };
  });
  for (const argument of add) changes.push(...(await additions(argument, output)));
  try {
    return changedContents(left, changes);
  } catch (error) {
    if (error instanceof Unwritable) throw new CommandError(error.message);
    throw error;
  }
}

/** `PATH=FILE` → both; what has no `=` is the second alone. */
function parted(argument: string): readonly [string | undefined, string] {
  const at = argument.indexOf('=');
  return at < 0 ? [undefined, argument] : [argument.slice(0, at), argument.slice(at + 1)];
}

/** The changes of `--add`: the name of a file may have a `=` too. */
async function additions(argument: string, output: string): Promise<ContentsChange[]> {
  const isName = (await stat(argument).catch(() => null)) !== null;
  const [path, file] = isName ? [undefined, argument] : parted(argument);
  if (!(await isFolder(file)))
    return [{ kind: 'add', path: path || basename(file), file: await onDisk(file) }];
  const inside = path ? `${path.replace(/[\\/]+$/, '')}/` : '';
  const files = await filesIn(file, output);
  if (files.length === 0) throw new CommandError(`There are no files in ${file}.`);
  return files.map(({ path: own, ...added }) => ({ kind: 'add', path: inside + own, file: added }));
}

/** The files that another folder or archive does not have with the same content at the same path. */
async function notIn(
  context: Context,
  files: readonly ArchiveFile[],
  other: string | undefined,
  output: string,
): Promise<readonly ArchiveFile[]> {
  if (other === undefined) return files;
  const old = new Map<string, ArchiveFile>();
  for (const file of (await filesOf(context, other, output)).files)
    if (!old.has(comparable(file.path))) old.set(comparable(file.path), file);
  const left: ArchiveFile[] = [];
  for (const [i, file] of files.entries()) {
    context.progress.show(`Comparing ${formatCount(i + 1)} of ${formatCount(files.length)}: ${file.path}`);
    const same = old.get(comparable(file.path));
    if (!same || same.size !== file.size || !(await areEqual(file, same))) left.push(file);
  }
  return left;
}

async function areEqual(a: ArchiveFile, b: ArchiveFile): Promise<boolean> {
  try {
    return (await digestOf(a.locator)) === (await digestOf(b.locator));
  } catch (error) {
    if (error instanceof Unreadable) throw cannotOpen(a.path, error.message);
    throw error;
  }
}

/** Writes an archive, completely or not at all. @returns its bytes */
async function write(
  context: Context,
  output: string,
  parts: AsyncIterable<Uint8Array>,
  { total, force }: { readonly total: number; readonly force: boolean },
): Promise<number> {
  const signal = context.stopSignal();
  const root = await folderAt(dirname(output));
  const path = basename(output);
  let size = 0;
  const counting = async function* () {
    for await (const part of parts) {
      signal.throwIfAborted();
      size += part.length;
      context.progress.show(`Packing ${formatMegabytes(size)} of ${formatMegabytes(total)}…`);
      yield part;
    }
  };
  const place = { root, path, output, temporary: temporaryFor(root, path) };
  try {
    await writeWhole({ ...place, target: await placeIn(place), force }, counting());
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CommandError(`${output} was ${notWritten(error)}`);
  }
  return size;
}

interface Result {
  readonly kind: ArchiveKind;
  readonly output: string;
  readonly files: readonly ArchiveFile[];
  /** Of the archive; 0 if that is not known. */
  readonly bytes: number;
  readonly dryRun: boolean;
}

async function tell(context: Context, result: Result, { json, ndjson }: Reporting): Promise<void> {
  const { kind, output, files, bytes, dryRun } = result;
  if (json || ndjson) {
    const list = files.map(({ path, size }) => ({ path, size }));
    const data = { output, kind, size: bytes === 0 ? null : bytes, written: !dryRun, files: list };
    return context.write(`${toJson(data)}\n`);
  }
  if (dryRun) return context.write(files.map(({ path, size }) => `${size}\t${printable(path)}\n`).join(''));
  await context.write(
    `${counted(files.length, 'file')} written to ${printable(output)}: ${formatCount(bytes)} bytes\n`,
  );
}
