/** Text over the picture: pane captions, statistics, and why the selection is not in view. */
import { changeLevel } from '../document/drawn-together.ts';
import { selectedElement } from '../document/elements.ts';
import type { DrawnFile, OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { view } from '../document/view.ts';
import { formatCount } from '../explain/describe.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import type { PaneRect } from './eye.ts';
import type { FileScene } from './file-scene.ts';
import type { DrawnCounts } from './model-view.ts';
import type { PanePlan } from './picture-plan.ts';
import type { Stage } from './stage.ts';

interface ShownPane {
  readonly plan: PanePlan;
  readonly rect: PaneRect;
  readonly counts: DrawnCounts;
  /** It is the one that is chosen in the panels. */
  readonly isChosen: boolean;
}

export class PaneCaptions {
  readonly element = el('div', { class: 'scene-panes' });
  #rows: PaneCaption[] = [];

  /** Brings the lines up to date with a picture; one pane has none. */
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
    // The field that was just used is a new one now.
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

/** The level of the pane, as a number to change. */
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
  'Weights',
  // Vertices far away, or not finite.
  'Not framed',
  'Draw calls',
  'Pose and deform',
  'Buffers',
  'Render',
] as const;

/** Adds the table to the viewport; the function returned fills it after a picture. */
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

/** Of the pieces that are shown, at the level that is shown; a vertex that one node moves has one. */
function weightsDrawn({ info, look: { lod, hiddenPieces } }: DrawnFile): number {
  const { collapses, weights } = info.features;
  return info.pieces.reduce((sum, { lods }, piece) => {
    const level = lods[collapses ? 0 : lod.peek()];
    if (!level || hiddenPieces.peek().has(piece)) return sum;
    return sum + (weights ? level.weights : level.vertices);
  }, 0);
}

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
