/** Text over the picture: why the selection or the model is not in view; and names of saved pictures. */

import { clipInfo } from '../document/animation-clips.ts';
import type { DrawnFile, OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { isModelFormat } from '../explain/formats.ts';
import { modelName } from '../lib/file-names.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import type { DrawnCounts } from './model-view.ts';

/** Why an element is not in the picture, and the action that brings it in. */
interface Reason {
  readonly text: string;
  show(): void;
}

/** The reason for the selected element; null when it is in the picture or not part of the mesh. Reads signals. */
function reasonFor(file: OpenFile): Reason | null {
  const { info, look } = file;
  const { piece, lod } = selectedElement(file);
  if (piece === undefined || !file.model) return null;
  // Files with collapses have one list of vertices for all levels.
  if (!info.features.collapses && lod !== undefined && lod !== look.lod.value && lod < info.lodCount) {
    return {
      text: `The selection is in level ${lod}; level ${look.lod.value} is drawn.`,
      show: () => {
        look.lodByDistance.value = false;
        look.lod.value = lod;
      },
    };
  }
  if (!look.hiddenPieces.value.has(piece)) return null;
  return {
    text: `The selection is in ${info.pieces[piece]?.name || `piece ${piece}`}, which is hidden.`,
    show: () => {
      look.hiddenPieces.value = new Set([...look.hiddenPieces.peek()].filter((other) => other !== piece));
    },
  };
}

/** Builds the line that says so; it shows and hides itself. */
export function outOfViewLine(): HTMLElement {
  const line = el('p', { class: 'scene-out-of-view', role: 'status' });
  effect(() => {
    const file = activeFile.value;
    const reason = file && reasonFor(file);
    line.replaceChildren(
      ...(reason ? [fileText(reason.text), button('Show it', reason.show, { class: 'button-small' })] : []),
    );
  });
  return line;
}

export const NO_WEBGL =
  'WebGL is not available, so the model cannot be drawn. The outline and the bytes work without it.';
export const CONTEXT_LOST =
  'The WebGL context was lost; the model is drawn again when the browser restores it.';

/** Why the picture has no triangles; '' when it has some. @param drawn null before the first picture */
export function formatMissing(
  { info, look: { lod, hiddenPieces }, parsed }: DrawnFile,
  drawn: DrawnCounts | null,
): string {
  if (drawn === null || drawn.triangles > 0) return '';
  if (parsed.isPartial) return 'The file is only partially loaded, so its model is not parsed.';
  if (info.nodes.length === 0) {
    return isModelFormat(info.format)
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

/** The note about vertices that framing ignores. @param count of them */
export function formatLeftOut(count: number): string[] {
  return count > 0 ? [`${counted(count, 'vertex')} not framed: far away or not finite`] : [];
}

/** Characters that some operating system forbids in file names. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among them
const UNFIT = /[\u0000-\u001f\u007f-\u009f"*/:<>?\\|]+/g;

/** A valid file name from arbitrary parts: `agent-Flirt-3184ms.png`. @param ending `.png` */
export function savedName(parts: readonly string[], ending: string): string {
  return `${parts.map((part) => part.slice(0, 100).replace(UNFIT, '_').trim()).join('-')}${ending}`;
}

/** The name of a saved picture, `agent-Flirt-3184ms.png`: model, animation and time; only the model in the bind pose. */
export function pictureName(file: DrawnFile, ...more: string[]): string {
  const animation = clipInfo(file, file.playback.clip.peek());
  const time = `${Math.round(file.playback.timeMs.peek())}ms`;
  return savedName([modelName(file.name), ...(animation ? [animation.name, time] : []), ...more], '.png');
}
