/** Which nodes and sockets have motion trails: the selected one, and those that are kept. */
import type { ModelElement } from '@lithoscope/core';
import { type DrawnFile, MAX_TRAILS, type TrailOf } from './open-file.ts';
import { selectedElement } from './selection.ts';

/** The node or socket that an element is; null for other elements. */
function trailOf({ node, socket, piece }: ModelElement): TrailOf | null {
  if (socket !== undefined) return { socket };
  return node !== undefined && piece === undefined ? { node } : null;
}

export const isSameTrail = (a: TrailOf, b: TrailOf) => a.node === b.node && a.socket === b.socket;

/** The trails of a file: those that are kept, then that of the selection. */
export function trailsOf({ look }: DrawnFile, selected: ModelElement): readonly TrailOf[] {
  const kept = look.trails.value;
  const own = trailOf(selected);
  return own && !kept.some((other) => isSameTrail(other, own)) ? [...kept, own] : kept;
}

/** The name of the node or socket in its file. */
export function trailName({ info }: DrawnFile, { node, socket }: TrailOf): string {
  return (socket === undefined ? info.nodes[node] : info.sockets[socket])?.name ?? '';
}

/** Keeps the trail of the selection, or no longer keeps it; without such a selection, does nothing. */
export function toggleTrail(file: DrawnFile): void {
  const { trails } = file.look;
  const own = trailOf(selectedElement(file));
  if (!own) return;
  const others = trails.peek().filter((other) => !isSameTrail(other, own));
  if (others.length < trails.peek().length) trails.value = others;
  else if (others.length < MAX_TRAILS) trails.value = [...others, own];
}

/** Whether the trail of the selection is kept; null without such a selection. Reads signals. */
export function isKeptTrail(file: DrawnFile): boolean | null {
  const own = trailOf(selectedElement(file));
  return own && file.look.trails.value.some((other) => isSameTrail(other, own));
}
