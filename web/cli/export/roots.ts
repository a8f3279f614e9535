/** Lists the folders and archives in which skins and child models are looked for, once for all threads. */
import { DECODED_ENDINGS } from '../../pictures/decode.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../output.ts';
import {
  filesInFolder,
  fileTarget,
  inArchive,
  isFile,
  nothingAt,
  targetsOf,
  type Wanted,
} from '../targets.ts';
import { type ExportSettings, type Item, type Roots, rootKey, type Target } from '../tasks.ts';
import { openModel } from './model.ts';

const TEXTURES: Wanted = { endings: DECODED_ENDINGS, noun: 'texture', archives: false };
const MODEL_ENDINGS = ['abc', 'ltb', 'lta', 'ltc'];
const SOURCES: Wanted = { endings: MODEL_ENDINGS, noun: 'model', archives: false };

/** @param skins of `--skins` @param animationSources of `--anim-from` @throws {CommandError} when what they name is not there */
export async function rootsOf(
  context: Context,
  skins: readonly string[],
  animationSources: readonly string[],
  settings: Pick<ExportSettings, 'skins' | 'children' | 'animations'>,
  models: readonly Item[],
): Promise<Roots> {
  const found = new Map<string, { textures: Target[]; models: Target[] }>();
  const { animations } = settings;
  const endings = [
    ...(settings.skins ? DECODED_ENDINGS : []),
    ...(settings.children && animations !== 'none' && animations !== 'own' ? MODEL_ENDINGS : []),
  ];
  for (const { target } of endings.length > 0 ? models : []) {
    const key = rootKey(target);
    if (found.has(key)) continue;
    const all = await filesAt(context, target, endings);
    const isModel = ({ name }: Target) => /\.(abc|lt[abc])$/i.test(name);
    found.set(key, { textures: all.filter((file) => !isModel(file)), models: all.filter(isModel) });
  }
  const named: Target[][] = [];
  for (const argument of skins) named.push(await filesNamed(context, argument, TEXTURES));
  const sources: Target[] = [];
  for (const argument of animationSources) {
    for (const source of await filesNamed(context, argument, SOURCES)) {
      // Refuse unreadable files and other formats before any export.
      (await openModel(context, source)).release();
      sources.push(source);
    }
  }
  return { skins: named, animations: sources, found };
}

/** The files with some extensions where a model was found. */
async function filesAt(context: Context, { origin: { kind, root } }: Target, endings: readonly string[]) {
  if (kind === 'archive') {
    const quiet = { ...context, warn: () => {} };
    const wanted = { endings, noun: 'file', archives: false };
    return (await inArchive(quiet, { archive: root, inside: '' }, wanted)).found;
  }
  const deep = kind === 'folder';
  const paths = await filesInFolder(root, endings, deep);
  return paths.map((path) => fileTarget(path, { folder: root, deep, isFile: false }));
}

async function filesNamed(context: Context, argument: string, wanted: Wanted): Promise<Target[]> {
  const { targets, problems } = await targetsOf(context, [argument], wanted);
  if (problems[0] !== undefined) throw new CommandError(problems[0]);
  for (const { name, origin } of targets) {
    if (origin.path === null && !(await isFile(name))) throw new CommandError(nothingAt(argument, wanted));
  }
  return targets;
}
