/** A bar between two panels that gives one of them more room: by pointer, by arrow keys, remembered. */
import { el } from '../dom.ts';

export interface SplitterOptions {
  /** The custom property that holds the size, and the key it is remembered by. */
  property: `--${string}`;
  /** What changes size, for assistive technology. */
  label: string;
  /** `x`: a width, the bar is vertical. */
  axis: 'x' | 'y';
  /** +1: the panel stands before the bar; −1: behind it. */
  side: 1 | -1;
  initial: number;
  min: number;
  /** The largest size now, px. */
  max: () => number;
}

/** px an arrow key moves. */
const STEP = 16;

/** @param root the element whose stylesheet reads the property */
export function splitter(root: HTMLElement, options: SplitterOptions): HTMLElement {
  const { property, label, axis, side, initial, min, max } = options;
  const bar = el('div', {
    class: `splitter splitter-${axis}`,
    role: 'separator',
    tabindex: 0,
    'aria-label': label,
    'aria-orientation': axis === 'x' ? 'vertical' : 'horizontal',
    'aria-valuemin': min,
  });
  let wanted = recall(property) ?? initial;
  let size = wanted;

  const show = () => {
    size = Math.round(Math.max(min, Math.min(wanted, max())));
    root.style.setProperty(property, `${size}px`);
    bar.setAttribute('aria-valuenow', String(size));
    bar.setAttribute('aria-valuemax', String(Math.round(max())));
  };
  const change = (to: number) => {
    wanted = to;
    show();
    wanted = size;
    remember(property, size);
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
    if (event.key === more) change(size + STEP * side);
    else if (event.key === less) change(size - STEP * side);
    else if (event.key === 'Home') change(min);
    else if (event.key === 'End') change(max());
    else return;
    event.preventDefault();
  });
  bar.addEventListener('dblclick', () => change(initial));
  // A window that grows again gives back what it took.
  window.addEventListener('resize', show);

  show();
  return bar;
}

function remember(property: string, size: number): void {
  try {
    localStorage.setItem(`lithoscope.size${property}`, String(size));
  } catch {
    // Storage may be forbidden: the size then lasts as long as the page.
  }
}

function recall(property: string): number | null {
  try {
    const stored = Number.parseInt(localStorage.getItem(`lithoscope.size${property}`) ?? '', 10);
    return Number.isFinite(stored) ? stored : null;
  } catch {
    return null;
  }
}
