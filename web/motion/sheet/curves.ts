/** The curves of the dope sheet: translation or rotation of the current node over time, as stored in the file. */

import type { Track } from '@lithoscope/core';
import { computed, type Signal, signal } from '@preact/signals-core';
import { currentKey, currentKeys } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { seek } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { nodeFlags } from '../../explain/flags.ts';
import { roundedText } from '../../explain/values.ts';
import { button, el, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CHEVRON } from '../../ui/icons.ts';
import { collapsed } from '../../ui/layout.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { type Curve, CurvePainter } from './curve-painter.ts';
import { eulerDegrees } from './curve-scale.ts';
import { EVENTS } from './rows.ts';
import type { SheetState } from './state.ts';
import { keyWords } from './words.ts';

/** Decimals of values in the legend. */
const DIGITS = 3;
/** A press that moves less than this is a click, CSS pixels. */
const CLICK_SLACK = 4;

/** The part of a key to draw. */
type Quantity = 'translation' | 'quaternion' | 'euler';

const QUANTITIES: readonly (readonly [quantity: Quantity, label: string])[] = [
  ['translation', 'Position'],
  ['euler', 'Rotation, °'],
  ['quaternion', 'Quaternion'],
];

const NAMES = ['x', 'y', 'z', 'w'];
const COLORS = ['--axis-x', '--axis-y', '--axis-z', '--hue-nodes'];

/** Builds the curves, which follow the current row. */
export function sheetCurves(state: SheetState): HTMLElement {
  return new SheetCurves(state).element;
}

