/** Changes files, for `set`, `fix`, `edit` and `convert`: into other places or in place, archives included. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { rewriteNested } from '../../archive/rewrite.ts';
import { counted, formatCount, formatMegabytes } from '../../explain/describe.ts';
import { isArchiveName } from '../../explain/file-kind.ts';
import { printable } from '../../explain/report.ts';
import { convertedName, extensionOf, isVersion, targetWords } from '../../explain/targets.ts';
import { baseName } from '../../lib/file-names.ts';
import { batch, Report } from '../batch.ts';
import type { Context } from '../context.ts';
import { type Changing, formatOf } from '../grammar.ts';
import { CommandError, type ExitCode, paint } from '../output.ts';
import { endingsLike, isFileOutput, type Placing, placesOf } from '../places.ts';
import { isFile, isFolder, MODELS, READABLE, type Targets, targetsNamed, targetsOf } from '../targets.ts';
import type { Change, EditItem, InArchive, Outcome, Target } from '../tasks.ts';
import { expectReplaceable, folderAt, notWritten, placeIn, temporaryFor, writeWhole } from '../write.ts';
import { editFile, LeftSum } from './file.ts';

interface ArchiveOutput {
  /** Path of the archive that the files were found in. */
  readonly source: string;
  readonly inPlace: boolean;
  /** By path in the archive. */
  readonly replaced: Map<string, Uint8Array>;
  /** Number of its files whose results are missing. */
  pending: number;
}

export class ArchiveOutputs {
  /** By output path. */
  readonly #outputs = new Map<string, ArchiveOutput>();

  constructor(
    private readonly context: Context,
    private readonly force: boolean,
  ) {}

  /** The place of a file in its own archive. */
  ownPlace(target: Target): InArchive {
    return this.#place(target.origin.root, target, true);
  }

  /** The place of a file in a changed copy of its archive. @throws {CommandError} when it is in no archive, or in another one than `first` */
  placeIn(output: string, target: Target, first: Target): InArchive {
    const { kind, root } = target.origin;
    if (kind !== 'archive' || root !== first.origin.root)
      throw new CommandError(
        `${output} is an archive: all files must come from one archive, and everything else in that archive is copied with them.`,
      );
    const [from, to] = [root, output].map((path) => (/\.rez$/i.test(path) ? 'a REZ' : 'a zip'));
    if (from !== to && /\.(rez|zip|pk3|lith)$/i.test(root))
      throw new CommandError(
        `${root} is ${from}, but ${output} would be ${to}: use the extension ${extname(root)}.`,
      );
    return this.#place(output, target, false);
  }

  #place(output: string, { name, origin: { root } }: Target, inPlace: boolean): InArchive {
    const archive = this.#outputs.get(output) ?? {
      source: root,
      inPlace,
      replaced: new Map(),
      pending: 0,
    };
    archive.pending++;
    this.#outputs.set(output, archive);
    return { output, path: name.slice(root.length + '!/'.length) };
  }

  /** Takes the result of one of its files. */
  add({ output, path }: InArchive, edited: Outcome<'edit'>): void {
    const archive = this.#outputs.get(output);
    if (!archive) return;
    archive.pending--;
    if ('problem' in edited) return;
    if (edited.bytes) archive.replaced.set(path, edited.bytes);
  }

  /**
   * Writes the archives whose files are all known, and frees their content. An archive without changes is not written; the
   * user is told.
   * @returns what went wrong, a sentence each
   */
  async write(): Promise<string[]> {
    const problems: string[] = [];
    for (const [output, archive] of this.#outputs) {
      if (archive.pending > 0) continue;
      this.#outputs.delete(output);
      if (archive.replaced.size === 0) {
        if (!archive.inPlace)
          this.context.warn(`${output} was not written: nothing in ${archive.source} changes.`);
        continue;
      }
      try {
        await this.#write(output, archive);
      } catch (error) {
        if (this.context.stopSignal().aborted) throw error;
        problems.push(`${output}: ${notWritten(error)}`);
      }
    }
    return problems;
  }

  async #write(output: string, { source, inPlace, replaced }: ArchiveOutput): Promise<void> {
    const { context, force } = this;
    const path = inPlace ? await realpath(output) : output;
    if (inPlace) await expectReplaceable(path);
    const root = await folderAt(dirname(path));
    const name = basename(path);
    const target = await placeIn({ root, path: name });
    const temporary = temporaryFor(root, name);
    const file = await rewriteNested({ file: source }, baseName(source), context, replaced);
    const signal = context.stopSignal();
    async function* parts() {
      let done = 0;
      for await (const part of file.parts()) {
        signal.throwIfAborted();
        context.progress.show(`Writing ${output}: ${formatMegabytes(done)} of ${formatMegabytes(file.size)}`);
        yield part;
        done += part.length;
      }
    }
    const place = { root, path: name, output, temporary };
    await writeWhole({ ...place, target, force: force || inPlace, inPlace }, parts());
  }
}

