/** Whether a GLB was exported from another model that only has the same skeleton as the file. */
import type { AbcFile } from '@lithoscope/core';
import { recordsIn, textIn } from '../drafting/extras.ts';
import type { ExportDescription } from '../source.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';
import { Faults } from './faults.ts';
import { oldMeshOf } from './old-mesh.ts';

/** What was exported: whether the file has it, and how much it counts. */
interface Part {
  readonly isKnown: boolean;
  readonly weight: number;
}

/**
 * Most of the pieces, by their triangles, or most of the animations are others. A file may have changed since its export: a piece
 * is known by its name or by its size, an animation by its name or by the times of its keys. The one piece of version 6 has no
 * name: it is known by its size or by where its vertices are.
 */
export function isOtherModel(context: MergeContext): boolean {
  const { description, base } = context;
  return isMostlyUnknown(piecesIn(context)) || isMostlyUnknown(animationsIn(description, base));
}

function isMostlyUnknown(parts: readonly Part[]): boolean {
  const sum = (list: readonly Part[]) => list.reduce((all, { weight }) => all + weight, 0);
  return 2 * sum(parts.filter(({ isKnown }) => isKnown)) < sum(parts);
}

function piecesIn(context: MergeContext): Part[] {
  const { meshes, json } = context.description;
  const { info } = context.base;
  const stored = recordsIn(json, 'pieces');
  return [...new Set(meshes.map(({ piece }) => piece))].map((piece) => {
    const was = stored[piece] ?? {};
    const is = info.pieces[piece];
    const levels = Array.isArray(was.levels) ? was.levels : [];
    const weight = Number(levels[0]?.[0]) || 1;
    if (!is) return { isKnown: false, weight };
    const sizes = is.lods.map(({ faces, vertices, weights }) => [faces, vertices, weights]);
    const isSame = JSON.stringify(levels) === JSON.stringify(sizes);
    const isAlike = () => (info.version === 6 ? isMeshThere(context) : is.name === textIn(was, 'name'));
    return { isKnown: isSame || isAlike(), weight };
  });
}

/** Whether most vertices of the file are where the GLB has some, or the GLB has lost the mesh. */
function isMeshThere({ rig, merging }: MergeContext): boolean {
  const mesh = oldMeshOf(rig, new Faults(''));
  return !mesh || answered(merging.meshLikeness(mesh.mesh)) >= 0.5;
}

function animationsIn({ animations, json }: ExportDescription, base: AbcFile): Part[] {
  const names = recordsIn(json, 'ownAnimations').map((own) => textIn(own, 'name'));
  return [...animations.values()].flatMap(({ source, index, times }) => {
    if (source >= 0) return [];
    const is = base.info.animations[index];
    const there = new Set(is && base.keyframes(index).times);
    const isKnown = is !== undefined && (is.name === names[index] || times.every((time) => there.has(time)));
    return [{ isKnown, weight: 1 }];
  });
}
