/** Meshes in the shape that their morph targets give them at a moment. */
import type { Vec3 } from '@lithoscope/core';
import type { DraftMesh, DraftPiece } from '../draft.ts';
import type { Stand } from './skeleton.ts';
import { inverseTurn, turnVector } from './turns.ts';

/**
 * Level 0 of pieces, for what looks at places seen from nodes alone: `positions` stay.
 * @param weights of the targets of each piece; null: those when nothing plays
 * @param binds by node of the file
 */
export function morphed(
  pieces: readonly DraftPiece[],
  weights: readonly Float32Array[] | null,
  binds: readonly Stand[],
): readonly DraftPiece[] {
  return pieces.map((piece, i) => {
    const [mesh] = piece.levels;
    if (!mesh) return piece;
    const own = weights?.[i] ?? mesh.morphWeights;
    if (!mesh.morphs.some((_, target) => own[target])) return piece;
    return { ...piece, levels: [{ ...mesh, local: localOf(mesh, own, binds) }] };
  });
}

/** Targets are in the bind pose of the model: nodes see them turned. */
function localOf({ start, node, local, morphs }: DraftMesh, weights: Float32Array, binds: readonly Stand[]) {
  const out = local.slice();
  for (let v = 0; v + 1 < start.length; v++) {
    const by: Vec3 = [0, 0, 0];
    for (const [target, deltas] of morphs.entries())
      for (const axis of [0, 1, 2] as const)
        by[axis] += (weights[target] ?? 0) * (deltas[3 * v + axis] as number);
    if (by.every((value) => value === 0)) continue;
    for (let i = start[v] as number; i < (start[v + 1] as number); i++) {
      const bind = binds[node[i] as number];
      const seen = bind ? turnVector(inverseTurn(bind.rotation), by) : by;
      for (const axis of [0, 1, 2] as const) out[3 * i + axis] = (out[3 * i + axis] as number) + seen[axis];
    }
  }
  return out;
}
