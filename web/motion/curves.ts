/** The panel "Curves": translation and rotation of the selected node over time, as stored in the file. */

import type { Track } from '@lithoscope/core';
import { computed, type Signal, signal } from '@preact/signals-core';
import { clipModel } from '../document/animation-clips.ts';
import { currentKey, currentKeys, nextKeyTime, previousKeyTime } from '../document/keyframes.ts';
import type { OpenFile } from '../document/open-file.ts';
import { currentLength, seek } from '../document/playback.ts';
import { select, selectedElement, selectionAt } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { nodeFlags } from '../explain/flags.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, fileText } from '../ui/dom.ts';
import { effect, onResize } from '../ui/scope.ts';
import { theme } from '../ui/theme.ts';
import { type Curve, CurvePainter } from './curve-painter.ts';
import { eulerDegrees, moved, type TimeWindow, zoomed } from './curve-scale.ts';
import { isOwnClip, selectKey } from './timeline/playhead.ts';
import { formatTime } from './timeline/words.ts';

/** Factor of one step of wheel or key. */
const ZOOM_STEP = 1.25;
/** Share of the window by which a key moves it. */
const PAN_STEP = 0.2;
/** Decimals of values in the legend. */
const DIGITS = 3;
/** A press that moves less than this is a click, CSS pixels. */
const CLICK_SLACK = 4;

/** The part of a key to draw. */
type Quantity = 'translation' | 'quaternion' | 'euler';

const QUANTITIES: readonly (readonly [quantity: Quantity, label: string])[] = [
  ['translation', 'Translation'],
  ['euler', 'Rotation, degrees'],
  ['quaternion', 'Rotation, quaternion'],
];

const NAMES = ['x', 'y', 'z', 'w'];
const COLORS = ['--axis-x', '--axis-y', '--axis-z', '--hue-nodes'];

const LABEL =
  'Curves of the selected node. Left and right go from key to key, Enter selects the key’s bytes, plus and minus zoom, Shift with left and right moves the view, Home shows all.';

/** Fills the panel, which follows the active file and its selected node. */
export function mountCurves(host: HTMLElement): void {
  new CurvesPanel(host);
}

