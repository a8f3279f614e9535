/** What the tour shows, in order. */
import { signal, untracked } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { announcement, spoken } from '../../store/notices.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { isCalm } from '../../ui/environment.ts';
import { focusOn } from '../../ui/focus.ts';
import { CROSS } from '../../ui/icons.ts';
import { isOpenOverThePage, keyWords } from '../../ui/keyboard.ts';
import { collapsed, leftTab, outlinePart, pane, paneIsWhole, rightTab, showPanel } from '../../ui/layout.ts';
import { panelElement } from '../../ui/panels.ts';
import { regionElement } from '../../ui/regions.ts';
import { effect, listen, onEnd, onResize, page, type Scope, scope } from '../../ui/scope.ts';
import { openSample } from '../abilities.ts';
import './tour.css';

interface Step {
  readonly title: string;
  readonly text: string;
  /** The text for touch screens, if it differs. */
  readonly byTouch?: string;
  /** Parts of the page to point at: the first that has room for the text beside it. */
  parts(): readonly (HTMLElement | undefined)[];
  /** Brings the part into view. */
  show(file: OpenFile): void;
}

/** What is selected for the demonstration: paths in the versions of the format. */
const PLACES = ['Pieces.Pieces[0].LODs[0].Vertices[0].Location', 'Geometry.Vertices[0].Location'];

const STEPS: readonly Step[] = [
  {
    title: 'The model in motion',
    text: 'Drag to rotate, scroll to zoom, click to select a face or vertex. Below it: play, step frame by frame, choose another animation.',
    byTouch:
      'Drag to rotate, pinch to zoom, tap to select a face or vertex. Below it: play, step frame by frame, choose another animation.',
    parts: () => [regionElement('middle'), panelElement('timeline')],
    show() {
      showPanel('view');
    },
  },
  {
    title: 'The outline',
    text: 'Pieces, animations, sockets, skins and the skeleton. Press / to filter them. “Raw” shows the file as a tree of sections, fields and values; “Files” has the open files and the library.',
    byTouch:
      'Pieces, animations, sockets, skins and the skeleton. “Raw” shows the file as a tree of sections, fields and values; “Files” has the open files and the library.',
    parts: () => [regionElement('left')],
    show() {
      showPanel('outline');
    },
  },
  {
    title: 'Every byte',
    text: 'All bytes of the file, coloured by section. Point to one to see what it is; unexplained bytes are hatched. The map beside them shows the whole file.',
    byTouch:
      'All bytes of the file, coloured by section. Tap one to see what it is; unexplained bytes are hatched. The map beside them shows the whole file.',
    parts: () => [regionElement('right'), panelElement('bytes')],
    show() {
      showPanel('bytes');
    },
  },
  {
    title: 'Select once, see it everywhere',
    text: 'Click a byte, a row or the model to select it everywhere. This card explains it: type, value, meaning, and the same bytes interpreted as other types.',
    byTouch:
      'Tap a byte, a row or the model to select it everywhere. This card explains it: type, value, meaning, and the same bytes interpreted as other types.',
    parts: () => [panelElement('card')],
    show(file) {
      showPanel('card');
      if (file.selection.peek()) return;
      const node = PLACES.map((path) => file.parsed.resolve(path)).find((found) => found !== null);
      if (node) select(file, { start: node.start, end: node.end, path: node.path }, 'go-to');
    },
  },
  {
    title: 'Search, compare, edit, export',
    text: 'Ctrl+K finds commands, files, animations, names, offsets and guide pages. Commands have keys too: find bytes (Ctrl+F), compare two files (M), edit a value (F2) and undo it (Ctrl+Z), export for Blender (Shift+G), save an image (P) or a video (Shift+V). Share lists every way to share or export. Press ? for all keys and to see this tour again.',
    byTouch:
      'The magnifier finds commands, files, names and offsets. Share makes links, images, videos and GLB for Blender. The pencil next to a value edits it. Undo, comparing and this tour are in the ⋯ menu.',
    parts: () => [regionElement('header')],
    show() {},
  },
];

/** The tour: five steps that point at parts of the page, which stays as usable as ever. */

let shown: Scope | null = null;
/** The sample for the tour is being opened. */
let isComing = false;

/** Starts the tour; without an open model it opens a sample first. */
export async function startTour(): Promise<void> {
  if (isComing) return;
  end();
  if (!activeFile.peek()?.model) {
    announcement.value = 'Opening a sample for the tour.';
    isComing = true;
    const file = await openSample(0, !isCalm()).finally(() => {
      isComing = false;
    });
    if (!file) return;
  }
  shown = page.run(() => scope(mountTour));
}

function end(): void {
  shown?.end();
  shown = null;
}

