/** Changes of the dims of an animation: the half sizes of its collision box. */

import type { Vec3 } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { dimsOperations, dimsPath } from '../../edit/animations.ts';
import { change } from '../../edit/history.ts';
import { visible } from '../../ui/dom.ts';
import { formatNumbers } from './socket-changes.ts';

/** Whether the file has a place for the dims of an animation. */
export function hasDims({ model }: OpenFile, animation: number): boolean {
  return model !== null && dimsPath(model, animation) !== null;
}

/** Writes dims. @param merge as in `Gesture` */
export function setDims(file: OpenFile, animation: number, extents: Readonly<Vec3>, merge?: string): boolean {
  const path = file.model && dimsPath(file.model, animation);
  const found = file.info.animations[animation];
  const operations = file.model && dimsOperations(file.model, animation, extents);
  if (!path || !found || !operations) return false;
  if (operations.length === 0) return true;
  return change(file, {
    label: `Change the dims of ${visible(found.name, 60)}`,
    path,
    operations,
    before: formatNumbers(found.extents),
    after: formatNumbers(extents),
    ...(merge !== undefined && { merge }),
  });
}
