/** Which AnimBinding of a model goes with an animation of another file (ABC.md §3, §4.7). */
import type { Info, Vec3 } from '@lithoscope/core';

/** The part behind the last slash of either kind, ignoring case as the engine does. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
}

/**
 * What the displayed model adds to the root while it plays an animation of a child model's file.
 * Binding list c belongs to child model c, which is matched by file name; (0, 0, 0) when the model
 * binds no such animation.
 * @param info the displayed model
 * @param childPath name of the file that holds the animation, with or without folders
 */
export function childOrigin(info: Info, childPath: string, animation: string): Vec3 {
  const child = fileName(childPath);
  const name = animation.toLowerCase();
  for (const [c, { name: childModel }] of info.childModels.entries()) {
    if (fileName(childModel) !== child) continue;
    const binding = info.bindings[c]?.find((candidate) => candidate.name.toLowerCase() === name);
    if (binding) return binding.origin;
  }
  return [0, 0, 0];
}
