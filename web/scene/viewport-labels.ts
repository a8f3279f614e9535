/**
 * Text over the picture: pane captions, statistics, why the selection or the model is not in view; and names of saved
 * pictures.
 */

import { clipInfo } from '../document/animation-clips.ts';
import { changeLevel } from '../document/drawn-together.ts';
import type { DrawnFile, OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { view } from '../document/view.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { isModelFormat } from '../explain/formats.ts';
import { modelName } from '../lib/file-names.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import type { PaneRect } from './eye.ts';
import type { FileScene } from './file-scene.ts';
import type { PanePlan } from './guests.ts';
import type { DrawnCounts } from './model-view.ts';
import type { Stage } from './stage.ts';

interface ShownPane {
  readonly plan: PanePlan;
  readonly rect: PaneRect;
  readonly counts: DrawnCounts;
  /** Whether it shows the level that is chosen in the panels. */
  readonly isChosen: boolean;
}

export class PaneCaptions {
  readonly element = el('div', { class: 'scene-panes' });
  #rows: PaneCaption[] = [];

  /** Updates the captions from a picture; a single pane has no caption. */
  update(file: DrawnFile | null, panes: readonly ShownPane[]): void {
    const wanted = panes.length > 1 && file ? panes : [];
    const isSame =
      wanted.length === this.#rows.length &&
      wanted.every(({ plan }, i) => this.#rows[i]?.fits(file, plan.level) === true);
    const field = document.activeElement;
    const typed = field instanceof HTMLInputElement && this.element.contains(field) ? field.value : null;
    if (!isSame && file) {
      this.#rows = wanted.map(({ plan }) => new PaneCaption(file, plan.level));
      this.element.replaceChildren(...this.#rows.map(({ element }) => element));
    } else if (!isSame) {
      this.#rows = [];
      this.element.replaceChildren();
    }
    // Give the focus to the field that replaces the one just used.
    const again = isSame || typed === null ? null : this.#rows.find(({ level }) => String(level) === typed);
    again?.element.querySelector('input')?.focus();
    for (const [i, pane] of wanted.entries()) this.#rows[i]?.show(pane);
  }
}

class PaneCaption {
  readonly element = el('div', { class: 'scene-pane' });
  readonly #text = el('span');
  #shown: PaneRect | null = null;

  constructor(
    readonly file: DrawnFile,
    readonly level: number | null,
  ) {
    const parts =
      level === null
        ? [this.#text]
        : [...(file.info.features.collapses ? [] : ['Level']), levelField(file, level), this.#text];
    this.element.append(el('p', { class: 'scene-caption' }, ...parts));
  }

  fits(file: DrawnFile | null, level: number | null): boolean {
    return this.file === file && this.level === level;
  }

  show({ plan, rect, counts, isChosen }: ShownPane): void {
    const text = plan.caption(counts);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.element.classList.toggle('scene-pane-chosen', isChosen && plan.level !== null);
    if (this.#shown === rect) return;
    this.#shown = rect;
    for (const side of ['left', 'top', 'width', 'height'] as const) {
      this.element.style[side] = `${rect[side]}px`;
    }
  }
}

/** A number field that changes the level of the pane. */
function levelField(file: DrawnFile, level: number): HTMLInputElement {
  const { collapses } = file.info.features;
  const field = el('input', {
    type: 'number',
    class: 'small-input scene-pane-level',
    min: 0,
    max: file.info.lodCount - 1,
    value: level,
    'aria-label': collapses ? `Collapses, now ${level}` : `Level, now ${level}`,
    title: collapses ? 'Show another number of collapses here' : 'Show another level here',
  });
  field.addEventListener('change', () => {
    const { valueAsNumber } = field;
    if (Number.isFinite(valueAsNumber)) changeLevel(file, level, valueAsNumber);
    else field.value = String(level);
  });
  return field;
}

type Show = (scene: FileScene, stage: Stage) => void;

const ROWS = [
  'Triangles',
  'Vertices',
  'Pieces',
  'Weights',
  // Vertices far away, or not finite.
  'Not framed',
  'Draw calls',
  'Pose and deform',
  'Buffers',
  'Render',
] as const;

/** Adds the table of what is drawn and what it costs; the returned function fills it after a picture. */
export function mountStats(host: HTMLElement): Show {
  const cells = ROWS.map(() => el('td'));
  const table = el(
    'table',
    { class: 'scene-cost', 'aria-label': 'Statistics' },
    el('tbody', {}, ...ROWS.map((row, i) => el('tr', {}, el('th', { scope: 'row' }, row), cells[i] ?? ''))),
  );
  host.append(table);
  effect(() => {
    table.hidden = !view.stats.value;
  });
  return (scene, stage) => {
    const { counts, cost } = scene;
    const { calls, renderMs } = stage.cost;
    const values = [
      formatCount(counts.triangles),
      formatCount(counts.vertices),
      formatCount(counts.pieces),
      formatCount(weightsDrawn(scene.file)),
      formatCount(scene.leftOut),
      formatCount(calls),
      ms(cost.evaluateMs),
      ms(cost.buffersMs),
      ms(renderMs),
    ];
    values.forEach((value, i) => {
      const cell = cells[i];
      if (cell && cell.textContent !== value) cell.textContent = value;
    });
  };
}

const ms = (value: number) => `${value.toFixed(2)} ms`;

/** Weights of the visible pieces at the current level; a vertex moved by one node counts as one. */
function weightsDrawn({ info, look: { lod, hiddenPieces } }: DrawnFile): number {
  const { collapses, weights } = info.features;
  return info.pieces.reduce((sum, { lods }, piece) => {
    const level = lods[collapses ? 0 : lod.peek()];
    if (!level || hiddenPieces.peek().has(piece)) return sum;
    return sum + (weights ? level.weights : level.vertices);
  }, 0);
}

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
