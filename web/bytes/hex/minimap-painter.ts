/** The picture of the minimap: sections, what is not understood, findings, hits, selection, the bytes in view. */

import { BYTE_STATES, type SectionInfo } from '@lithoscope/core';
import type { Range } from '../../explain/hex.ts';
import { sectionHue } from '../../explain/sections.ts';
import { cssColor } from '../../ui/theme.ts';
import { linesOf, type MinimapLines, type MinimapScale, runs } from './minimap-rows.ts';
import { hatch } from './painting.ts';

/** What stays while one scrolls and selects. Compared by identity. */
export interface MinimapGround {
  readonly scale: MinimapScale;
  readonly lines: MinimapLines;
  readonly sections: readonly SectionInfo[];
  /** By line, 1 where there are hits; null without a search. */
  readonly hits: Uint8Array | null;
}

/** What lies over it. */
export interface MinimapMarks {
  /** Offset of the current hit, or null. */
  readonly current: number | null;
  readonly selection: Range | null;
  readonly shown: Range;
}

/** Opacity of a section: the frame of what is in view must stand out from it. */
const SECTION = 0.6;
const LARGE_SELECTION = 0.5;
/** What marks a place is at least so high, CSS px: one byte of many megabytes can be seen. */
const MARK_HEIGHT = 2;
const FRAME_HEIGHT = 8;
/** Widths of the lanes of hits, left, and findings, right, as shares. */
const LANE = 0.34;

/** Draws the map; a line of the scale is a row of the canvas's pixels. */
export class MinimapPainter {
  readonly #context: CanvasRenderingContext2D | null;
  /** The ground is drawn once, then copied. */
  readonly #picture = document.createElement('canvas').getContext('2d');
  #drawn: MinimapGround | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#context = canvas.getContext('2d');
  }

  /** Draws the ground again: its colours are others. */
  forgetGround(): void {
    this.#drawn = null;
  }

  clear(): void {
    const { width = 0, height = 0 } = this.#context?.canvas ?? {};
    this.#context?.clearRect(0, 0, width, height);
  }

  paint(ground: MinimapGround, { current, selection, shown }: MinimapMarks): void {
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
      band(context, 0, 1, linesOf(scale, current, current + 1), MARK_HEIGHT);
    }
    if (selection) {
      const touched = linesOf(scale, selection.start, selection.end);
      context.fillStyle = cssColor('--select');
      // What lies under a large one can still be seen.
      context.globalAlpha = touched.end - touched.start > 2 * MARK_HEIGHT * ratio ? LARGE_SELECTION : 1;
      band(context, 0, 1, touched, MARK_HEIGHT);
    }
    context.fillStyle = cssColor('--text');
    context.globalAlpha = 0.16;
    const { top, tall } = band(context, 0, 1, linesOf(scale, shown.start, shown.end), FRAME_HEIGHT);
    context.globalAlpha = 1;
    context.strokeStyle = cssColor('--text');
    context.lineWidth = ratio;
    context.strokeRect(ratio / 2, top + ratio / 2, context.canvas.width - ratio, tall - ratio);
  }

  #drawGround(context: CanvasRenderingContext2D, ground: MinimapGround, like: HTMLCanvasElement): void {
    // Setting them also clears.
    context.canvas.width = like.width;
    context.canvas.height = like.height;
    this.#drawSections(context, ground);
    const { scale, lines, hits } = ground;
    if (hits) {
      context.fillStyle = cssColor('--warning');
      for (const run of runs(scale.lines, (a, b) => hits[a] === hits[b])) {
        if (hits[run.start]) band(context, 0, LANE, run, MARK_HEIGHT);
      }
    }
    const { severity } = lines;
    for (const run of runs(scale.lines, (a, b) => severity[a] === severity[b])) {
      const worst = severity[run.start];
      if (!worst) continue;
      context.fillStyle = cssColor(worst === 'error' ? '--error' : '--warning');
      band(context, 1 - LANE, 1, run, MARK_HEIGHT);
    }
  }

  #drawSections(context: CanvasRenderingContext2D, { lines, sections, scale }: MinimapGround): void {
    const { section, state } = lines;
    const ratio = window.devicePixelRatio || 1;
    const width = context.canvas.width / ratio;
    const alike = (a: number, b: number) => section[a] === section[b] && state[a] === state[b];
    context.save();
    // The patterns are made for CSS pixels.
    context.scale(ratio, ratio);
    for (const { start, end } of runs(scale.lines, alike)) {
      const kind = BYTE_STATES[state[start] ?? 0] ?? 'known';
      const hue = sectionHue(sections[section[start] ?? -1]?.type);
      const colour = cssColor(kind === 'unparsed' ? '--error' : hue);
      context.fillStyle = kind === 'known' ? colour : hatch(context, kind, colour);
      context.globalAlpha = kind === 'known' ? SECTION : 1;
      // A thin gap tells neighbours of one hue apart.
      const tall = end - start > 3 ? end - start - 1 : end - start;
      context.fillRect(0, start / ratio, width, tall / ratio);
    }
    context.restore();
  }
}

/** Fills a part of the width over some lines, at least so high, inside the canvas. */
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
