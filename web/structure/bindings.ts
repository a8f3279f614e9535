/** Which AnimBinding of a model goes with an animation of another file (ABC.md §3, §4.7). */
import type { BindingInfo, Info, Vec3 } from '@lithoscope/core';

/** The part behind the last slash of either kind, ignoring case as the engine does. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
}

/** The binding of an animation in a list, ignoring case. */
function bindingNamed(list: readonly BindingInfo[] | undefined, animation: string): BindingInfo | undefined {
  const name = animation.toLowerCase();
  return list?.find((binding) => binding.name.toLowerCase() === name);
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
  const wanted = fileName(childPath);
  const child = info.childModels.findIndex(
    ({ name }, c) => fileName(name) === wanted && bindingNamed(info.bindings[c], animation),
  );
  return child < 0 ? [0, 0, 0] : boundOrigin(info, child, animation);
}
