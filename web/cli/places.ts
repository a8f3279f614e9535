/** Where files are written that are made of others: each into one of its own, with the folders that it was found in. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { comparable, safePath } from '../archive/paths.ts';
import { counted } from '../explain/describe.ts';
import { baseName, folderName } from '../explain/file-names.ts';
import { UsageError } from './output.ts';
import type { Target } from './target.ts';
import { folderAt, realFolder, temporaryFor } from './write.ts';

/** Where a file is written. */
export interface Place {
  /** The folder that it stays in. */
  readonly root: string;
  /** Within it. */
  readonly path: string;
  /** As it is told: as the user named it. */
  readonly output: string;
  /** What it is called until it is whole; beside it. */
  readonly temporary: string;
}

/** A file that is read, and where what is made of it goes. */
export interface PlacedFile {
  readonly target: Target;
  readonly place: Place;
}

export interface Placed {
  readonly files: readonly PlacedFile[];
  /** One sentence for each file that would take the place of another. */
  readonly problems: readonly string[];
}

export interface Placing {
  /** A file, for one, or a folder, which is made unless nothing is to be written. */
  readonly output: string;
  readonly isFile: boolean;
  /** The name of a file as it is called in the folder. */
  name(name: string): string;
  readonly dryRun: boolean;
}

/** @throws {UsageError} when several are to go into one file, or the folder cannot be made */
export async function placesOf(
  targets: readonly Target[],
  { output, isFile, name, dryRun }: Placing,
): Promise<Placed> {
  if (isFile && targets.length > 1)
    throw new UsageError(
      `${output} is one file, and ${counted(targets.length, 'file')} were found: name a folder.`,
    );
  const folder = isFile ? dirname(output) : output;
  const root = dryRun ? await realFolder(resolve(folder)) : await folderAt(folder);
  const common = commonFolder(targets);
  const files: PlacedFile[] = [];
  const problems: string[] = [];
  const taken = new Map<string, Target>();
  for (const target of targets) {
    const path = isFile ? basename(output) : pathIn(target, common, name, targets.length === 1);
    const other = taken.get(comparable(path));
    if (other) {
      // One file may be named twice.
      if (fileOf(target) !== fileOf(other))
        problems.push(`${target.name}: not written, ${path} is already that of ${other.name}.`);
      continue;
    }
    taken.set(comparable(path), target);
    const told = isFile ? output : join(output, path);
    files.push({ target, place: { root, path, output: told, temporary: temporaryFor(root, path) } });
  }
  return { files, problems };
}

const fileOf = ({ name, origin }: Target) => (origin.kind === 'archive' ? name : resolve(name));

/** `MODELS/X.ABC`, with another name; of the only file the name alone. */
function pathIn(
  { name, origin: { path } }: Target,
  common: string,
  named: Placing['name'],
  isAlone: boolean,
): string {
  const whole = path ?? relative(common, resolve(name)).split(sep).join('/');
  const folder = isAlone ? '' : folderName(whole);
  const file = named(baseName(whole));
  return safePath(folder ? `${folder}/${file}` : file);
}

/** The folder that all files lie in that were named themselves. */
function commonFolder(targets: readonly Target[]): string {
  const folders = targets.flatMap(({ name, origin }) =>
    origin.path === null ? [dirname(resolve(name))] : [],
  );
  const [first = ''] = folders;
  return folders.reduce((common, folder) => {
    let shared = common;
    while (folder !== shared && !folder.startsWith(shared.endsWith(sep) ? shared : shared + sep)) {
      const above = dirname(shared);
      // Another drive.
      if (above === shared) break;
      shared = above;
    }
    return shared;
  }, first);
}
