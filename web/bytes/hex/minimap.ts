/**
 * The minimap: the whole file in a strip beside its bytes, for scrolling by pointer. Hidden from screen readers: the grid,
 * the structure and the gap commands give the same information.
 */

import { BYTE_STATES, type ParsedFile, type SectionInfo } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import { type BookmarkData, MARK_COLORS } from '../../document/bookmark.ts';
import { bookmarksOf } from '../../document/bookmarks.ts';
import { type Hits, hits, marksOf } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { changedRanges } from '../../edit/changed.ts';
import { sectionHue } from '../../explain/sections.ts';
import { formatOffset, type Range } from '../../lib/hex.ts';
import { fitCanvas } from '../../ui/canvas.ts';
import { el, fileText } from '../../ui/dom.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { cssColor, theme } from '../../ui/theme.ts';
import {
  linesOf,
  linesWithChanges,
  linesWithHits,
  type MinimapLines,
  type MinimapScale,
  minimapLines,
  offsetAt,
  runs,
} from './minimap-rows.ts';
import { hatch } from './painting.ts';
import { gapsOf } from './stops.ts';
import type { HexView } from './view.ts';
import './hex.css';

/** Appends the map to `host`, beside the view of the active file's bytes. */
export function mountMinimap(host: HTMLElement, view: HexView): void {
  new Minimap(host, view);
}

class Minimap {
  readonly #canvas = el('canvas', { class: 'minimap', 'aria-hidden': 'true' });
  readonly #tip = el('div', { class: 'hover-card minimap-tip', hidden: true, 'aria-hidden': 'true' });
  readonly #painter = new MinimapPainter(this.#canvas);
  #frame = 0;
  /** Valid until the file's content, its hits or its changes are others. */
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
    private readonly view: HexView,
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

  /** Cached, so that a million hits are mapped to lines once and not at every step from hit to hit. */
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

/** The sections; in an archive, adjacent parts of one kind as one, since it has thousands of directories and resources. */
function sectionsOf({ info, archive }: OpenFile): readonly SectionInfo[] {
  return archive?.parts() ?? info.sections;
}

// Painting

/** The layer that scrolling and selecting do not change. Compared by identity. */
interface MinimapGround {
  readonly scale: MinimapScale;
  readonly lines: MinimapLines;
  readonly sections: readonly SectionInfo[];
  /** 1 for each line with hits; null without a search. */
  readonly hits: Uint8Array | null;
  /** 1 for each line with bytes changed since saving. */
  readonly changed: Uint8Array;
}

/** The layer above the ground. */
interface MinimapMarks {
  /** Offset of the current hit. */
  readonly current: number | null;
  readonly selection: Range | null;
  readonly bookmarks: readonly BookmarkData[];
  readonly shown: Range;
}

/** The frame of the bytes in view must stand out from the sections. */
const SECTION_OPACITY = 0.6;
const LARGE_SELECTION_OPACITY = 0.5;
/** Minimum heights of marks and of the frame, CSS pixels: one byte among many megabytes stays visible. */
const MIN_MARK_HEIGHT = 2;
const MIN_FRAME_HEIGHT = 8;
/** Width of the lanes of hits (left) and findings (right), share of the map. */
const LANE_WIDTH = 0.34;
/** The lane of changes, between those of hits and findings, and the background that sets it off from any section: shares. */
const CHANGED_LANE = [0.38, 0.64] as const;
const CHANGED_GROUND = [0.32, 0.7] as const;
/** Width of the lane of a bookmark, share of the map. */
const BOOKMARK_WIDTH = 0.18;

/** A line of the scale is one device pixel high. */
class MinimapPainter {
  readonly #context: CanvasRenderingContext2D | null;
  /** The ground, drawn once and copied into each picture. */
  readonly #picture = document.createElement('canvas').getContext('2d');
  #drawn: MinimapGround | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#context = canvas.getContext('2d');
  }

  /** Draws the ground again in the next frame: its colours have changed. */
  forgetGround(): void {
    this.#drawn = null;
  }

  clear(): void {
    const { width = 0, height = 0 } = this.#context?.canvas ?? {};
    this.#context?.clearRect(0, 0, width, height);
  }

