/** The picture of the minimap: sections, what is not understood, findings, hits, selection, the bytes in view. */
import { BYTE_STATES, type SectionInfo } from '@lithoscope/core';
import { sectionHue } from '../structure/sections.ts';
import { cssColor } from '../theme.ts';
import { linesOf, type MinimapLines, type MinimapScale, runs } from './minimap-rows.ts';
import type { Range } from './window.ts';

export interface MinimapScene {
  readonly scale: MinimapScale;
  readonly lines: MinimapLines;
  readonly sections: readonly SectionInfo[];
  /** By line, 1 where there are hits; null without a search. */
  readonly hits: Uint8Array | null;
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

/** Draws the whole map; a line of the scale is a row of the canvas's pixels. */
export function paintMinimap(context: CanvasRenderingContext2D, scene: MinimapScene): void {
  const { scale, lines, hits, current, selection, shown } = scene;
  const { width, height } = context.canvas;
  const ratio = window.devicePixelRatio || 1;
  context.clearRect(0, 0, width, height);
  if (scale.size === 0 || scale.lines === 0) return;
  paintSections(context, scene);
  const band = (from: number, to: number, range: Range, least: number) => {
    const tall = Math.max(range.end - range.start, Math.round(least * ratio));
    const top = Math.min(range.start, height - tall);
    context.fillRect(width * from, top, width * (to - from), tall);
    return { top: Math.max(top, 0), tall };
  };
  if (hits) {
    context.fillStyle = cssColor('--warning');
    for (const run of runs(scale.lines, (a, b) => hits[a] === hits[b])) {
      if (hits[run.start]) band(0, LANE, run, MARK_HEIGHT);
    }
    if (current !== null) band(0, 1, linesOf(scale, current, current + 1), MARK_HEIGHT);
  }
  const { severity } = lines;
  for (const run of runs(scale.lines, (a, b) => severity[a] === severity[b])) {
    const worst = severity[run.start];
    if (!worst) continue;
    context.fillStyle = cssColor(worst === 'error' ? '--error' : '--warning');
    band(1 - LANE, 1, run, MARK_HEIGHT);
  }
  if (selection) {
    const touched = linesOf(scale, selection.start, selection.end);
    context.fillStyle = cssColor('--select');
    // What lies under a large one can still be seen.
    context.globalAlpha = touched.end - touched.start > 2 * MARK_HEIGHT * ratio ? LARGE_SELECTION : 1;
    band(0, 1, touched, MARK_HEIGHT);
    context.globalAlpha = 1;
  }
  context.fillStyle = cssColor('--text');
  context.globalAlpha = 0.16;
  const { top, tall } = band(0, 1, linesOf(scale, shown.start, shown.end), FRAME_HEIGHT);
  context.globalAlpha = 1;
  context.strokeStyle = cssColor('--text');
  context.lineWidth = ratio;
  context.strokeRect(ratio / 2, top + ratio / 2, width - ratio, tall - ratio);
}

function paintSections(context: CanvasRenderingContext2D, { lines, sections, scale }: MinimapScene): void {
  const { width } = context.canvas;
  const { section, state } = lines;
  const alike = (a: number, b: number) => section[a] === section[b] && state[a] === state[b];
  for (const { start, end } of runs(scale.lines, alike)) {
    const kind = BYTE_STATES[state[start] ?? 0];
    const token = kind === 'unparsed' ? '--error' : sectionHue(sections[section[start] ?? -1]?.type);
    const colour = cssColor(token);
    if (kind === 'known') {
      context.fillStyle = colour;
      context.globalAlpha = SECTION;
      // A thin gap tells neighbours of one hue apart.
      context.fillRect(0, start, width, Math.max(end - start - (end - start > 3 ? 1 : 0), 1));
      context.globalAlpha = 1;
    } else {
      hatch(context, start, end, colour, kind === 'opaque');
    }
  }
}

/** Slanted lines, as behind the bytes: one way for opaque, the other for unreferenced and unparsed. */
function hatch(
  context: CanvasRenderingContext2D,
  top: number,
  bottom: number,
  colour: string,
  rising: boolean,
): void {
  const { width } = context.canvas;
  const gap = Math.round(5 * (window.devicePixelRatio || 1));
  context.save();
  context.beginPath();
  context.rect(0, top, width, bottom - top);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = gap / 4;
  context.globalAlpha = 0.8;
  context.beginPath();
  for (let y = Math.floor((top - width) / gap) * gap; y < bottom + width; y += gap) {
    context.moveTo(0, rising ? y + width : y);
    context.lineTo(width, rising ? y : y + width);
  }
  context.stroke();
  context.restore();
}
