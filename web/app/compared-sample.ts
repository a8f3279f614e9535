/** The comparison that the start page shows: a sample, and the same with one arm raised and one flag turned. */

import type { AbcFile, EditOperation } from '@lithoscope/core';
import { decodeLeaf } from '../explain/values.ts';

/** In the sample Clockwork: one arm idles as it is held in the middle of another animation. */
const ARM = 'R_UpperArm';
const IDLE = 'Idle';
const RAISED_IN = 'Wave';
/** A node with a flag, which the changed file has not. */
const FLAGGED = 'Antenna';

/** What changes the sample; nothing for a model without these names. */
export function sampleChanges(model: AbcFile): EditOperation[] {
  const { nodes, animations } = model.info;
  const node = nodes.findIndex(({ name }) => name === ARM);
  const flagged = nodes.findIndex(({ name }) => name === FLAGGED);
  const [idle, raised] = [IDLE, RAISED_IN].map((wanted) =>
    animations.findIndex(({ name }) => name === wanted),
  );
  if ([node, flagged, idle, raised].some((index) => index === undefined || index < 0)) return [];
  const keysOf = (animation = 0) => `${model.pathOf({ animation, node })}.Transforms`;
  const middle = Math.floor((animations[raised ?? 0]?.keyframes ?? 0) / 2);
  const held = numbersAt(model, `${keysOf(raised)}[${middle}].Rotation`);
  const keys = Array.from({ length: animations[idle ?? 0]?.keyframes ?? 0 }, (_, key) => key);
  return [
    { op: 'set', path: `${model.pathOf({ node: flagged })}.Flags`, value: 0 },
    ...keys.flatMap((key) => {
      const path = `${keysOf(idle)}[${key}].Rotation`;
      return held.map(([name, value]): EditOperation => ({ op: 'set', path: `${path}.${name}`, value }));
    }),
  ];
}

/** The numbers of a struct by their names. */
function numbersAt(model: AbcFile, path: string): [name: string, value: number][] {
  const struct = model.resolve(path);
  if (!struct) return [];
  const { offset, length } = model.leaves(struct.start, struct.end);
  return model
    .paths(struct.start, struct.end)
    .map((leaf, i) => [
      leaf.slice(path.length + 1),
      Number(decodeLeaf(model.bytes, offset[i] ?? 0, length[i] ?? 0, 'f32')),
    ]);
}
