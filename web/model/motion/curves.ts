/** Translation and rotation of the selected node over time. */
import { computed, type Signal, signal } from '@preact/signals-core';
import { selectedElement, selectionAt } from '../../store/elements.ts';
import { currentKey, currentKeys } from '../../store/frame-events.ts';
import { nextKeyTime, previousKeyTime } from '../../store/keyframes.ts';
import { currentLength, seek } from '../../store/playback.ts';
import { activeFile, type OpenFile, select } from '../../store/state.ts';
import { el, fileText } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { isOwnClip, selectKey } from '../timeline/follow.ts';
import { timeInWords } from '../timeline/words.ts';
import { type Curve, CurvePainter } from './curve-painter.ts';
import { moved, type TimeWindow, zoomed } from './curve-scale.ts';
import './curves.css';
import { curvesOf, keyPath, QUANTITIES, type Quantity, trackOf } from './node-curves.ts';

/** One step of wheel or key. */
const ZOOM = 1.25;
/** Part of the window that a key moves it by. */
const PAN = 0.2;
/** Of values in the legend. */
const DIGITS = 3;
/** A pointer that moved less than this, CSS pixels, has clicked. */
const CLICK = 4;

const quantity: Signal<Quantity> = signal('translation');
/** Null: all of the animation. */
const chosenWindow = signal<TimeWindow | null>(null);

/** What is drawn; without a node or without keys no curves. */
const shown = computed(() => {
  const file = activeFile.value;
  const node = file ? (selectedElement(file).node ?? -1) : -1;
  const track = file && node >= 0 ? trackOf(file, node) : null;
  return { file, node, curves: track ? curvesOf(track, quantity.value) : [] };
});

/** The window, within the animation as it is now. */
const timeWindow = computed((): TimeWindow => {
  const length = activeFile.value ? currentLength(activeFile.value) : 0;
  return chosenWindow.value ?? { from: 0, to: length };
});

/** Fills the panel. */
export function mountCurves(host: HTMLElement): void {
  host.classList.add('curves');
  const canvas = el('canvas', {
    class: 'curve-canvas',
    tabindex: 0,
    role: 'application',
    'aria-label':
      'Curves of the selected node. Left and right go from key to key, Enter selects the key’s bytes, plus and minus zoom, Shift with left and right moves the view, Home shows all.',
  });
  const playhead = el('div', { class: 'curve-playhead' });
  const nothing = el('p', { class: 'curves-nothing' });
  const painter = new CurvePainter(canvas);
  host.append(
    el('div', { class: 'curve-head' }, quantitySelect(), legend()),
    el('div', { class: 'curve-plot' }, canvas, playhead, nothing),
  );

  const paint = () => {
    const { file, curves } = shown.value;
    theme.value;
    const element = file ? selectedElement(file) : {};
    const isOwn = file !== null && isOwnClip(file, element.animation);
    painter.paint({
      times: currentKeys.value.times,
      curves,
      window: timeWindow.value,
      selectedKey: isOwn ? (element.keyframe ?? -1) : -1,
    });
  };
  const movePlayhead = () => {
    const { file, curves } = shown.value;
    timeWindow.value;
    const now = file?.playback.timeMs.value ?? 0;
    playhead.hidden = curves.length === 0 || !painter.isInView(now);
    playhead.style.transform = `translateX(${painter.x(now)}px)`;
  };
  effect(() => {
    nothing.textContent = whatIsMissing();
  });
  effect(() => {
    // Another animation is seen as a whole.
    activeFile.value?.playback.clip.value;
    chosenWindow.value = null;
  });
  effect(paint);
  effect(movePlayhead);
  new ResizeObserver(() => {
    painter.resize();
    paint();
    movePlayhead();
  }).observe(canvas);
  usePointer(canvas, painter);
  canvas.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && useKey(event)) event.preventDefault();
  });
}

/** A sentence where the curves would be, or ''. */
function whatIsMissing(): string {
  const { file, node, curves } = shown.value;
  if (!file || curves.length > 0) return '';
  if (file.playback.clip.value.animation < 0) return 'Choose an animation to see its curves.';
  if (node < 0) return 'Select a node, in the picture or the structure, to see how it moves.';
  return 'This animation has no keys for the node.';
}

