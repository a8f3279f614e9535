/**
 * The minimap: the whole file in a strip beside its bytes, for scrolling by pointer. Hidden from screen readers, which have
 * the same from the grid, the structure and the gap commands.
 */

import type { ParsedFile, SectionInfo } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import { bookmarksOf } from '../../document/bookmarks.ts';
import { type Hits, hits, marksOf } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { changedRanges } from '../../edit/changed.ts';
import { formatOffset, type Range } from '../../lib/hex.ts';
import { fitCanvas } from '../../ui/canvas.ts';
import { el, fileText } from '../../ui/dom.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';

import { gapsOf } from './gaps.ts';
import { type MinimapGround, MinimapPainter } from './minimap-painter.ts';
import { linesOf, linesWithChanges, linesWithHits, minimapLines, offsetAt } from './minimap-rows.ts';
import type { HexView } from './view.ts';
import './minimap.css';

/** The view that the map shows and scrolls. */
export type MinimapTarget = Pick<HexView, 'shown' | 'centre'>;

/** Appends the map to `host`, beside the view of the active file's bytes. */
export function mountMinimap(host: HTMLElement, view: MinimapTarget): void {
  new Minimap(host, view);
}

class Minimap {
  readonly #canvas = el('canvas', { class: 'minimap', 'aria-hidden': 'true' });
  readonly #tip = el('div', { class: 'hover-card minimap-tip', hidden: true, 'aria-hidden': 'true' });
  readonly #painter = new MinimapPainter(this.#canvas);
  #frame = 0;
  /** Computed from the file and its hits, until one of them changes. */
  #ground: {
    readonly parsed: ParsedFile;
    readonly starts: Float64Array | null;
    readonly changed: readonly Range[];
    readonly ground: MinimapGround;
  } | null = null;
  /** While dragging: the offset under the pointer minus the middle of the view. */
  #grip: number | null = null;

  constructor(
    host: HTMLElement,
    private readonly view: MinimapTarget,
  ) {
    host.append(this.#canvas);
    document.body.append(this.#tip);
    onResize(this.#canvas, () => {
      fitCanvas(this.#canvas);
      // A new size clears the canvas: draw before the browser shows it.
      this.#draw();
    });
    effect(() => {
      theme.value;
      this.#painter.forgetGround();
      untracked(() => this.#invalidate());
    });
    effect(() => {
      this.view.shown.value;
      hits.value;
      activeFile.value?.content.value;
      activeFile.value?.selection.value;
      if (activeFile.value) {
        bookmarksOf(activeFile.value);
        changedRanges(activeFile.value);
      }
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
    const file = activeFile.peek();
    if (!file || file.parsed.size === 0 || this.#canvas.height === 0) {
      this.#painter.clear();
      return;
    }
    const found = hits.peek()?.file === file.id ? hits.peek() : null;
    this.#painter.paint(this.#groundOf(file, found), {
      current: found?.starts[found.current] ?? null,
      selection: file.selection.peek(),
      bookmarks: bookmarksOf(file),
      shown: this.view.shown.peek(),
    });
  }

  /** Cached: a million hits are mapped to lines once, not on every step from hit to hit. */
  #groundOf(file: OpenFile, found: Hits | null): MinimapGround {
    const changed = changedRanges(file);
    const scale = { size: file.parsed.size, lines: this.#canvas.height };
    const before = this.#ground;
    const same = before?.parsed === file.parsed && before.ground.scale.lines === scale.lines;
    const starts = found?.starts ?? null;
    if (same && before.starts === starts && before.changed === changed) return before.ground;
    const sections = sectionsOf(file);
    const lines = same
      ? before.ground.lines
      : minimapLines(scale, sections, gapsOf(file.parsed), marksOf(file).ranges);
    const hitLines = found && linesWithHits(scale, found.starts, found.length);
    const ground = { scale, lines, sections, hits: hitLines, changed: linesWithChanges(scale, changed) };
    this.#ground = { parsed: file.parsed, starts, changed, ground };
    return ground;
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
    const { start, end } = this.view.shown.peek();
    // Inside the frame a drag keeps the grip; elsewhere the frame jumps to the pointer.
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
    this.view.centre(Math.min(Math.max(middle, 0), Math.max(size - 1, 0)));
  }

  /** Shows the tooltip of the line at the pointer. */
  #explain(event: PointerEvent): void {
    const file = activeFile.peek();
    if (!file || this.#ground?.parsed !== file.parsed) return;
    const offset = this.#offsetAt(event);
    const { scale, lines, hits: found, changed } = this.#ground.ground;
    const line = linesOf(scale, offset, offset + 1).start;
    const section = sectionsOf(file).find(
      (each) => offset >= each.offset && offset < each.offset + each.size,
    );
    const words = [
      formatOffset(offset),
      STATES[lines.state[line] ?? 0],
      lines.severity[line],
      found?.[line] ? 'hits' : '',
      changed[line] ? 'changed' : '',
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

/** Words by state; '' for known bytes. */
const STATES = ['', 'opaque', 'unreferenced', 'unparsed'] as const;

/** An archive has thousands of directories and resources: neighbours of one kind are one. */
function sectionsOf({ info, archive }: OpenFile): readonly SectionInfo[] {
  return archive?.parts() ?? info.sections;
}
