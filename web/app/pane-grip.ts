/**
 * The grip of the panel on a narrow page. The panel shares the page with the model or takes all of it: a tap changes between
 * the two, and the row of tabs can be dragged, down to closing the panel. A low window has the panel beside the model.
 */
import { batch } from '@preact/signals-core';
import { button, icon, setAttribute } from '../ui/dom.ts';
import { BACK, FORWARD } from '../ui/icons.ts';
import { pane, paneIsWhole } from '../ui/layout.ts';
import { regionElement } from '../ui/regions.ts';
import { effect } from '../ui/scope.ts';

/** Shares of the page below which a panel that is let go closes, and above which it takes the whole page. */
const CLOSED = 0.36;
const WHOLE = 0.8;

/** Movement from which a touch is a drag and no tap, px. */
const SLACK = 8;

/** Time for which a panel that is flung moves on, ms. */
const FLING_MS = 120;

/** The custom property that holds the size of the panel while it is dragged. */
const SIZE = '--pane-size';

/** @param bar the row of tabs, all of which can be dragged */
export function paneGrip(bar: HTMLElement): HTMLElement {
  const grip = button(icon(BACK), () => (paneIsWhole.value = !paneIsWhole.peek()), { class: 'pane-grip' });
  grip.addEventListener('keydown', (event) => {
    const isHigher = event.key === 'ArrowUp' || event.key === 'ArrowLeft';
    if (!isHigher && event.key !== 'ArrowDown' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    if (isHigher) paneIsWhole.value = true;
    else if (paneIsWhole.peek()) paneIsWhole.value = false;
    else pane.value = 'model';
  });
  bar.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && grip.checkVisibility()) follow(bar, event);
  });
  effect(() => {
    const isWhole = paneIsWhole.value;
    const label = isWhole ? 'Show the model beside the panel' : 'Expand the panel';
    setAttribute(grip, 'aria-label', label);
    setAttribute(grip, 'title', `${label}: click, drag, or press arrow keys.`);
    grip.replaceChildren(icon(isWhole ? FORWARD : BACK));
  });
  return grip;
}

/** Follows a pointer that is down until it is let go. */
function follow(bar: HTMLElement, down: PointerEvent): void {
  const panels = regionElement('panels');
  const panel = bar.closest('.column-left, .column-bytes');
  if (!panels || !panel) return;
  const all = panels.getBoundingClientRect();
  const own = panel.getBoundingClientRect();
  // Beside the model the panel is as high as the page.
  const isBeside = getComputedStyle(bar).getPropertyValue('--pane-side') === 'inline';
  const [whole, size] = isBeside ? [all.width, own.width] : [all.height, own.height];
  const at = (event: PointerEvent) => (isBeside ? event.clientX : event.clientY);
  const sizeAt = (event: PointerEvent) => Math.max(0, Math.min(whole, size + at(down) - at(event)));
  let last = down;
  /** px per ms towards a larger panel. */
  let speed = 0;
  let isDragged = false;
  const move = (event: PointerEvent) => {
    if (!isDragged && Math.abs(at(event) - at(down)) < SLACK) return;
    if (!isDragged) bar.setPointerCapture(event.pointerId);
    isDragged = true;
    speed = (at(last) - at(event)) / Math.max(1, event.timeStamp - last.timeStamp);
    last = event;
    paneIsWhole.value = false;
    panels.style.setProperty(SIZE, `${sizeAt(event)}px`);
  };
  const end = (event: PointerEvent) => {
    for (const [type, listener] of listeners) bar.removeEventListener(type, listener);
    if (!isDragged) return;
    panels.style.removeProperty(SIZE);
    const isFlung = event.timeStamp - last.timeStamp < FLING_MS;
    const share = (sizeAt(last) + (isFlung ? speed * FLING_MS : 0)) / whole;
    batch(() => {
      paneIsWhole.value = share > WHOLE;
      if (share < CLOSED) pane.value = 'model';
    });
  };
  const listeners = [
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
  ] as const;
  for (const [type, listener] of listeners) bar.addEventListener(type, listener);
}
