/**
 * The pointer on the marks of the dope sheet: a click selects a key, a drag moves keys or draws a box around some. A
 * finger that drags at once scrolls; one that was held first does what the mouse does.
 */

import { currentKeys, nearestKey } from '../../document/keyframes.ts';
import { seek } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { el } from '../../ui/dom.ts';
import { canChangeKeys } from '../timeline/time-slider.ts';
import { freeShift } from './key-shift.ts';
import { EVENTS } from './rows.ts';
import type { SheetState } from './state.ts';
import { keyWords } from './words.ts';

/** A pointer within this distance of a mark, CSS pixels, is on it: of a mouse, and of a finger. */
const REACH = 6;
const TOUCH_REACH = 16;
/** Height of the part of a row in which a mouse is on its marks, CSS pixels. */
const MARK_HEIGHT = 14;
/** A press that moves less than this is a click, CSS pixels: of a mouse, and of a finger, which never rests. */
const CLICK_SLACK = 4;
const TOUCH_SLACK = 10;
/** How long a finger rests until it is held, ms: shorter than the system's long press, which asks for the menu. */
const HOLD_MS = 400;
/** Half the side of the box that a held finger begins with, CSS pixels: it shows that dragging now selects. */
const HELD_BOX = 16;

/** Keys on their way to another time. */
interface KeyDrag {
  readonly keys: ReadonlySet<number>;
  /** ms */
  readonly by: number;
}

interface LanesHost {
  readonly state: SheetState;
  /** Node of the row at a place in the canvas. */
  rowAt(y: number): number | undefined;
  /** How far a place is from the middle of its row. */
  fromMiddle(y: number): number;
  /** Place of a row in the canvas. */
  rowPlace(index: number): number;
  preview(drag: KeyDrag | null): void;
  move(by: number): void;
  /** A key was selected: the keyboard goes on from it. */
  chosen(): void;
  editString(): void;
  openMenu(event: MouseEvent): void;
}

interface Press {
  readonly x: number;
  readonly y: number;
  /** −1 beside all marks. */
  readonly key: number;
  /** Node of its row. */
  readonly node: number;
  /** Whether it adds to the selection. */
  readonly adds: boolean;
  readonly isTouch: boolean;
  /** What a drag does. */
  drags: 'keys' | 'box' | 'time' | 'nothing';
  isDragged: boolean;
  /** A finger that has rested. */
  isHeld: boolean;
  /** The system's long press, while the finger may still drag. */
  menu: MouseEvent | null;
}

