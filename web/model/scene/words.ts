/** The picture in words. */

import { counted } from '../../explain/describe.ts';
import type { OpenFile } from '../../store/state.ts';
import { visible } from '../../ui/dom.ts';
import type { DrawnCounts } from './model-view.ts';

export const NO_WEBGL =
  'This browser gives no WebGL, so the model cannot be drawn. Structure and bytes work without it.';
export const CONTEXT_LOST =
  'The graphics card took the picture away. It comes back as soon as the card allows it.';

/** A sentence when the picture is not what one expects, else ''. */
export function whatIsMissing(
  { info, look: { lod, hiddenPieces }, parsed }: OpenFile,
  { triangles }: DrawnCounts,
): string {
  if (triangles > 0) return '';
  if (parsed.isPartial) return 'The file is partially loaded: its model is not parsed.';
  if (info.nodes.length === 0) {
    return info.format === 'abc'
      ? 'No part of a model could be read here, so there is nothing to draw.'
      : 'This is not a model, so there is nothing to draw.';
  }
  if (info.counts.faces === 0) return 'This file has no faces: its skeleton is shown.';
  if (hiddenPieces.peek().size >= info.pieces.length) return 'All pieces are hidden: the skeleton is shown.';
  if (lod.peek() > 0) return 'This level has no faces: the skeleton is shown.';
  return 'No face of this file can be drawn: its skeleton is shown.';
}

/** What the picture is to those who do not see it. */
export function labelOf(file: OpenFile | null): string {
  if (!file) return '3D view, empty';
  const keys = 'Arrow keys orbit, Shift and arrow keys move, plus and minus zoom, Home frames.';
  return `3D view of ${visible(file.name)}. ${keys}`;
}

export function countsInWords({ info }: OpenFile, { triangles, vertices, pieces }: DrawnCounts): string {
  if (triangles === 0) return info.nodes.length > 0 ? counted(info.nodes.length, 'node') : '';
  return [counted(triangles, 'triangle'), counted(vertices, 'vertex'), counted(pieces, 'piece')].join(' · ');
}
