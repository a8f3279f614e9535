/** Where models are written: each into a file of its own, with the folders that it was found in. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { comparable, safePath } from '../../archive/paths.ts';
import { formatCount } from '../../explain/describe.ts';
import { baseName, folderName, modelName } from '../../explain/file-names.ts';
import { isFolder } from '../expand.ts';
import { UsageError } from '../output.ts';
import type { Target } from '../target.ts';
import { folderAt, realFolder, temporaryFor } from '../write.ts';
import type { ModelTask } from './task.ts';

export interface Placed {
  readonly models: readonly ModelTask[];
  /** One sentence for each model that would take the place of another. */
  readonly problems: readonly string[];
}

/**
 * @param output a file (`X.glb`), for one model, or a folder, which is made unless nothing is to be written
 * @throws {UsageError} when several models are to go into one file, or the folder cannot be made
 */
export async function placesOf(
  targets: readonly Target[],
  output: string,
  { dryRun }: { dryRun: boolean },
): Promise<Placed> {
  const isFile = /\.glb$/i.test(output) && !(await isFolder(output));
  if (isFile && targets.length > 1)
    throw new UsageError(
      `${output} is one file, and ${formatCount(targets.length)} models were found: name a folder.`,
    );
  const folder = isFile ? dirname(output) : output;
  const root = dryRun ? await realFolder(resolve(folder)) : await folderAt(folder);
  const common = commonFolder(targets);
  const models: ModelTask[] = [];
  const problems: string[] = [];
  const taken = new Map<string, Target>();
  for (const target of targets) {
    const path = isFile ? basename(output) : glbPath(target, common, targets.length === 1);
    const other = taken.get(comparable(path));
    if (other) {
      // One file may be named twice.
      if (fileOf(target) !== fileOf(other))
        problems.push(`${target.name}: not written, ${path} is already that of ${other.name}.`);
      continue;
    }
    taken.set(comparable(path), target);
    const told = isFile ? output : join(output, path);
    models.push({ target, place: { root, path, output: told, temporary: temporaryFor(root, path) } });
  }
  return { models, problems };
}

const fileOf = ({ name, origin }: Target) => (origin.kind === 'archive' ? name : resolve(name));

/** `MODELS/X.ABC` → `MODELS/X.glb`; of the only model the name alone. */
function glbPath({ name, origin: { path } }: Target, common: string, isAlone: boolean): string {
  const whole = path ?? relative(common, resolve(name)).split(sep).join('/');
  const folder = isAlone ? '' : folderName(whole);
  const file = `${modelName(baseName(whole))}.glb`;
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