  paint(ground: MinimapGround, { current, selection, bookmarks, shown }: MinimapMarks): void {
    const context = this.#context;
    if (!context || !this.#picture) return;
    this.clear();
    const sameWidth = this.#picture.canvas.width === context.canvas.width;
    if (this.#drawn !== ground || !sameWidth) this.#drawGround(this.#picture, ground, context.canvas);
    this.#drawn = ground;
    context.drawImage(this.#picture.canvas, 0, 0);
    const { scale } = ground;
    const ratio = window.devicePixelRatio || 1;
    if (current !== null) {
      context.fillStyle = cssColor('--warning');
      band(context, 0, 1, linesOf(scale, current, current + 1), MIN_MARK_HEIGHT);
    }
    for (const { start, end, color } of bookmarks) {
      context.fillStyle = cssColor(MARK_COLORS[color]);
      band(context, 0, 1, linesOf(scale, start, Math.min(end, start + 1)), MIN_MARK_HEIGHT);
      // A long range is a lane that begins with a line across the map.
      band(context, 0, BOOKMARK_WIDTH, linesOf(scale, start, end), MIN_MARK_HEIGHT);
    }
    if (selection) {
      const touched = linesOf(scale, selection.start, selection.end);
      context.fillStyle = cssColor('--select');
      // A large selection is transparent.
      context.globalAlpha =
        touched.end - touched.start > 2 * MIN_MARK_HEIGHT * ratio ? LARGE_SELECTION_OPACITY : 1;
      band(context, 0, 1, touched, MIN_MARK_HEIGHT);
    }
    context.fillStyle = cssColor('--text');
    context.globalAlpha = 0.16;
    const { top, tall } = band(context, 0, 1, linesOf(scale, shown.start, shown.end), MIN_FRAME_HEIGHT);
    context.globalAlpha = 1;
    context.strokeStyle = cssColor('--text');
    context.lineWidth = ratio;
    context.strokeRect(ratio / 2, top + ratio / 2, context.canvas.width - ratio, tall - ratio);
  }

  #drawGround(context: CanvasRenderingContext2D, ground: MinimapGround, like: HTMLCanvasElement): void {
    // Setting a size clears the canvas.
    context.canvas.width = like.width;
    context.canvas.height = like.height;
    this.#drawSections(context, ground);
    const { scale, lines, hits, changed } = ground;
    if (hits) {
      context.fillStyle = cssColor('--warning');
      for (const run of runs(scale.lines, (a, b) => hits[a] === hits[b])) {
        if (hits[run.start]) band(context, 0, LANE_WIDTH, run, MIN_MARK_HEIGHT);
      }
    }
    const ratio = window.devicePixelRatio || 1;
    for (const run of runs(scale.lines, (a, b) => changed[a] === changed[b])) {
      if (!changed[run.start]) continue;
      context.fillStyle = cssColor('--panel');
      const around = { start: run.start - ratio, end: run.end + ratio };
      band(context, ...CHANGED_GROUND, around, MIN_MARK_HEIGHT + 2);
      context.fillStyle = cssColor('--changed');
      band(context, ...CHANGED_LANE, run, MIN_MARK_HEIGHT);
    }
    const { severity } = lines;
    for (const run of runs(scale.lines, (a, b) => severity[a] === severity[b])) {
      const worst = severity[run.start];
      if (!worst) continue;
      context.fillStyle = cssColor(worst === 'error' ? '--error' : '--warning');
      band(context, 1 - LANE_WIDTH, 1, run, MIN_MARK_HEIGHT);
    }
  }

  #drawSections(context: CanvasRenderingContext2D, { lines, sections, scale }: MinimapGround): void {
    const { section, state } = lines;
    const ratio = window.devicePixelRatio || 1;
    const width = context.canvas.width / ratio;
    const alike = (a: number, b: number) => section[a] === section[b] && state[a] === state[b];
    context.save();
    // Patterns are in CSS pixels.
    context.scale(ratio, ratio);
    for (const { start, end } of runs(scale.lines, alike)) {
      const kind = BYTE_STATES[state[start] ?? 0] ?? 'known';
      const hue = sectionHue(sections[section[start] ?? -1]?.type);
      const colour = cssColor(kind === 'unparsed' ? '--error' : hue);
      context.fillStyle = kind === 'known' ? colour : hatch(context, kind, colour);
      context.globalAlpha = kind === 'known' ? SECTION_OPACITY : 1;
      // A gap of one line separates neighbours of one hue.
      const tall = end - start > 3 ? end - start - 1 : end - start;
      context.fillRect(0, start / ratio, width, tall / ratio);
    }
    context.restore();
  }
}

/** Fills [from, to) of the width over a range of lines, at least `least` CSS pixels high. @returns its device pixels */
function band(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  range: Range,
  least: number,
): { top: number; tall: number } {
  const { width, height } = context.canvas;
  const tall = Math.max(range.end - range.start, Math.round(least * (window.devicePixelRatio || 1)));
  const top = Math.max(Math.min(range.start, height - tall), 0);
  context.fillRect(width * from, top, width * (to - from), tall);
  return { top, tall };
}
