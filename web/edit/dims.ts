/** Dims: the half sizes of an animation's collision box, wherever a file has them. */

import type { AbcFile, EditOperation, Vec3 } from '@lithoscope/core';

/** Path of the dims of an animation; null when the file has no place for them (v6 without the section AnimDims). */
export function dimsPath(model: AbcFile, animation: number): string | null {
  const paths = [`AnimDims.Dimensions[${animation}]`, `${model.pathOf({ animation })}.Extents`];
  return paths.find((path) => model.resolve(path)) ?? null;
}

/**
 * Sets those of the three numbers that are others. The binding of the animation, which no engine reads, goes along when it
 * said the same before (abc.md §3.9). Null when the file has no place for dims.
 */
export function dimsOperations(
  model: AbcFile,
  animation: number,
  extents: Readonly<Vec3>,
): EditOperation[] | null {
  const path = dimsPath(model, animation);
  const before = model.info.animations[animation]?.extents;
  if (!path || !before) return null;
  const bindings = bindingsAlike(model, animation).map(
    (binding) => `${model.pathOf({ bindingList: 0, binding })}.Extents`,
  );
  return [path, ...bindings].flatMap((place) => setNumbers(place, ['X', 'Y', 'Z'], before, extents));
}

/** Indices of the model's own bindings that name an animation and have its dims. */
function bindingsAlike({ info }: AbcFile, animation: number): number[] {
  const found = info.animations[animation];
  const list = info.bindings[0] ?? [];
  if (!found) return [];
  const name = found.name.toLowerCase();
  // Of several animations of one name the first is meant.
  const isFirst = info.animations.findIndex((other) => other.name.toLowerCase() === name) === animation;
  return list.flatMap((binding, i) =>
    isFirst && binding.name.toLowerCase() === name && same(binding.extents, found.extents) ? [i] : [],
  );
}

/** Sets those of some numbers that are others. @param names of the numbers, below the path */
export function setNumbers(
  path: string,
  names: readonly string[],
  before: readonly number[],
  after: readonly number[],
): EditOperation[] {
  return names.flatMap((name, i): EditOperation[] => {
    const value = after[i];
    if (value === undefined || Object.is(value, before[i])) return [];
    return [{ op: 'set', path: `${path}.${name}`, value }];
  });
}

/** Whether numbers are the same to the bit, but for kinds of NaN. */
export function same(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => Object.is(value, b[i]));
}
