/** The ruler of the dope sheet: numbers of the scale, and the slider of the time. */

import { currentLength, seek } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { formatTime } from '../../explain/describe.ts';
import { fitCanvas } from '../../ui/canvas.ts';
import { el } from '../../ui/dom.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { cssColor, theme } from '../../ui/theme.ts';
import { makeTimeSlider } from '../timeline/time-slider.ts';
import { gridLines } from './curve-scale.ts';
import type { TimeScale } from './scale.ts';

/** Between numbers, CSS pixels. */
const NUMBER_SPACE = 56;
/** Height of a line under a number. */
const TICK = 5;

/** Builds the ruler. */
export function ruler(scale: TimeScale): HTMLElement {
  const canvas = el('canvas', { class: 'sheet-ruler-marks' });
  const bar = el('div', { class: 'sheet-ruler' }, canvas);
  makeTimeSlider(bar, 'Time');
  let size = { width: 0, height: 0 };
  const paint = () => {
    theme.value;
    const { from, to } = scale.window.value;
    const context = canvas.getContext('2d');
    if (!context || size.width === 0) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    const { fontFamily, fontSize } = getComputedStyle(canvas);
    context.font = `${fontSize} ${fontFamily}`;
    context.fillStyle = cssColor('--text-dim');
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const time of gridLines(from, to, scale.width.value / NUMBER_SPACE)) {
      const x = Math.round(scale.x(time));
      context.fillText(String(Number(time.toPrecision(6))), x, (size.height - TICK) / 2);
      context.fillRect(x - 0.5, size.height - TICK, 1, TICK);
    }
  };
  effect(paint);
  onResize(bar, () => {
    size = fitCanvas(canvas);
    paint();
  });
  const timeOf = ({ clientX }: MouseEvent) => scale.timeAt(clientX - bar.getBoundingClientRect().left);
  bar.addEventListener('pointerdown', (event) => {
    const file = activeFile.peek();
    if (!file || event.button !== 0) return;
    bar.setPointerCapture(event.pointerId);
    seek(file, timeOf(event));
  });
  bar.addEventListener('pointermove', (event) => {
    const file = activeFile.peek();
    if (!file) return;
    if (bar.hasPointerCapture(event.pointerId)) seek(file, timeOf(event));
    else bar.title = currentLength(file) > 0 ? formatTime(Math.round(timeOf(event))) : '';
  });
  bar.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (event.shiftKey) scale.pan(scale.duration(event.deltaY || event.deltaX));
      else scale.zoom(event.deltaY > 0 ? -1 : 1, timeOf(event));
    },
    { passive: false },
  );
  return bar;
}

/** The playhead over ruler, rows and curves. */
export function sheetPlayhead(scale: TimeScale): HTMLElement {
  const number = el('span', { class: 'sheet-now' });
  const head = el('div', { class: 'sheet-playhead', 'aria-hidden': 'true' }, number);
  effect(() => {
    const file = activeFile.value;
    const length = file ? currentLength(file) : 0;
    const now = file?.playback.timeMs.value ?? 0;
    const { from, to } = scale.window.value;
    head.hidden = length === 0 || now < from || now > to;
    head.style.transform = `translateX(${scale.x(now)}px)`;
    number.textContent = String(Math.round(now));
  });
  return head;
}