class CurvesPanel {
  readonly #canvas = el('canvas', {
    class: 'curve-canvas',
    tabindex: 0,
    role: 'application',
    'aria-label': LABEL,
  });
  readonly #painter = new CurvePainter(this.#canvas);
  readonly #playhead = el('div', { class: 'curve-playhead' });
  /** Null: the natural one for the node. */
  readonly #chosenQuantity: Signal<Quantity | null> = signal(null);
  readonly #quantity = computed(
    (): Quantity => this.#chosenQuantity.value ?? naturalQuantity(activeFile.value),
  );
  /** Null: the whole animation. */
  readonly #chosenWindow = signal<TimeWindow | null>(null);
  /** The selected node and its curves; no curves without a node or keys. */
  readonly #shown = computed(() => {
    const file = activeFile.value;
    const node = file ? (selectedElement(file).node ?? -1) : -1;
    const track = file && node >= 0 ? trackOf(file, node) : null;
    return { file, node, curves: track ? curvesOf(track, this.#quantity.value) : [] };
  });
  /** The time in view, ms. */
  readonly #window = computed(
    (): TimeWindow => this.#chosenWindow.value ?? { from: 0, to: lengthOf(activeFile.value) },
  );
  #pressed: { x: number; window: TimeWindow; dragged: boolean } | null = null;

  constructor(host: HTMLElement) {
    const hint = el('p', { class: 'curves-nothing' });
    host.classList.add('curves');
    host.append(
      el('div', { class: 'curve-head' }, this.#quantitySelect(), saveButtons(), this.#legend()),
      el('div', { class: 'curve-plot' }, this.#canvas, this.#playhead, hint),
    );
    effect(() => {
      hint.textContent = this.#hint();
    });
    effect(() => {
      // A new animation is shown whole.
      activeFile.value?.playback.clip.value;
      this.#chosenWindow.value = null;
    });
    effect(() => this.#paint());
    effect(() => this.#movePlayhead());
    onResize(this.#canvas, () => {
      this.#painter.resize();
      this.#paint();
      this.#movePlayhead();
    });
    this.#listen();
  }

  #paint(): void {
    const { file, curves } = this.#shown.value;
    theme.value;
    const element = file ? selectedElement(file) : {};
    const isOwn = file !== null && isOwnClip(file, element.animation);
    this.#painter.paint({
      times: currentKeys.value.times,
      curves,
      window: this.#window.value,
      selectedKey: isOwn ? (element.keyframe ?? -1) : -1,
    });
  }

  #movePlayhead(): void {
    const { file, curves } = this.#shown.value;
    this.#window.value;
    const now = file?.playback.timeMs.value ?? 0;
    this.#playhead.hidden = curves.length === 0 || !this.#painter.isInView(now);
    this.#playhead.style.transform = `translateX(${this.#painter.x(now)}px)`;
  }

  /** Hint shown instead of curves; '' with curves. */
  #hint(): string {
    const { file, node, curves } = this.#shown.value;
    if (!file || curves.length > 0) return '';
    if (file.playback.clip.value.animation < 0) return 'Choose an animation to see its curves.';
    if (node < 0) return 'Select a node, in the picture or the structure, to see how it moves.';
    return 'This animation has no keys for the node.';
  }

  #quantitySelect(): HTMLSelectElement {
    const choice = el(
      'select',
      { 'aria-label': 'What the curves show' },
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

  /** The node, and each curve's name and value at the current key. */
  #legend(): HTMLElement {
    const legend = el('p', { class: 'curve-legend' });
    effect(() => {
      const { file, node, curves } = this.#shown.value;
      const name = file?.info.nodes[node]?.name;
      const key = currentKey.value;
      legend.replaceChildren(
        ...(name === undefined ? [] : [fileText(name, 'curve-node')]),
        ...curves.map((curve) => legendItem(curve, key)),
      );
    });
    return legend;
  }

  #listen(): void {
    const canvas = this.#canvas;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.#pressed = { x: event.clientX, window: this.#window.peek(), dragged: false };
    });
    canvas.addEventListener('pointermove', (event) => this.#drag(event));
    canvas.addEventListener('pointerup', (event) => {
      const { file, node } = this.#shown.peek();
      if (this.#pressed && !this.#pressed.dragged && file) {
        const [x, y] = this.#pointAt(event);
        const key = this.#painter.keyAt(x, y);
        if (key >= 0) selectNodeKey(file, node, key);
        else seek(file, this.#painter.timeAt(x));
      }
      this.#pressed = null;
    });
    canvas.addEventListener('pointercancel', () => {
      this.#pressed = null;
    });
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const [x] = this.#pointAt(event);
        this.#zoom(this.#painter.timeAt(x), event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#useKey(event)) event.preventDefault();
    });
  }

  #pointAt({ clientX, clientY }: MouseEvent): [x: number, y: number] {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** Moves the window while the button is pressed; else shows the key under the pointer as a tooltip. */
  #drag(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed) {
      const key = this.#painter.keyAt(...this.#pointAt(event));
      const time = currentKeys.peek().times[key] ?? 0;
      this.#canvas.title = key < 0 ? '' : `Key ${key + 1}, ${formatTime(time)}`;
      return;
    }
    const right = event.clientX - pressed.x;
    pressed.dragged ||= Math.abs(right) >= CLICK_SLACK;
    if (!pressed.dragged) return;
    const by = this.#painter.timeAt(0) - this.#painter.timeAt(right);
    this.#chosenWindow.value = moved(pressed.window, by, lengthOf(activeFile.peek()));
  }

  #zoom(around: number, factor: number): void {
    this.#chosenWindow.value = zoomed(this.#window.peek(), around, factor, lengthOf(activeFile.peek()));
  }

  #pan(sign: number): void {
    const { from, to } = this.#window.peek();
    const by = sign * PAN_STEP * (to - from);
    this.#chosenWindow.value = moved({ from, to }, by, lengthOf(activeFile.peek()));
  }

  /** @returns whether the key was used */
  #useKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { file, node } = this.#shown.peek();
    if (!file) return false;
    const { times } = currentKeys.peek();
    const time = file.playback.timeMs.peek();
    switch (key) {
      case 'ArrowRight':
        if (shiftKey) this.#pan(1);
        else seek(file, nextKeyTime(times, time));
        return true;
      case 'ArrowLeft':
        if (shiftKey) this.#pan(-1);
        else seek(file, previousKeyTime(times, time));
        return true;
      case '+':
      case '=':
        this.#zoom(time, 1 / ZOOM_STEP);
        return true;
      case '-':
        this.#zoom(time, ZOOM_STEP);
        return true;
      case 'Home':
        this.#chosenWindow.value = null;
        return true;
      case 'Enter':
        selectNodeKey(file, node, currentKey.peek());
        return true;
      default:
        return false;
    }
  }
}

/** Buttons that save the keys as CSV, of the node and of all nodes. */
function saveButtons(): HTMLElement {
  return el(
    'div',
    { class: 'curve-save', role: 'group', 'aria-label': 'Save the keys as CSV' },
    commandButton(command('export.keys'), 'CSV', 'button-small'),
    commandButton(command('export.allKeys'), 'CSV of all', 'button-small'),
  );
}

/** Rotation for a rotation-only node, whose translations the engine ignores (abc.md §4.6); else translation. Reads signals. */
function naturalQuantity(file: OpenFile | null): Quantity {
  const flags = file?.info.nodes[selectedElement(file).node ?? -1]?.flags ?? 0;
  const isRotationOnly =
    file !== null &&
    nodeFlags(file.info.features).some(({ bit, word }) => word === 'rotation only' && flags & bit);
  return isRotationOnly ? 'euler' : 'translation';
}

function lengthOf(file: OpenFile | null): number {
  return file ? currentLength(file) : 0;
}

function legendItem({ name, color, values }: Curve, key: number): HTMLElement {
  const mark = el('i', { class: 'curve-mark' });
  mark.style.background = `var(${color})`;
  return el('span', {}, mark, `${name} ${Number((values[key] ?? 0).toFixed(DIGITS))}`);
}

/** Selects the bytes of a node's key. For an inherited animation, selects the key, whose bytes are in another file. */
function selectNodeKey(file: OpenFile, node: number, key: number): void {
  const { child, animation } = file.playback.clip.peek();
  if (child !== 0) selectKey(file, key);
  else select(file, selectionAt(file, file.parsed.pathOf({ animation, node, keyframe: key })), 'timeline');
}

/** The keys of a node in the current animation, or null. Reads signals. */
function trackOf(file: OpenFile, node: number): Track | null {
  const clip = file.playback.clip.value;
  return clip.animation < 0 ? null : (clipModel(file, clip)?.track(clip.animation, node) ?? null);
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
