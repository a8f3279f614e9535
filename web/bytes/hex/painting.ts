/** Drawing tools of the hex views: boxes of byte ranges, hatching, opacities, and marked ranges. */

import type { Hits } from '../../document/marks.ts';
import { firstIndexWhere } from '../../lib/binary-search.ts';
import { type BytesColumn, CELL, type HexLayout, hexColumn, SPACE, textColumn } from './row-text.ts';

// Boxes

/** Size of the text, CSS pixels. */
export interface Metrics {
  charWidth: number;
  rowHeight: number;
  /** Left edge of the first column. */
  left: number;
}

/** The rows in view. */
export interface Frame {
  readonly layout: HexLayout;
  readonly metrics: Metrics;
  /** First visible row, number of rows, and top of the first, CSS pixels ≤ 0. */
  readonly first: number;
  readonly count: number;
  readonly shift: number;
}

/** The part of a byte range in one row and one of the two columns of bytes, CSS pixels. */
export interface Box {
  column: BytesColumn;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The visible boxes that cover a byte range: two a row, hex and text. */
export function boxes({ layout, metrics, first, count, shift }: Frame, start: number, end: number): Box[] {
  const { perRow } = layout;
  const { charWidth, rowHeight, left } = metrics;
  // Half of the gaps on either side belongs to a byte, so that neighbours touch.
  const hexEdge = (index: number) => left + (hexColumn(layout, index) - SPACE / 2) * charWidth;
  const textEdge = (index: number) => left + textColumn(layout, index) * charWidth;
  const found: Box[] = [];
  const last = Math.min(Math.floor((end - 1) / perRow), first + count - 1);
  for (let row = Math.max(Math.floor(start / perRow), first); row <= last; row++) {
    const from = Math.max(start - row * perRow, 0);
    const to = Math.min(end - row * perRow, perRow);
    const y = shift + (row - first) * rowHeight;
    for (const column of ['hex', 'text'] as const) {
      const edge = column === 'hex' ? hexEdge : textEdge;
      const x = edge(from);
      // The gap between two groups does not belong to the byte before it.
      const end = column === 'hex' ? edge(to - 1) + CELL * charWidth : edge(to);
      found.push({ column, x, y, width: end - x, height: rowHeight });
    }
  }
  return found;
}

/** The left edge and top of a byte's digits, CSS pixels; the byte may be out of view. */
export function cellAt(
  { layout, metrics, first, shift }: Frame,
  offset: number,
): { left: number; top: number } {
  const { perRow } = layout;
  return {
    left: metrics.left + hexColumn(layout, offset % perRow) * metrics.charWidth,
    top: shift + (Math.floor(offset / perRow) - first) * metrics.rowHeight,
  };
}

// Hatching

/** States of bytes that are hatched, each with its own pattern, so that they differ without colour. */
type HatchKind = 'opaque' | 'unreferenced' | 'unparsed';

/** Side of the repeated square, CSS pixels. */
const SIDE = 6;

const patterns = new Map<string, CanvasPattern>();

/**
 * The pattern of a state: opaque slanted, unparsed crossed, unreferenced dotted. Plain `colour` where the browser makes no
 * pattern.
 */
export function hatch(
  context: CanvasRenderingContext2D,
  kind: HatchKind,
  colour: string,
): CanvasPattern | string {
  const ratio = window.devicePixelRatio || 1;
  const key = `${kind} ${colour} ${ratio}`;
  const cached = patterns.get(key);
  if (cached) return cached;
  const square = document.createElement('canvas');
  square.width = square.height = Math.round(SIDE * ratio);
  const brush = square.getContext('2d');
  if (!brush) return colour;
  brush.scale(square.width / SIDE, square.width / SIDE);
  brush.strokeStyle = brush.fillStyle = colour;
  draw(brush, kind);
  const pattern = context.createPattern(square, 'repeat');
  if (!pattern) return colour;
  pattern.setTransform(new DOMMatrix().scale(SIDE / square.width));
  patterns.set(key, pattern);
  return pattern;
}

function draw(brush: CanvasRenderingContext2D, kind: HatchKind): void {
  if (kind === 'unreferenced') {
    brush.fillRect(1, 1, 1.5, 1.5);
    brush.fillRect(4, 4, 1.5, 1.5);
    return;
  }
  brush.beginPath();
  // Drawn past the corners: the lines continue in the neighbouring squares.
  for (const shift of [-SIDE, 0, SIDE]) {
    brush.moveTo(shift - 1, SIDE + 1);
    brush.lineTo(shift + SIDE + 1, -1);
    if (kind === 'opaque') continue;
    brush.moveTo(shift - 1, -1);
    brush.lineTo(shift + SIDE + 1, SIDE + 1);
  }
  brush.stroke();
}

// Opacities

/** Opacities of a colour behind fields, by parity of the field. Text on each keeps 4.5:1 (tests/web/bytes/hex-painting.test.ts). */
type Opacities = readonly [number, number];

export const FIELD_OPACITIES: Opacities = [0.13, 0.06];
/** Of the fields in the parent of the selection. */
export const PARENT_OPACITIES: Opacities = [0.32, 0.22];
/** The selection: in the column of text, and where its digits cannot have a colour of their own. */
export const SELECTION_OPACITY = 0.32;
/** What is under the pointer. */
export const HOVER_OPACITY = 0.1;
/** Opaque bytes: the tint under the hatching, and the hatching of every state. */
export const OPAQUE_OPACITY = 0.08;
export const HATCH_OPACITY = 0.4;

/** Colour token and opacity of each kind of mark. */
export const MARK_STYLES: Readonly<Record<MarkKind, readonly [token: string, alpha: number]>> = {
  hit: ['--warning', 0.24],
  current: ['--warning', 0.4],
  added: ['--ok', 0.3],
  removed: ['--error', 0.3],
  changed: ['--warning', 0.3],
};

// Marks: ranges painted over the colours of the structure, such as hits of a search and differences of two files

/** `current` is the hit that was stepped to. */
type MarkKind = 'hit' | 'current' | 'added' | 'removed' | 'changed';

export interface ByteMark {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

/** The hits that overlap the bytes [start, end), in time proportional to their number. */
export function hitMarks({ starts, length, current }: Hits, start: number, end: number): ByteMark[] {
  const marks: ByteMark[] = [];
  const first = firstIndexWhere(starts.length, (i) => (starts[i] ?? 0) > start - length);
  for (let i = first; i < starts.length; i++) {
    const at = starts[i] ?? 0;
    if (at >= end) break;
    marks.push({ start: at, end: at + length, kind: i === current ? 'current' : 'hit' });
  }
  return marks;
}
