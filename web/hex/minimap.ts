/**
 * The whole file in a strip beside its bytes. Pointers scroll with it; keys and screen readers have the same
 * from the grid, the structure and the stepper, so it is hidden from them.
 */
import { effect, untracked } from '@preact/signals-core';
import { fitCanvas } from '../canvas.ts';
import { el, fileText } from '../dom.ts';
import { type Hits, hits } from '../find/hits.ts';
import { activeFile, type OpenFile } from '../state.ts';
import { marksOf } from '../structure/marks.ts';
import { theme } from '../theme.ts';
import { formatOffset } from './geometry.ts';
import { paintMinimap } from './minimap-paint.ts';
import { linesOf, linesWithHits, type MinimapLines, minimapLines, offsetAt } from './minimap-rows.ts';
import { notKnownOf } from './not-known.ts';
import { scrollWish, shownBytes } from './window.ts';
import './minimap.css';

/** Puts the map at the end of `host`, which stands beside the bytes. */
export function mountMinimap(host: HTMLElement): void {
  new Minimap(host);
}

class Minimap {
  readonly #canvas = el('canvas', { class: 'minimap', 'aria-hidden': 'true' });
  readonly #tip = el('div', { class: 'hover-card minimap-tip', hidden: true, 'aria-hidden': 'true' });
  readonly #context: CanvasRenderingContext2D | null = this.#canvas.getContext('2d');
  #frame = 0;
  /** What was worked out of the file, for as long as nothing of it changes. */
  #lines: { readonly file: OpenFile; readonly lines: MinimapLines } | null = null;
  #hits: { readonly starts: Float64Array; readonly count: number; readonly lines: Uint8Array } | null = null;
  /** Offset under the pointer less the middle of the view, while it drags. */
  #grip: number | null = null;

  constructor(host: HTMLElement) {
    host.append(this.#canvas);
    document.body.append(this.#tip);
    new ResizeObserver(() => {
      fitCanvas(this.#canvas);
      this.#invalidate();
    }).observe(this.#canvas);
    effect(() => {
      theme.value;
      shownBytes.value;
      hits.value;
      activeFile.value?.selection.value;
      untracked(() => this.#invalidate());
    });
    this.#canvas.addEventListener('pointerdown', (event) => this.#press(event));
    this.#canvas.addEventListener('pointermove', (event) => this.#move(event));
    this.#canvas.addEventListener('pointerleave', () => {
      this.#tip.hidden = true;
    });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      this.#canvas.addEventListener(type, () => {
        this.#grip = null;
      });
    }
  }

  /** Draws in the next frame. */
  #invalidate(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const context = this.#context;
    const file = activeFile.peek();
    const count = this.#canvas.height;
    if (!context || count === 0) return;
    const size = file?.parsed.size ?? 0;
    if (!file || size === 0) {
      context.clearRect(0, 0, context.canvas.width, count);
      return;
    }
    const scale = { size, lines: count };
    const { sections } = file.info;
    if (this.#lines?.file !== file || this.#lines.lines.state.length !== count) {
      const lines = minimapLines(scale, sections, notKnownOf(file.parsed), marksOf(file).ranges);
      this.#lines = { file, lines };
    }
    const found = hits.peek()?.key === file.key ? hits.peek() : null;
    paintMinimap(context, {
      scale,
      lines: this.#lines.lines,
      sections,
      hits: found && this.#hitLines(found, size, count),
      current: found?.starts[found.current] ?? null,
      selection: file.selection.peek(),
      shown: shownBytes.peek(),
    });
  }

  /** There may be a million hits: they are gone through once, not at every step from one to the next. */
  #hitLines({ starts, length }: Hits, size: number, count: number): Uint8Array {
    if (this.#hits?.starts !== starts || this.#hits.count !== count) {
      this.#hits = { starts, count, lines: linesWithHits({ size, lines: count }, starts, length) };
    }
    return this.#hits.lines;
  }

  /** The byte at the height of the pointer. */
  #offsetAt(event: PointerEvent): number {
    const { top, height } = this.#canvas.getBoundingClientRect();
    return offsetAt(activeFile.peek()?.parsed.size ?? 0, (event.clientY - top) / height);
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || !activeFile.peek()) return;
    event.preventDefault();
    this.#canvas.setPointerCapture(event.pointerId);
    const offset = this.#offsetAt(event);
    const { start, end } = shownBytes.peek();
    // The frame is dragged from where it was taken; elsewhere it comes to the pointer.
    this.#grip = offset >= start && offset < end ? offset - (start + end) / 2 : 0;
    if (this.#grip === 0) this.#scroll(event);
  }

  #move(event: PointerEvent): void {
    if (this.#grip !== null) this.#scroll(event);
    this.#explain(event);
  }

  #scroll(event: PointerEvent): void {
    const size = activeFile.peek()?.parsed.size ?? 0;
    const middle = Math.round(this.#offsetAt(event) - (this.#grip ?? 0));
    scrollWish.value = { offset: Math.min(Math.max(middle, 0), Math.max(size - 1, 0)) };
  }

  /** Says what is at the pointer. */
  #explain(event: PointerEvent): void {
    const file = activeFile.peek();
    if (!file || !this.#lines || file.parsed.size === 0) return;
    const offset = this.#offsetAt(event);
    const { state, severity } = this.#lines.lines;
    const line = linesOf({ size: file.parsed.size, lines: state.length }, offset, offset + 1).start;
    const section = file.info.sections.find(
      (each) => offset >= each.offset && offset < each.offset + each.size,
    );
    const words = [
      formatOffset(offset),
      STATES[state[line] ?? 0],
      severity[line],
      this.#hits && hits.peek() && this.#hits.lines[line] ? 'hits' : '',
    ];
    this.#tip.replaceChildren(
      section ? fileText(section.type, 'card-path') : 'Outside all sections',
      el('div', { class: 'card-place' }, words.filter(Boolean).join(' · ')),
    );
    this.#tip.hidden = false;
    const box = this.#canvas.getBoundingClientRect();
    const { width, height } = this.#tip.getBoundingClientRect();
    const top = Math.min(Math.max(event.clientY - height / 2, 8), window.innerHeight - height - 8);
    this.#tip.style.transform = `translate(${Math.max(box.left - width - 8, 8)}px, ${top}px)`;
  }
}

/** By state, for what is not known. */
const STATES = ['', 'opaque', 'unreferenced', 'unparsed'] as const;
