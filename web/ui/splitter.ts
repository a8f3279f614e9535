/** A bar between two panels that resizes or collapses one of them, by pointer or keys. The size is stored. */
import type { Signal } from '@preact/signals-core';
import * as v from 'valibot';
import { kept } from '../store/kept.ts';
import { el } from './dom.ts';
import { effect, listen } from './scope.ts';

export interface SplitterOptions {
  /** The custom property that holds the size, and a part of its key. */
  property: `--${string}`;
  /** What changes size, for assistive technology. */
  label: string;
  /** `x`: a width, the bar is vertical. */
  axis: 'x' | 'y';
  /** +1: the panel is before the bar; −1: after it. */
  side: 1 | -1;
  initial: number;
  min: number;
  /** The largest size now, px. */
  max: () => number;
  /** The panel that changes size, and whether it is collapsed. */
  panel: HTMLElement;
  collapsed: Signal<boolean>;
}

/** px an arrow key moves. */
const STEP = 16;

/** @param root the element whose stylesheet reads the property */
export function splitter(root: HTMLElement, options: SplitterOptions): HTMLElement {
  const { property, label, axis, side, initial, min, max, panel, collapsed } = options;
  const bar = el('div', {
    class: `splitter splitter-${axis}`,
    role: 'separator',
    tabindex: 0,
    'aria-label': label,
    'aria-orientation': axis === 'x' ? 'vertical' : 'horizontal',
    'aria-valuemin': 0,
    title: `${label}: drag, or press arrow keys. Double-click or press Enter to collapse or restore.`,
  });
  const keptSize = kept(`size${property}`, v.fallback(v.number(), initial));
  let wanted = keptSize.read();
  let size = wanted;

  const show = () => {
    size = collapsed.value ? 0 : Math.round(Math.max(min, Math.min(wanted, max())));
    root.style.setProperty(property, `${size}px`);
    panel.classList.toggle('collapsed', collapsed.value);
    bar.setAttribute('aria-valuenow', String(size));
    bar.setAttribute('aria-valuemax', String(Math.round(max())));
  };
  /** A panel collapses when it is dragged to less than half of its minimum size. */
  const change = (to: number) => {
    collapsed.value = to < min / 2;
    if (!collapsed.value) wanted = to;
    show();
    if (collapsed.value) return;
    wanted = size;
    keptSize.write(size);
  };
  const toggle = () => {
    collapsed.value = !collapsed.value;
  };

  bar.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    bar.focus();
    bar.setPointerCapture(event.pointerId);
    const from = (axis === 'x' ? event.clientX : event.clientY) - size * side;
    const move = (moved: PointerEvent) =>
      change(((axis === 'x' ? moved.clientX : moved.clientY) - from) * side);
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  bar.addEventListener('keydown', (event) => {
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const shrinks = event.key === (side > 0 ? less : more);
    if (event.key === 'Enter') toggle();
    // From the minimum size, a step collapses the panel, and back.
    else if (shrinks) change(size <= min ? 0 : Math.max(size - STEP, min));
    else if (event.key === less || event.key === more) change(collapsed.value ? min : size + STEP);
    else if (event.key === 'Home') change(min);
    else if (event.key === 'End') change(max());
    else return;
    event.preventDefault();
  });
  bar.addEventListener('dblclick', toggle);
  // The panel regains its size when the window grows again.
  listen(window, 'resize', show);

  effect(show);
  return bar;
}