export function listenToLanes(canvas: HTMLCanvasElement, host: LanesHost): void {
  const { state } = host;
  const box = el('div', { class: 'sheet-box', hidden: true });
  canvas.after(box);
  let press: Press | null = null;
  let last = 0;
  let holdTimer = 0;

  const pointOf = (event: MouseEvent) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  /** The key whose mark in a row is at a position; −1 without one. */
  const keyAt = (x: number, node: number, reach: number): number => {
    const { times } = currentKeys.peek();
    const marked = times.map((time, key) => (state.hasMark(node, key) ? time : Number.NaN));
    return nearestKey(marked, state.scale.timeAt(x), state.scale.duration(reach));
  };
  const shiftOf = ({ x }: { x: number }, from: Press): KeyDrag => {
    const keys = state.selected.peek();
    const by = Math.round(state.scale.duration(x - from.x));
    return { keys, by: freeShift(currentKeys.peek().times, keys, by) };
  };
  const hold = () => {
    window.clearTimeout(holdTimer);
    if (!press?.isTouch || press.isDragged || press.isHeld) return;
    const { x, y, key } = press;
    press.isHeld = true;
    press.drags = canChangeKeys() && state.selected.peek().has(key) ? 'keys' : 'box';
    showBox(box, { x: x - HELD_BOX, y: y - HELD_BOX }, { x: x + HELD_BOX, y: y + HELD_BOX });
  };
  const end = () => {
    window.clearTimeout(holdTimer);
    press = null;
    box.hidden = true;
    host.preview(null);
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary || !activeFile.peek()) return;
    const { x, y } = pointOf(event);
    const node = host.rowAt(y);
    const isTouch = event.pointerType === 'touch';
    if (!isTouch) event.preventDefault();
    if (node === undefined) return;
    // Between the rows a box can begin, however dense the marks are.
    const isBetween = !isTouch && host.fromMiddle(y) > MARK_HEIGHT / 2;
    const key = isBetween ? -1 : keyAt(x, node, isTouch ? TOUCH_REACH : REACH);
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    if (key >= 0 && adds) state.toggle([key]);
    else if (key >= 0 && !isTouch && !state.selected.peek().has(key)) state.chooseKey(node, key);
    const drags = isTouch ? 'time' : key < 0 ? 'box' : canChangeKeys() && !adds ? 'keys' : 'nothing';
    press = { x, y, key, node, adds, isTouch, drags, isDragged: false, isHeld: false, menu: null };
    last = x;
    if (isTouch) holdTimer = window.setTimeout(hold, HOLD_MS);
    canvas.setPointerCapture(event.pointerId);
    if (!isTouch) host.chosen();
  });
  canvas.addEventListener('pointermove', (event) => {
    const point = pointOf(event);
    if (!press) {
      const node = host.rowAt(point.y);
      const key = node === undefined ? -1 : keyAt(point.x, node, REACH);
      canvas.title =
        node === undefined || key < 0 ? '' : keyWords(currentKeys.peek(), state.tracks.peek(), node, key);
      return;
    }
    const slack = press.isTouch ? TOUCH_SLACK : CLICK_SLACK;
    press.isDragged ||= Math.hypot(point.x - press.x, point.y - press.y) >= slack;
    if (!press.isDragged) return;
    if (!press.isHeld) window.clearTimeout(holdTimer);
    if (press.drags === 'keys') {
      box.hidden = true;
      host.preview(shiftOf(point, press));
    } else if (press.drags === 'box') showBox(box, press, point);
    else if (press.drags === 'time') state.scale.pan(state.scale.duration(last - point.x));
    last = point.x;
  });
  canvas.addEventListener('pointerup', (event) => {
    const held = press;
    if (!held) return;
    const point = pointOf(event);
    const { by } = shiftOf(point, held);
    end();
    const file = activeFile.peek();
    if (held.isDragged) {
      if (held.drags === 'keys' && by !== 0) host.move(by);
      if (held.drags === 'box') {
        const keys = keysIn(host, held, point);
        if (!held.adds) state.selected.value = new Set(keys);
        else state.toggle(keys, true);
      }
    } else if (held.isHeld) {
      if (held.menu) host.openMenu(held.menu);
    } else if (held.key >= 0) {
      if (!held.adds) state.chooseKey(held.node, held.key);
      host.chosen();
    } else if (file) {
      state.choose(held.node);
      if (!held.adds) state.selected.value = new Set();
      seek(file, state.scale.timeAt(point.x));
    }
  });
  canvas.addEventListener('pointercancel', end);
  // A held finger drags in all directions: the browser would scroll the rows with it, unless it has begun to.
  const keepFromScrolling = (event: TouchEvent) => {
    if (press?.isHeld && event.cancelable) event.preventDefault();
  };
  canvas.addEventListener('touchmove', keepFromScrolling, { passive: false });
  canvas.addEventListener('contextmenu', (event) => {
    if (!press?.isTouch) return;
    // The finger is still down and may drag: the menu waits until it is lifted.
    event.preventDefault();
    event.stopPropagation();
    hold();
    press.menu = event;
  });
  canvas.addEventListener('dblclick', (event) => {
    if (host.rowAt(pointOf(event).y) === EVENTS && canChangeKeys()) host.editString();
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, ctrlKey, metaKey, shiftKey } = event;
      const across = shiftKey ? deltaY || deltaX : deltaX;
      if (ctrlKey || metaKey) state.scale.zoom(deltaY > 0 ? -1 : 1, state.scale.timeAt(pointOf(event).x));
      else if (Math.abs(across) > (shiftKey ? 0 : Math.abs(deltaY)))
        state.scale.pan(state.scale.duration(across));
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { passive: false },
  );
}

function showBox(box: HTMLElement, from: { x: number; y: number }, to: { x: number; y: number }): void {
  box.hidden = false;
  box.style.transform = `translate(${Math.min(from.x, to.x)}px, ${Math.min(from.y, to.y)}px)`;
  box.style.width = `${Math.abs(to.x - from.x)}px`;
  box.style.height = `${Math.abs(to.y - from.y)}px`;
}

/** The keys with a mark in a box. */
function keysIn({ state, rowPlace }: LanesHost, from: Press, to: { x: number; y: number }): number[] {
  const rows = state.rows.peek();
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const nodes = rows.filter((_, i) => rowPlace(i + 1) > top && rowPlace(i) < bottom).map(({ node }) => node);
  const { times } = currentKeys.peek();
  const [start, end] = [
    state.scale.timeAt(Math.min(from.x, to.x)),
    state.scale.timeAt(Math.max(from.x, to.x)),
  ];
  return [...times.keys()].filter((key) => {
    const time = times[key] ?? Number.NaN;
    return time >= start && time <= end && nodes.some((node) => state.hasMark(node, key));
  });
}
