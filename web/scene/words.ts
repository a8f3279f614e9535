/** Texts about the picture, and the name of a saved one. */

import { clipInfo } from '../document/animation-clips.ts';
import type { DrawnFile } from '../document/open-file.ts';
import { counted } from '../explain/describe.ts';
import { modelName } from '../lib/file-names.ts';

import { visible } from '../ui/dom.ts';
import type { DrawnCounts } from './model-view.ts';

export const NO_WEBGL =
  'WebGL is not available, so the model cannot be drawn. Structure and bytes work without it.';
export const CONTEXT_LOST = 'The WebGL context was lost; it returns when the browser restores it.';

/** Says why there are no triangles in the picture; '' when there are. @param drawn null before the first picture */
export function formatMissing(
  { info, look: { lod, hiddenPieces }, parsed }: DrawnFile,
  drawn: DrawnCounts | null,
): string {
  if (drawn === null || drawn.triangles > 0) return '';
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

/** The accessible name of the canvas. */
export function formatLabel(file: DrawnFile | null): string {
  if (!file) return '3D view, empty';
  const keys = 'Arrow keys orbit, Shift and arrow keys move, plus and minus zoom, Home resets the camera.';
  return `3D view of ${visible(file.name)}. ${keys}`;
}

/** How much is drawn. A narrow picture leaves out what is not `kept`. */
interface CountWords {
  readonly text: string;
  readonly kept: boolean;
}

/** @param leftOut vertices that the camera does not take in */
export function formatCounts(
  { info }: DrawnFile,
  { triangles, vertices, pieces }: DrawnCounts,
  leftOut: number,
): CountWords[] {
  if (triangles === 0) {
    return info.nodes.length > 0 ? [{ text: counted(info.nodes.length, 'node'), kept: true }] : [];
  }
  return [
    { text: counted(triangles, 'triangle'), kept: true },
    { text: ` · ${counted(vertices, 'vertex')} · ${counted(pieces, 'piece')}`, kept: false },
    // They are far away, or not finite.
    ...(leftOut > 0 ? [{ text: ` · ${counted(leftOut, 'vertex')} not framed`, kept: true }] : []),
  ];
}

/** Characters that some system does not allow in a file's name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among them
const UNFIT = /[\u0000-\u001f\u007f-\u009f"*/:<>?\\|]+/g;

/** A name for a file that is saved, of parts that may be anything: `agent-Flirt-3184ms.png`. @param ending `.png` */
export function savedName(parts: readonly string[], ending: string): string {
  return `${parts.map((part) => part.slice(0, 100).replace(UNFIT, '_').trim()).join('-')}${ending}`;
}

/** The name of a saved picture, `agent-Flirt-3184ms.png`: model, animation and time; in the bind pose the model alone. */
export function pictureName(file: DrawnFile, ...more: string[]): string {
  const animation = clipInfo(file, file.playback.clip.peek());
  const time = `${Math.round(file.playback.timeMs.peek())}ms`;
  return savedName([modelName(file.name), ...(animation ? [animation.name, time] : []), ...more], '.png');
}