class SheetCurves {
  readonly element: HTMLElement;
  readonly #canvas = el('canvas', { class: 'sheet-curve-canvas', role: 'img' });
  readonly #painter: CurvePainter;
  /** Null: the natural one for the node. */
  readonly #chosenQuantity: Signal<Quantity | null> = signal(null);
  readonly #quantity = computed(
    (): Quantity => this.#chosenQuantity.value ?? naturalQuantity(activeFile.value, this.state.current.value),
  );
  /** No curves without a node or keys. */
  readonly #curves = computed(() => {
    const track = this.state.tracks.value?.of(this.state.current.value) ?? null;
    return track ? curvesOf(track, this.#quantity.value) : [];
  });
  #pressed: { readonly x: number; last: number; isDragged: boolean } | null = null;

  constructor(readonly state: SheetState) {
    this.#painter = new CurvePainter(this.#canvas, state.scale);
    const hint = el('p', { class: 'sheet-hint' });
    const plot = el('div', { class: 'sheet-plot' }, this.#canvas, this.#legend(), hint);
    const choice = this.#quantitySelect();
    this.element = el(
      'div',
      { class: 'sheet-curves' },
      el('div', { class: 'sheet-curve-head' }, this.#foldButton(), choice),
      plot,
    );
    effect(() => {
      const isOpen = this.state.hasCurves.value;
      this.element.classList.toggle('sheet-curves-shut', !isOpen);
      for (const part of [choice, plot]) part.hidden = !isOpen;
    });
    effect(() => {
      hint.textContent = this.#hint();
      const [, words = ''] = QUANTITIES.find(([id]) => id === this.#quantity.value) ?? [];
      setAttribute(this.#canvas, 'aria-label', `${words} of ${this.#nodeName() || 'no node'}`);
    });
    effect(() => this.#paint());
    onResize(this.#canvas, () => {
      this.#painter.resize();
      this.#paint();
    });
    this.#listen();
  }

  #paint(): void {
    if (collapsed.sheet.value || !this.state.hasCurves.value) return;
    theme.value;
    this.state.scale.window.value;
    this.state.scale.width.value;
    this.#painter.paint({
      times: currentKeys.value.times,
      curves: this.#curves.value,
      selected: this.state.selected.value,
    });
  }

  #nodeName(): string {
    return visible(activeFile.value?.info.nodes[this.state.current.value]?.name ?? '', 60);
  }

  /** Hint shown instead of curves; '' with curves. */
  #hint(): string {
    if (this.#curves.value.length > 0) return '';
    if (!this.state.tracks.value) return 'Choose an animation to see its keys.';
    if (this.state.current.value === EVENTS) return 'Select a node to see its curves.';
    return 'This animation has no keys for this node.';
  }

  #foldButton(): HTMLElement {
    const fold = button(icon(CHEVRON), () => {
      this.state.hasCurves.value = !this.state.hasCurves.peek();
    });
    fold.className = 'sheet-fold';
    const title = el('bdi', { class: 'sheet-name' });
    effect(() => {
      setAttribute(fold, 'aria-expanded', String(this.state.hasCurves.value));
      setAttribute(fold, 'aria-label', 'Curves of the selected node');
      setAttribute(fold, 'title', this.state.hasCurves.value ? 'Hide the curves' : 'Show the curves');
      title.textContent = this.#nodeName() || 'Curves';
    });
    return el('div', { class: 'sheet-curve-title' }, fold, title);
  }

  #quantitySelect(): HTMLSelectElement {
    const choice = el(
      'select',
      { 'aria-label': 'Curve values' },
      ...QUANTITIES.map(([value, label]) => el('option', { value }, label)),
    );
    effect(() => {
      choice.value = this.#quantity.value;
    });
    choice.addEventListener('change', () => {
      const found = QUANTITIES.find(([value]) => value === choice.value);
      if (found) this.#chosenQuantity.value = found[0];
    });
    return choice;
  }

  /** Each curve's name and value at the current key. */
  #legend(): HTMLElement {
    const legend = el('p', { class: 'sheet-legend' });
    effect(() => {
      const key = currentKey.value;
      legend.replaceChildren(...this.#curves.value.map((curve) => legendItem(curve, key)));
    });
    return legend;
  }

  #listen(): void {
    const canvas = this.#canvas;
    const { scale } = this.state;
    const pointOf = (event: MouseEvent): [x: number, y: number] => {
      const { left, top } = canvas.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      const [x] = pointOf(event);
      this.#pressed = { x, last: x, isDragged: false };
    });
    canvas.addEventListener('pointermove', (event) => {
      const [x, y] = pointOf(event);
      const pressed = this.#pressed;
      if (!pressed) {
        const key = this.#painter.keyAt(x, y);
        const { tracks, current } = this.state;
        canvas.title = key < 0 ? '' : keyWords(currentKeys.peek(), tracks.peek(), current.peek(), key);
        return;
      }
      pressed.isDragged ||= Math.abs(x - pressed.x) >= CLICK_SLACK;
      if (pressed.isDragged) scale.pan(scale.duration(pressed.last - x));
      pressed.last = x;
    });
    canvas.addEventListener('pointerup', (event) => {
      const file = activeFile.peek();
      const wasClick = this.#pressed !== null && !this.#pressed.isDragged;
      this.#pressed = null;
      if (!file || !wasClick) return;
      const [x, y] = pointOf(event);
      const key = this.#painter.keyAt(x, y);
      if (key >= 0) this.state.chooseKey(this.state.current.peek(), key);
      else seek(file, scale.timeAt(x));
    });
    canvas.addEventListener('pointercancel', () => {
      this.#pressed = null;
    });
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        if (event.shiftKey) scale.pan(scale.duration(event.deltaY || event.deltaX));
        else scale.zoom(event.deltaY > 0 ? -1 : 1, scale.timeAt(pointOf(event)[0]));
      },
      { passive: false },
    );
  }
}

/** Rotation for a rotation-only node, whose translations the engine ignores (abc.md §4.6); else translation. Reads signals. */
function naturalQuantity(file: OpenFile | null, node: number): Quantity {
  const flags = file?.info.nodes[node]?.flags ?? 0;
  const isRotationOnly =
    file !== null &&
    nodeFlags(file.info.features).some(({ bit, word }) => word === 'rotation only' && flags & bit);
  return isRotationOnly ? 'euler' : 'translation';
}

function legendItem({ name, color, values }: Curve, key: number): HTMLElement {
  const mark = el('i', { class: 'sheet-legend-mark' });
  mark.style.background = `var(${color})`;
  return el('span', {}, mark, `${name} ${roundedText(Number((values[key] ?? 0).toFixed(DIGITS)))}`);
}

function curvesOf({ translations, rotations }: Track, quantity: Quantity): Curve[] {
  const values =
    quantity === 'translation'
      ? columns(translations, 3)
      : quantity === 'quaternion'
        ? columns(rotations, 4)
        : eulerDegrees(rotations);
  return values.map((column, i) => ({ name: NAMES[i] ?? '', color: COLORS[i] ?? '', values: column }));
}

/** Rows of `width` numbers as one array per column. */
function columns(rows: Float32Array, width: number): Float32Array[] {
  return Array.from({ length: width }, (_, column) =>
    Float32Array.from({ length: rows.length / width }, (_, row) => rows[row * width + column] ?? 0),
  );
}
