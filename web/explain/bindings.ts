/** A model that plays an animation of another file: whether it can, and which AnimBinding goes with it (abc.md §3, §4.7). */
import type { BindingInfo, Info, ModelHandle, Vec3 } from '@lithoscope/core';
import { bareName } from '../lib/file-names.ts';

/** The binding of an animation in a list, ignoring case. */
function bindingNamed(list: readonly BindingInfo[] | undefined, animation: string): BindingInfo | undefined {
  const name = animation.toLowerCase();
  return list?.find((binding) => binding.name.toLowerCase() === name);
}

/** Which child model of a model a file is, by its name; 0 when it is none of them. */
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
 * The same for a file that is known by its name: the child models of that name count, the first that binds
 * the animation.
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
 * Whether the animations of one model can be played on another: trees of the same shape, matched by index
 * (abc.md §4.13).
 */
export function sameTree(a: ModelHandle, b: ModelHandle): boolean {
  const { nodes } = b.info;
  return (
    a.info.nodes.length === nodes.length && a.info.nodes.every(({ parent }, i) => parent === nodes[i]?.parent)
  );
}
