/** `lithoscope extract`: entries of an archive as files, never outside the folder. */
import { comparable, safePath } from '../archive/paths.ts';
import { readParts } from '../archive/read.ts';
import { Unreadable } from '../archive/unreadable.ts';
import type { FoundFile } from '../archive/walk.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { printable } from '../explain/report.ts';
import type { ExtractCommand } from './args.ts';
import type { Context } from './context.ts';
import { type ExitCode, UsageError } from './output.ts';
import { insideMatcher, listed } from './targets.ts';
import { folderAt, notWritten, placeIn, Refused, temporaryFor, writeWhole } from './write.ts';

export async function extract(context: Context, command: ExtractCommand): Promise<ExitCode> {
  const { archive, patterns, folder, force } = command;
  const matchers = patterns.map(insideMatcher);
  const files: FoundFile[] = [];
  context.progress.show('Listing the archive …');
  const { problems, isSound } = await listed(context, archive, (portion) => {
    for (const file of portion) {
      // An archive in the archive is one of its files, unless a pattern means what is in it.
      const { locator } = file;
      const isInner = !('of' in locator && 'file' in locator.of);
      if (matchers.length === 0 ? !isInner : matchers.some((isMeant) => isMeant(file.path))) files.push(file);
    }
  });
  for (const problem of problems) context.warn(`${archive}: ${problem}`);
  if (files.length === 0) throw new UsageError(`No file in ${archive} matches ${patterns.join(' ') || '*'}.`);
  const root = await folderAt(folder);
  const signal = context.stopSignal();
  const written = new Set<string>();
  let refused = 0;
  for (const [i, file] of files.entries()) {
    context.progress.show(`Extracting ${formatCount(i + 1)} of ${formatCount(files.length)}: ${file.path}`);
    const path = safePath(file.path);
    try {
      if (written.has(comparable(path))) throw new Refused('an entry of this path was written already.');
      await writeEntry(file, root, path, force, signal);
      written.add(comparable(path));
    } catch (error) {
      if (signal.aborted) throw error;
      refused++;
      context.warn(`${archive}!/${file.path}: ${notWritten(error)}`);
    }
  }
  const parts = [`${counted(written.size, 'file')} written to ${printable(folder)}`];
  if (refused > 0) parts.push(`${formatCount(refused)} not written`);
  await context.write(`${parts.join(', ')}\n`);
  if (refused > 0) return 2;
  return isSound ? 0 : 1;
}

/** @param path within the folder, as safePath gives it */
async function writeEntry(
  file: FoundFile,
  root: string,
  path: string,
  force: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (file.problem) throw new Unreadable(file.problem);
  const target = await placeIn({ root, path });
  const temporary = temporaryFor(root, path);
  await writeWhole({ root, path, target, temporary, force, time: file.time }, untilStopped(file, signal));
}

async function* untilStopped({ locator }: FoundFile, signal: AbortSignal) {
  for await (const part of readParts(locator)) {
    signal.throwIfAborted();
    yield part;
  }
}
