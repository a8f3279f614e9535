/** Paints the minimap: sections, uninterpreted bytes, findings, hits, selection, the bytes in view. */

import { BYTE_STATES, type SectionInfo } from '@lithoscope/core';
import { type BookmarkData, MARK_COLORS } from '../../document/bookmark.ts';
import { sectionHue } from '../../explain/sections.ts';
import type { Range } from '../../lib/hex.ts';
import { cssColor } from '../../ui/theme.ts';
import { linesOf, type MinimapLines, type MinimapScale, runs } from './minimap-rows.ts';
import { hatch } from './painting.ts';

/** The layer that does not change by scrolling and selecting. Compared by identity. */
export interface MinimapGround {
  readonly scale: MinimapScale;
  readonly lines: MinimapLines;
  readonly sections: readonly SectionInfo[];
  /** 1 for each line with hits; null without a search. */
  readonly hits: Uint8Array | null;
  /** 1 for each line with bytes that are not as they were saved. */
  readonly changed: Uint8Array;
}

/** The layer above the ground. */
export interface MinimapMarks {
  /** Offset of the current hit. */
  readonly current: number | null;
  readonly selection: Range | null;
  readonly bookmarks: readonly BookmarkData[];
  readonly shown: Range;
}

/** Opacities: the frame of the bytes in view must stand out from the sections. */
const SECTION_OPACITY = 0.6;
const LARGE_SELECTION_OPACITY = 0.5;
/** Least heights of marks and of the frame, CSS pixels: one byte among many megabytes stays visible. */
const MIN_MARK_HEIGHT = 2;
const MIN_FRAME_HEIGHT = 8;
/** Width of the lanes of hits (left) and findings (right), share of the map. */
const LANE_WIDTH = 0.34;
/** The lane of changes, between those of hits and findings, and the ground that sets it off from any section: shares. */
const CHANGED_LANE = [0.38, 0.64] as const;
const CHANGED_GROUND = [0.32, 0.7] as const;
/** Width of the lane of a bookmark, share of the map. */
const BOOKMARK_WIDTH = 0.18;

/** A line of the scale is one device pixel high. */
export class MinimapPainter {
  readonly #context: CanvasRenderingContext2D | null;
  /** The ground, drawn once and copied into each frame. */
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
      // A long range is a lane, and one line over all of the width where it begins.
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
