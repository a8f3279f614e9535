/** Where files are written that are made of others: each into one of its own, with the folders that it was found in. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { comparable, safePath } from '../archive/paths.ts';
import { counted } from '../explain/describe.ts';
import { baseName, folderName } from '../lib/file-names.ts';
import { CommandError } from './output.ts';
import { isFolder } from './targets.ts';
import type { PlacedItem, Target } from './tasks.ts';
import { folderAt, realFolder, temporaryFor } from './write.ts';

/** What `-o` means to a command. */
export interface Placing {
  /** A file or a folder; null: nothing is written. */
  readonly output: string | null;
  /** What the user named: one file that is named itself can go to a file. */
  readonly args: readonly string[];
  /** The endings of what is written, without the dot. */
  readonly endings: readonly string[];
  /** The name of a file as it is called in the folder. */
  name(name: string): string;
  readonly dryRun: boolean;
}

/** Endings of files that somebody may take for the format of what is written, those of one format together. */
const FORMATS =
  'abc ltb|zip pk3|rez|dtx|spr|glb|gltf|obj|fbx|dae|blend|lta|ltc|png|tga|pcx|bmp|jpg jpeg|json|txt'
    .split('|')
    .map((endings) => endings.split(' '));

/** The endings of the format that a file has by its name; none when that says nothing. */
export function endingsLike(path: string): readonly string[] {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return FORMATS.find((endings) => endings.includes(ending)) ?? [];
}

/**
 * Whether `-o` is a file: an existing folder and what ends in a slash are folders, and so is any name for what may be
 * several files.
 * @throws {CommandError} when its ending is that of another format, or several files are to go into one
 */
export async function isFileOutput(
  targets: readonly Target[],
  { output, args, endings }: Pick<Placing, 'output' | 'args' | 'endings'>,
): Promise<boolean> {
  if (output === null || /[\\/]$/.test(output) || (await isFolder(output))) return false;
  const format = endingsLike(output);
  const isWritten = format.some((ending) => endings.includes(ending));
  if (format.length > 0 && endings.length > 0 && !isWritten)
    throw new CommandError(
      `${output} has the ending of another format: what is written ends in .${endings[0]}. For a folder of that name, add a slash.`,
    );
  if (isWritten && targets.length > 1)
    throw new CommandError(
      `${output} is one file, and ${counted(targets.length, 'file')} were found: name a folder.`,
    );
  return isWritten || isNamed(targets, args);
}

/** Whether the only file is what the only argument names: what a folder or a pattern means may be more another day. */
export function isNamed(
  [target, ...others]: readonly Target[],
  [argument, ...further]: readonly string[],
): boolean {
  if (!target || argument === undefined || others.length + further.length > 0) return false;
  const plain = (path: string) => comparable(path).replaceAll('!/', '/');
  return plain(target.name) === plain(argument);
}

/**
 * Where each file goes. A folder is made unless nothing is to be written.
 * @param reject told of each file that would take the place of another, a sentence
 * @throws {CommandError} when they cannot go there
 */
export async function placesOf(
  targets: readonly Target[],
  placing: Placing,
  reject: (problem: string) => void,
): Promise<PlacedItem[]> {
  const { output, name, dryRun } = placing;
  if (output === null || targets.length === 0) return targets.map((target) => ({ target, place: null }));
  const isFile = await isFileOutput(targets, placing);
  const folder = isFile ? dirname(output) : output;
  const root = dryRun ? await realFolder(resolve(folder)) : await folderAt(folder);
  const common = commonFolder(targets);
  const items: PlacedItem[] = [];
  const taken = new Map<string, Target>();
  for (const target of targets) {
    const path = isFile ? basename(output) : pathIn(target, common, name, targets.length === 1);
    const other = taken.get(comparable(path));
    if (other) {
      // One file may be named twice.
      if (fileOf(target) !== fileOf(other))
        reject(`${target.name}: not written, ${path} is already that of ${other.name}.`);
      continue;
    }
    taken.set(comparable(path), target);
    const told = isFile ? output : join(output, path);
    items.push({ target, place: { root, path, output: told, temporary: temporaryFor(root, path) } });
  }
  return items;
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
