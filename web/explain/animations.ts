/** Finding animations by name, playing those of other files, and poses by name and time (abc.md §3, §4.7). */
import type { AbcFile, BindingInfo, Info, ModelHandle, PoseRequest, Vec3 } from '@lithoscope/core';
import { bareName } from '../lib/file-names.ts';

/**
 * An animation's index by its name: exact, otherwise ignoring case.
 * @returns −1 when it is not found
 */
export function animationNamed(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const lower = wanted.toLowerCase();
  return names.findIndex((name) => name.toLowerCase() === lower);
}

/**
 * An animation's index by its name, otherwise by its index as text.
 * @returns −1 when it is not found
 */
export function findAnimation(names: readonly string[], wanted: string): number {
  const named = animationNamed(names, wanted);
  if (named >= 0) return named;
  return /^\d+$/.test(wanted) && Number(wanted) < names.length ? Number(wanted) : -1;
}

/** The word that finds an animation again: its name, or its index when an earlier one has the same name. */
export function animationWord(names: readonly string[], animation: number): string {
  const name = names[animation] ?? '';
  return name !== '' && findAnimation(names, name) === animation ? name : String(animation);
}

/** The binding of an animation in a list, ignoring case. */
function bindingNamed(list: readonly BindingInfo[] | undefined, animation: string): BindingInfo | undefined {
  const name = animation.toLowerCase();
  return list?.find((binding) => binding.name.toLowerCase() === name);
}

/** The index of the child model that a file is, by its name; 0 for other files. */
export function childNamed({ childModels }: Pick<Info, 'childModels'>, file: string): number {
  const wanted = bareName(file);
  return Math.max(
    childModels.findIndex(({ name }, i) => i > 0 && bareName(name) === wanted),
    0,
  );
}

/**
 * What the displayed model adds to the root while it plays an animation of one of its child models;
 * (0, 0, 0) when the model binds no such animation.
 * @param info the displayed model
 * @param child index into `info.childModels`, whose binding list counts
 */
export function boundOrigin(info: Info, child: number, animation: string): Vec3 {
  return bindingNamed(info.bindings[child], animation)?.origin ?? [0, 0, 0];
}

/**
 * `boundOrigin` for a file that is known by its name: that of the first child model with the name that binds the animation.
 * @param childPath name of the file that holds the animation, with or without folders
 */
export function childOrigin(info: Info, childPath: string, animation: string): Vec3 {
  const wanted = bareName(childPath);
  const child = info.childModels.findIndex(
    ({ name }, c) => bareName(name) === wanted && bindingNamed(info.bindings[c], animation),
  );
  return child < 0 ? [0, 0, 0] : boundOrigin(info, child, animation);
}

/**
 * Whether one model can play the animations of another: their node trees have the same shape, matched by index
 * (abc.md §4.13).
 */
export function sameTree(a: ModelHandle, b: ModelHandle): boolean {
  const { nodes } = b.info;
  return (
    a.info.nodes.length === nodes.length && a.info.nodes.every(({ parent }, i) => parent === nodes[i]?.parent)
  );
}

/** The pose request's number for the bind pose. */
const BIND = -1;

/** A pose in words. */
export interface PoseWords {
  /**
   * `bind` and −1 are the bind pose (v6: the rest pose). A text is a name, exact or in another case, or an index; a
   * number is an index.
   */
  readonly animation: string | number;
  readonly timeMs: number;
  readonly loop: boolean;
  readonly lod: number;
}

/** The file that has the animation, and its name, which may be that of a child model. */
export interface PoseSource {
  readonly name: string;
  readonly file: AbcFile;
}

/** The request, or which file lacks what (`does not have level of detail 3: the last is 2.`). */
export type FoundPose =
  | { readonly request: PoseRequest }
  | { readonly problem: string; readonly of: 'model' | 'source' };

/** @param source absent: the model itself */
export function poseNamed(model: AbcFile, words: PoseWords, source?: PoseSource): FoundPose {
  const { animation: wanted, timeMs, loop, lod } = words;
  if (!(Number.isInteger(lod) && lod >= 0 && lod < model.info.lodCount))
    return {
      problem: `does not have level of detail ${lod}: the last is ${model.info.lodCount - 1}.`,
      of: 'model',
    };
  if (wanted === 'bind' || wanted === BIND) return { request: { animation: BIND, timeMs, loop, lod } };
  const names = (source?.file ?? model).info.animations.map(({ name }) => name);
  const animation = typeof wanted === 'string' ? findAnimation(names, wanted) : wanted;
  if (names[animation] === undefined) {
    const known = names.length > 0 ? `it has ${names.join(', ')}` : 'it has none';
    return {
      problem: `does not contain the animation "${wanted}": ${known}.`,
      of: source ? 'source' : 'model',
    };
  }
  const request = { animation, timeMs, loop, lod };
  if (!source) return { request };
  const origin = childOrigin(model.info, source.name, names[animation] ?? '');
  return { request: { ...request, source: source.file, origin } };
}

/**
 * The pose of a model itself, else of the first file that lends it its animations.
 * @param sources called only if the model itself does not have the animation
 */
export async function poseAmong(
  model: AbcFile,
  words: PoseWords,
  sources: () => Promise<readonly PoseSource[]>,
): Promise<FoundPose> {
  const own = poseNamed(model, words);
  if ('request' in own || words.lod >= model.info.lodCount) return own;
  for (const source of await sources()) {
    const lent = poseNamed(model, words, source);
    if ('request' in lent) return lent;
  }
  return own;
}
