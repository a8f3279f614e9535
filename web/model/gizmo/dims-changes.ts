/** Changes of the dims of an animation: the half sizes of its collision box. */

import type { Vec3 } from '@lithoscope/core';
import { change } from '../../edit/history.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { visible } from '../../ui/dom.ts';
import { formatNumbers, same, setNumbers } from './socket-changes.ts';

/** Path of the dims of an animation; null when the file has no place for them (v6 without the section AnimDims). */
export function dimsPath({ info, parsed }: OpenFile, animation: number): string | null {
  const path =
    info.version === 6 ? `AnimDims.Dimensions[${animation}]` : `${parsed.pathOf({ animation })}.Extents`;
  return parsed.resolve(path) ? path : null;
}

/** Writes dims. The binding of the animation, which no engine reads, goes along when it said the same before (abc.md §3.9). */
export function setDims(file: OpenFile, animation: number, extents: Readonly<Vec3>, merge?: string): boolean {
  const path = dimsPath(file, animation);
  const found = file.info.animations[animation];
  if (!path || !found) return false;
  if (same(extents, found.extents)) return true;
  const paths = [path, ...ownBindings(file, animation).map((binding) => bindingPath(file, binding))];
  const operations = paths.flatMap((place) => setNumbers(place, ['X', 'Y', 'Z'], found.extents, extents));
  return change(file, {
    label: `Change the dims of ${visible(found.name, 60)}`,
    path,
    operations,
    before: formatNumbers(found.extents),
    after: formatNumbers(extents),
    ...(merge !== undefined && { merge }),
  });
}

/** Indices of the model's own bindings that name an animation and have its dims. */
function ownBindings({ info }: OpenFile, animation: number): number[] {
  const found = info.animations[animation];
  const list = info.version === 6 ? [] : (info.bindings[0] ?? []);
  if (!found) return [];
  const name = found.name.toLowerCase();
  // Of several animations of one name the first is meant.
  const isFirst = info.animations.findIndex((other) => other.name.toLowerCase() === name) === animation;
  return list.flatMap((binding, i) =>
    isFirst && binding.name.toLowerCase() === name && same(binding.extents, found.extents) ? [i] : [],
  );
}

function bindingPath({ parsed }: OpenFile, binding: number): string {
  return `${parsed.pathOf({ bindingList: 0, binding })}.Extents`;
}