function quantitySelect(): HTMLSelectElement {
  const choice = el(
    'select',
    { 'aria-label': 'What the curves show' },
    ...QUANTITIES.map(([value, label]) => el('option', { value }, label)),
  );
  choice.addEventListener('change', () => {
    const found = QUANTITIES.find(([value]) => value === choice.value);
    if (found) quantity.value = found[0];
  });
  effect(() => {
    choice.value = quantity.value;
  });
  return choice;
}

/** The node, and each curve's name and value at the current key. */
function legend(): HTMLElement {
  const host = el('p', { class: 'curve-legend' });
  effect(() => {
    const { file, node, curves } = shown.value;
    const name = file?.info.nodes[node]?.name;
    const key = currentKey.value;
    host.replaceChildren(
      ...(name === undefined ? [] : [fileText(name, 'curve-node')]),
      ...curves.map((curve) => legendItem(curve, key)),
    );
  });
  return host;
}

function legendItem({ name, color, values }: Curve, key: number): HTMLElement {
  const mark = el('i', { class: 'curve-mark' });
  mark.style.background = `var(${color})`;
  return el('span', {}, mark, `${name} ${Number((values[key] ?? 0).toFixed(DIGITS))}`);
}

function usePointer(canvas: HTMLCanvasElement, painter: CurvePainter): void {
  let start: { x: number; window: TimeWindow } | null = null;
  let dragged = false;
  const place = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    start = { x: event.clientX, window: timeWindow.peek() };
    dragged = false;
  });
  canvas.addEventListener('pointermove', (event) => {
    const { x, y } = place(event);
    if (!start) {
      const key = painter.keyAt(x, y);
      canvas.title = key < 0 ? '' : `Key ${key + 1}, ${timeInWords(currentKeys.peek().times[key] ?? 0)}`;
      return;
    }
    const by = painter.timeAt(0) - painter.timeAt(event.clientX - start.x);
    dragged ||= Math.abs(event.clientX - start.x) >= CLICK;
    if (dragged) chosenWindow.value = moved(start.window, by, lengthNow());
  });
  canvas.addEventListener('pointerup', (event) => {
    const { x, y } = place(event);
    const { file, node } = shown.peek();
    if (start && !dragged && file) {
      const key = painter.keyAt(x, y);
      if (key >= 0) selectNodeKey(file, node, key);
      else seek(file, painter.timeAt(x));
    }
    start = null;
  });
  canvas.addEventListener('pointercancel', () => {
    start = null;
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(painter.timeAt(place(event).x), event.deltaY > 0 ? ZOOM : 1 / ZOOM);
    },
    { passive: false },
  );
}

function lengthNow(): number {
  const file = activeFile.peek();
  return file ? currentLength(file) : 0;
}

function zoom(around: number, factor: number): void {
  chosenWindow.value = zoomed(timeWindow.peek(), around, factor, lengthNow());
}

/** Selects the bytes of a node's key; those of an inherited animation are in another file. */
function selectNodeKey(file: OpenFile, node: number, key: number): void {
  const { child, animation } = file.playback.clip.peek();
  if (child !== 0) selectKey(file, key);
  else select(file, selectionAt(file, keyPath(file.info.version, animation, node, key)), 'timeline');
}

/** The keyboard on the curves; false for a key that means nothing here. */
function useKey({ key, shiftKey }: KeyboardEvent): boolean {
  const { file, node } = shown.peek();
  if (!file) return false;
  const { times } = currentKeys.peek();
  const time = file.playback.timeMs.peek();
  const { from, to } = timeWindow.peek();
  const pan = (sign: number) => {
    chosenWindow.value = moved({ from, to }, sign * PAN * (to - from), lengthNow());
  };
  switch (key) {
    case 'ArrowRight':
      if (shiftKey) pan(1);
      else seek(file, nextKeyTime(times, time));
      return true;
    case 'ArrowLeft':
      if (shiftKey) pan(-1);
      else seek(file, previousKeyTime(times, time));
      return true;
    case '+':
    case '=':
      zoom(time, 1 / ZOOM);
      return true;
    case '-':
      zoom(time, ZOOM);
      return true;
    case 'Home':
      chosenWindow.value = null;
      return true;
    case 'Enter':
      selectNodeKey(file, node, currentKey.peek());
      return true;
    default:
      return false;
  }
}
