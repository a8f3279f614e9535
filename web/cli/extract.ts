/** `lithoscope extract`: entries of an archive as files, never outside the folder. */
import { type FileHandle, mkdir, open, realpath, rm, utimes } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { comparable, safePath } from '../archive/paths.ts';
import { readParts } from '../archive/read.ts';
import { Unreadable } from '../archive/unreadable.ts';
import type { FoundFile } from '../archive/walk.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { printable } from '../explain/report.ts';
import type { ExtractCommand } from './args.ts';
import type { Context } from './context.ts';
import { reasonOf } from './disk.ts';
import { type ExitCode, lowerFirst, UsageError } from './output.ts';
import { insideMatcher, listed } from './targets.ts';

/** Why one file was not written: a sentence without its beginning. */
class Refused extends Error {}

export async function extract(context: Context, command: ExtractCommand): Promise<ExitCode> {
  const { archive, patterns, folder, force } = command;
  const matchers = patterns.map(insideMatcher);
  const files: FoundFile[] = [];
  context.progress.show('Listing the archive …');
  const { problems } = await listed(context, archive, (portion) => {
    for (const file of portion) {
      // An archive in the archive is one of its files, unless a pattern means what is in it.
      const { locator } = file;
      const isInner = !('of' in locator && 'file' in locator.of);
      if (matchers.length === 0 ? !isInner : matchers.some((isMeant) => isMeant(file.path))) files.push(file);
    }
  });
  for (const problem of problems) context.warn(`${archive}: ${printable(problem)}`);
  if (files.length === 0)
    throw new UsageError(`Nothing in ${archive} is meant by ${patterns.join(' ') || '*'}.`);
  const root = await rootOf(folder);
  const written = new Set<string>();
  let refused = 0;
  for (const [i, file] of files.entries()) {
    context.progress.show(
      `Extracting ${formatCount(i + 1)} of ${formatCount(files.length)}: ${printable(file.path)}`,
    );
    const path = safePath(file.path);
    try {
      if (written.has(comparable(path))) throw new Refused('an entry of this path was written already.');
      await writeEntry(file, root, path, force);
      written.add(comparable(path));
    } catch (error) {
      refused++;
      context.warn(`${archive}!/${file.path}: not written, ${sentenceOf(error)}`);
    }
  }
  const parts = [`${counted(written.size, 'file')} written to ${folder}`];
  if (refused > 0) parts.push(`${formatCount(refused)} not written`);
  await context.write(`${parts.join(', ')}\n`);
  return refused > 0 ? 2 : 0;
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreadable) return lowerFirst(error.message);
  return `${reasonOf(error)}.`;
}

/** The folder, made if it is not there. @throws {UsageError} when it cannot be */
async function rootOf(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return await realpath(folder);
  } catch (error) {
    throw new UsageError(`Cannot write to ${folder}: ${reasonOf(error)}.`);
  }
}

/** @param path within the folder, as safePath gives it */
async function writeEntry(file: FoundFile, root: string, path: string, force: boolean): Promise<void> {
  if (file.problem) throw new Unreadable(file.problem);
  const target = resolve(root, path);
  await mkdir(dirname(target), { recursive: true });
  // A link in the folder may lead elsewhere.
  const inside = relative(root, join(await realpath(dirname(target)), 'x'));
  if (inside.startsWith('..') || resolve(inside) === inside || !target.startsWith(root + sep))
    throw new Refused('a link in the folder leads out of it.');
  if (force) await rm(target, { force: true });
  const handle = await opened(target);
  try {
    for await (const part of readParts(file.locator)) await handle.writeFile(part);
    await handle.close();
    if (file.time !== null) await utimes(target, file.time / 1000, file.time / 1000);
  } catch (error) {
    await handle.close().catch(() => {});
    // Half of a file would pass for the file.
    await rm(target, { force: true });
    throw error;
  }
}

async function opened(target: string): Promise<FileHandle> {
  try {
    return await open(target, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Refused('there is such a file already (--force replaces it).');
    throw error;
  }
}
