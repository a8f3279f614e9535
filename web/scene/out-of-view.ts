/** A line over the picture when what is selected cannot be in it, with a button that brings it in. */

import type { OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';

/** Why an element is not in the picture, and what brings it in. */
interface Reason {
  readonly text: string;
  show(): void;
}

/** The reason for the selected element; null when it is in the picture, or no part of the mesh. Reads signals. */
function reasonFor(file: OpenFile): Reason | null {
  const { info, look } = file;
  const { piece, lod } = selectedElement(file);
  if (piece === undefined || !file.model) return null;
  // Collapses have one list of vertices for all levels.
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

/** Builds the line; it shows itself. */
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