function mountTour(): void {
  const at = signal(0);
  const count = STEPS.length;
  const before = document.activeElement;
  const ring = el('div', { class: 'tour-ring', 'aria-hidden': 'true' });
  const title = el('h2', { id: 'tour-title' });
  const text = el('p', { id: 'tour-text' });
  const place = el('span', { class: 'tour-place' });
  const go = (step: number) => {
    if (step >= count) end();
    else at.value = Math.max(0, step);
  };
  const back = button('Back', () => go(at.peek() - 1), { class: 'button-small' });
  const next = button('Next', () => go(at.peek() + 1), { class: 'button-action' });
  const skip = button('Skip', end, { class: 'button-small tour-skip' });
  const box = el(
    'div',
    { class: 'tour', role: 'dialog', 'aria-labelledby': 'tour-title', 'aria-describedby': 'tour-text' },
    el(
      'div',
      { class: 'tour-head' },
      place,
      button(icon(CROSS), end, { class: 'button-quiet', 'aria-label': 'End the tour' }),
    ),
    title,
    text,
    el('div', { class: 'tour-buttons' }, skip, back, next),
  );
  document.body.append(ring, box);
  onEnd(() => {
    const hadFocus = box.contains(document.activeElement);
    ring.remove();
    box.remove();
    if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus();
    if (hadFocus && document.activeElement === document.body) focusOn('view');
    spoken.value = 'The tour has ended.';
  });

  const arrange = () => pointAt(STEPS[at.peek()]?.parts() ?? [], ring, box);
  effect(() => {
    const step = STEPS[at.value];
    const file = activeFile.peek();
    if (!step || !file) return;
    untracked(() => step.show(file));
    title.textContent = step.title;
    const words = keyWords(matchMedia('(hover: none)').matches ? (step.byTouch ?? step.text) : step.text);
    text.textContent = words;
    place.textContent = `${at.value + 1} of ${count}`;
    back.disabled = at.value === 0;
    skip.hidden = at.value === count - 1;
    next.textContent = at.value === count - 1 ? 'Finish' : 'Next';
    spoken.value = `Tour, ${at.value + 1} of ${count}: ${step.title}. ${words}`;
    next.focus();
  });
  // Panels that the user resizes, shows or hides meanwhile.
  effect(() => {
    at.value;
    pane.value;
    paneIsWhole.value;
    leftTab.value;
    outlinePart.value;
    rightTab.value;
    for (const panel of Object.values(collapsed)) panel.value;
    arrange();
    const request = requestAnimationFrame(arrange);
    return () => cancelAnimationFrame(request);
  });
  const arranged = ['panels', 'middle', 'notices'] as const;
  for (const element of [...arranged.map(regionElement), panelElement('card')])
    if (element) onResize(element, arrange);
  listen(window, 'resize', arrange);
  effect(() => {
    // The last file was closed.
    if (activeFile.value === null) queueMicrotask(end);
  });
  box.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (at.peek() + step < count) go(at.peek() + step);
  });
  // Before the page's own keys; a dialog or popover closes first.
  listen(
    document,
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || isOpenOverThePage()) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    { capture: true },
  );
}

/** Places ring and text at the first part with room for both, otherwise at the rest of a part that the text covers. */
function pointAt(parts: readonly (HTMLElement | undefined)[], ring: HTMLElement, box: HTMLElement): void {
  const words = { width: box.offsetWidth, height: box.offsetHeight };
  const room = { width: window.innerWidth, height: window.innerHeight };
  const boxes = parts.flatMap((part) => {
    const rect = part?.getBoundingClientRect();
    return rect && rect.width > 0 && rect.height > 0 ? [rect] : [];
  });
  const places = [...boxes, ...boxes.flatMap((part) => leftOf(part, words))];
  const found = places.map((part) => ({ part, at: placeBeside(part, words, room) })).find(({ at }) => at);
  const foot = { left: (room.width - words.width) / 2, top: room.height - words.height - FOOT };
  stand(ring, box, found?.part ?? null, found?.at ?? foot);
}

/** Distance from the bottom of the window, CSS pixels. */
const FOOT = 10;

function stand(
  ring: HTMLElement,
  box: HTMLElement,
  part: Box | null,
  { left, top }: { left: number; top: number },
): void {
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(0, top)}px`;
  ring.hidden = part === null;
  if (!part) return;
  ring.style.left = `${part.left}px`;
  ring.style.top = `${part.top}px`;
  ring.style.width = `${part.width}px`;
  ring.style.height = `${part.height}px`;
}

/** Where the words of a step stand: beside what they point at, never over it. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Gap between the text, the part it points at and the window's edges, CSS pixels. */
const GAP = 10;

/** The upper left corner of the text beside a part of the page, inside the window; null without room. */
export function placeBeside(part: Box, words: Size, room: Size): { left: number; top: number } | null {
  const right = part.left + part.width;
  const bottom = part.top + part.height;
  const within = (at: number, size: number, whole: number) => Math.max(GAP, Math.min(at, whole - size - GAP));
  // Above or below it is aligned right: the middle of the view stays free.
  const left = within(right - words.width - GAP, words.width, room.width);
  const top = within(part.top + (part.height - words.height) / 2, words.height, room.height);
  const places = [
    { left: right + GAP, top },
    { left: part.left - words.width - GAP, top },
    { left, top: bottom + GAP },
    { left, top: part.top - words.height - GAP },
  ];
  const fits = (place: { left: number; top: number }) =>
    place.left >= GAP &&
    place.top >= GAP &&
    place.left + words.width <= room.width - GAP &&
    place.top + words.height <= room.height - GAP;
  return places.find(fits) ?? null;
}

/** Minimum size of the rest of a part, CSS pixels. */
const LEAST = 90;

/** The rest of a part that fills the window, with the text over its right or its bottom. */
export function leftOf(part: Box, words: Size): Box[] {
  const width = part.width - words.width - 2 * GAP;
  const height = part.height - words.height - 2 * GAP;
  return [
    ...(width >= 2 * LEAST ? [{ left: part.left, top: part.top, width, height: part.height }] : []),
    ...(height >= LEAST ? [{ left: part.left, top: part.top, width: part.width, height }] : []),
  ];
}