export async function changeFiles(
  context: Context,
  paths: readonly string[],
  change: Change,
  options: Changing,
): Promise<ExitCode> {
  const { force = false, dryRun = false, allowErrors = false } = options;
  const report = new Report(context, formatOf(options));
  context.progress.show('Looking for files…');
  const { targets, problems } = await filesOf(context, change, paths);
  problems.forEach(report.reject);
  const archives = new ArchiveOutputs(context, force);
  // Archives themselves: their own problems are reported and left.
  const whole = new Set(change.kind === 'fix' ? targets.filter(isArchiveItself) : []);
  const files = targets.filter((target) => !whole.has(target));
  const items = files.length > 0 ? await itemsOf(files, paths, change, options, archives, report) : [];
  for (const target of whole) items.push({ ...NOWHERE, target });
  const settings = { change, allowErrors, force, dryRun, ...report.style };
  // The last archive is written after the threads have ended: some systems do not replace open files.
  const writeArchives = async () => {
    if (!dryRun) for (const problem of await archives.write()) report.reject(problem);
  };
  const isMany = items.length > 1;
  const sum = { changed: 0, copied: 0, unchanged: 0 };
  const left = new LeftSum();
  await report.begin();
  await batch(report, {
    kind: 'edit',
    items,
    settings,
    verb: 'Changed',
    here: (item, signal) => editFile(context, item, settings, signal),
    async onOutcome(outcome, { target, archive }) {
      await writeArchives();
      if (archive) archives.add(archive, outcome);
      if ('problem' in outcome) return;
      if (outcome.changed) sum.changed++;
      else if (outcome.copied) sum.copied++;
      else if (!whole.has(target)) sum.unchanged++;
      if (change.kind === 'fix') left.add(target.name, outcome.left);
    },
    // Of many files, list those that changed; notes report refusals of the others.
    isTold: ({ changed }) => report.style.json || !isMany || changed,
  });
  await writeArchives();
  await report.end(isMany ? summary(report, sum, change, options, left) : '');
  return report.code;
}

/** For `set` and `edit`, an archive is a file itself; `fix` and `convert` look into it. */
function filesOf(context: Context, { kind }: Change, paths: readonly string[]): Promise<Targets> {
  if (kind === 'fix' || kind === 'convert')
    return targetsOf(context, paths, kind === 'convert' ? MODELS : READABLE);
  return targetsNamed(context, paths);
}

const NOWHERE = { place: null, inPlace: false, always: false, archive: null };

/** Output places of the files. @throws {CommandError} when they cannot go there */
async function itemsOf(
  targets: readonly Target[],
  paths: readonly string[],
  change: Change,
  options: Changing,
  archives: ArchiveOutputs,
  report: Report,
): Promise<EditItem[]> {
  const { output, force, dryRun = false } = options;
  if (options.inPlace) return Promise.all(targets.map((target) => ownPlace(target, archives)));
  const [first] = targets;
  if (output === undefined || !first) return targets.map((target) => ({ ...NOWHERE, target }));
  const isWhole = targets.length === 1 && isArchiveItself(first);
  if (isArchiveName(output) && !isWhole && !/[\\/]$/.test(output) && !(await isFolder(output))) {
    // Before any work.
    if (!force && !dryRun && (await isFile(output)))
      throw new CommandError(`Not written: ${output} already exists (--force replaces it).`);
    return targets.map((target) => {
      return { ...NOWHERE, target, archive: archives.placeIn(output, target, first) };
    });
  }
  const { endings, name } = namingOf(change, first);
  const placing = { output, args: paths, endings, name, dryRun };
  const isOneFile = await isFileOutput(targets, placing);
  if (isOneFile && change.kind === 'convert') expectExtension(output, change.target);
  const always = isOneFile || change.kind === 'convert';
  const placed = await placesOf(targets, placing, report.reject);
  return placed.map((item) => ({ ...NOWHERE, ...item, always }));
}

/** The extensions that `-o` may have, and the names of the files in a folder. */
function namingOf(change: Change, { name }: Target): Pick<Placing, 'endings' | 'name'> {
  if (change.kind !== 'convert') return { endings: endingsLike(name), name: (same) => same };
  const { target } = change;
  return { endings: [extensionOf(target)], name: (old) => convertedName(old, target) };
}

/** The formats of models have names of their own. @throws {CommandError} */
function expectExtension(output: string, target: string): void {
  const extension = extensionOf(target);
  if (endingsLike(output).includes(extension) && convertedName(output, target) !== output)
    throw new CommandError(
      `${output} has the extension of another format: the output ends in .${extension}.`,
    );
}

function isArchiveItself({ name, origin }: Target): boolean {
  return origin.kind !== 'archive' && isArchiveName(name);
}

async function ownPlace(target: Target, archives: ArchiveOutputs): Promise<EditItem> {
  const { name, locator, origin } = target;
  if (origin.kind === 'archive' || !('file' in locator))
    return { ...NOWHERE, target, archive: archives.ownPlace(target) };
  // A link stays a link; its target is replaced.
  const path = await realpath(name).catch(() => name);
  const root = dirname(path);
  const place = { root, path: basename(path), output: name, temporary: temporaryFor(root, basename(path)) };
  return { ...NOWHERE, target, place, inPlace: true };
}

const alreadyWords = (target: string) => (isVersion(target) ? `version ${target}` : targetWords(target));

interface Sum {
  readonly changed: number;
  readonly copied: number;
  readonly unchanged: number;
}

function summary(
  report: Report,
  { changed, copied, unchanged }: Sum,
  change: Change,
  { output, dryRun }: Changing,
  left: LeftSum,
): string {
  const { context, inPart, failed } = report;
  const where = output !== undefined && changed > 0 ? ` (${printable(output)})` : '';
  const parts = [`${counted(changed, 'file')} ${dryRun ? 'would be changed' : 'changed'}${where}`];
  if (copied > 0) {
    const why = change.kind === 'convert' ? ` (already ${alreadyWords(change.target)})` : '';
    parts.push(`${formatCount(copied)} ${dryRun ? 'would be copied' : 'copied'}${why}`);
  }
  if (unchanged > 0) parts.push(`${formatCount(unchanged)} unchanged`);
  if (inPart > 0) parts.push(`${formatCount(inPart)} with refused changes or remaining errors`);
  if (failed > 0) parts.push(`${formatCount(failed)} could not be opened or written`);
  const head = paint(context, failed + inPart > 0 ? 'red' : 'green', parts.join(', '));
  return [head, ...left.lines(context)].join('\n');
}
