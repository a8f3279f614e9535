/** Whether a GLB was exported from another model that only has the same skeleton as the file. */
import type { AbcFile } from '@lithoscope/core';
import { recordsIn, textIn } from '../drafting/extras.ts';
import type { ExportDescription } from '../source.ts';

/** What was exported: whether the file has it, and how much it counts. */
interface Part {
  readonly isKnown: boolean;
  readonly weight: number;
}

/**
 * Most of the pieces, by their triangles, or most of the animations are others. A file may have changed since its export: a piece
 * is known by its name or by its size, an animation by its name or by the times of its keys.
 */
export function isOtherModel(description: ExportDescription, base: AbcFile): boolean {
  return isMostlyUnknown(piecesIn(description, base)) || isMostlyUnknown(animationsIn(description, base));
}

function isMostlyUnknown(parts: readonly Part[]): boolean {
  const sum = (list: readonly Part[]) => list.reduce((all, { weight }) => all + weight, 0);
  return 2 * sum(parts.filter(({ isKnown }) => isKnown)) < sum(parts);
}

function piecesIn({ meshes, json }: ExportDescription, { info }: AbcFile): Part[] {
  const stored = recordsIn(json, 'pieces');
  const nodes = recordsIn(json, 'nodes');
  // The one piece of version 6 has no name of its own: the nodes have names.
  const areNodes = info.nodes.every(({ name }, i) => name === textIn(nodes[i] ?? {}, 'name'));
  return [...new Set(meshes.map(({ piece }) => piece))].map((piece) => {
    const was = stored[piece] ?? {};
    const is = info.pieces[piece];
    const levels = Array.isArray(was.levels) ? was.levels : [];
    const weight = Number(levels[0]?.[0]) || 1;
    if (!is) return { isKnown: false, weight };
    const sizes = is.lods.map(({ faces, vertices, weights }) => [faces, vertices, weights]);
    const isSame = JSON.stringify(levels) === JSON.stringify(sizes);
    const isNamed = info.version === 6 ? areNodes : is.name === textIn(was, 'name');
    return { isKnown: isSame || isNamed, weight };
  });
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
