/** The animation of a model that has none: it stands still in the rest pose. */
import type { Draft, DraftAnimation, DraftMesh } from './draft.ts';
import { boxOf, halfOf } from './drafting/boxes.ts';

/** Readers of v6 take the rest pose from this animation where there is one, else from the first (abc.md §2). */
export const REST_NAME = 'static_model';

/** Of the version before there was one, and of ModelEdit. */
const INTERPOLATION_TIME = 200;

/** Whether a model gets one: child models lend their animations from version 9 on. */
export function needsStill({ animations, childModels }: Draft, version: number): boolean {
  return animations.length === 0 && (version === 6 || childModels.length === 0);
}

/** What games play of a model, whatever it is: with the still animation where it needs one. */
export function withStill(draft: Draft, version: number): Draft {
  return needsStill(draft, version) ? { ...draft, animations: [stillOf(draft)] } : draft;
}

function stillOf({ nodes, pieces }: Draft): DraftAnimation {
  const pose = Float32Array.from(nodes.flatMap(({ rest }) => [...rest.translation, ...rest.rotation]));
  const box = boxOf(
    pieces,
    nodes.map(({ parent }) => parent),
    [pose],
  );
  return {
    name: REST_NAME,
    source: -1,
    start: 0,
    times: Uint32Array.of(0),
    poses: [pose],
    morphWeights: [pieces.map(({ levels }) => (levels[0] as DraftMesh).morphWeights)],
    strings: [''],
    extents: box ? halfOf(box) : [0, 0, 0],
    interpolationTime: INTERPOLATION_TIME,
    origin: [0, 0, 0],
  };
}
