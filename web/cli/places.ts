/** Output paths: each input file gets its own, below the folders that it was found in. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { comparable, safePath } from '../archive/paths.ts';
import { counted } from '../explain/describe.ts';
import { baseName, folderName } from '../lib/file-names.ts';
import { CommandError } from './output.ts';
import { isFolder } from './targets.ts';
import type { PlacedItem, Target } from './tasks.ts';
import { folderAt, realFolder, temporaryFor } from './write.ts';

/** What `-o` means for a command. */
export interface Placing {
  /** A file or a folder; null: nothing is written. */
  readonly output: string | null;
  /** The user's arguments: only a file that is named itself can go to a file. */
  readonly args: readonly string[];
  /** Extensions of the written files, without the dot. */
  readonly endings: readonly string[];
  /** The name of the written file in the folder. */
  name(name: string): string;
  readonly dryRun: boolean;
}

/** Known extensions, grouped by format: another one in `-o` is probably a mistake. */
const FORMATS =
  'abc ltb lta ltc|zip pk3 lith|rez|dtx|spr|glb|gltf|obj|fbx|dae|blend|png|tga|pcx|bmp|jpg jpeg|webp|json|txt'
    .split('|')
    .map((endings) => endings.split(' '));

/** The extensions of a file's format by its name; empty when it is unknown. */
export function endingsLike(path: string): readonly string[] {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return FORMATS.find((endings) => endings.includes(ending)) ?? [];
}

/**
 * Whether `-o` is a file. Existing folders and paths that end in a slash are folders, and so is any path when there may be
 * several files.
 * @throws {CommandError} when its extension is that of another format, or several files would go into one
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
      `${output} has the extension of another format: the output ends in .${endings[0]}. For a folder with this name, add a slash.`,
    );
  if (isWritten && targets.length > 1)
    throw new CommandError(
      `${output} is a single file, but ${counted(targets.length, 'file')} were found: specify a folder.`,
    );
  return isWritten || isNamed(targets, args);
}

/** Whether the only argument names the only file itself. A folder or a pattern may have more files next time. */
export function isNamed(
  [target, ...others]: readonly Target[],
  [argument, ...further]: readonly string[],
): boolean {
  if (!target || argument === undefined || others.length + further.length > 0) return false;
  const plain = (path: string) => comparable(path).replaceAll('!/', '/');
  return plain(target.name) === plain(argument);
}

/**
 * Output paths of the files. Creates the folder, except in a dry run.
 * @param reject called with a sentence for each file whose output path is taken
 * @throws {CommandError} when the files cannot go there
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
      // The user may name a file twice.
      if (fileOf(target) !== fileOf(other))
        reject(`${target.name}: not written, ${path} is already the output of ${other.name}.`);
      continue;
    }
    taken.set(comparable(path), target);
    const told = isFile ? output : join(output, path);
    items.push({ target, place: { root, path, output: told, temporary: temporaryFor(root, path) } });
  }
  return items;
}

const fileOf = ({ name, origin }: Target) => (origin.kind === 'archive' ? name : resolve(name));

/** `MODELS/X.ABC` with its new name; of the only file the name alone. */
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

/** The deepest common folder of the files that were named themselves. */
function commonFolder(targets: readonly Target[]): string {
  const folders = targets.flatMap(({ name, origin }) =>
    origin.path === null ? [dirname(resolve(name))] : [],
  );
  const [first = ''] = folders;
  return folders.reduce((common, folder) => {
    let shared = common;
    while (folder !== shared && !folder.startsWith(shared.endsWith(sep) ? shared : shared + sep)) {
      const above = dirname(shared);
      // The files are on several drives.
      if (above === shared) break;
      shared = above;
    }
    return shared;
  }, first);
}
