/** Paints the layers behind the hex text on one canvas: tints, hatching, nesting, marks, selection, findings, caret. */

import { BYTE_STATES, type Leaves, type ParsedFile, type StructureNode } from '@lithoscope/core';
import { type BookmarkData, MARK_COLORS } from '../../document/bookmark.ts';
import type { MarkedRange } from '../../document/marks.ts';
import type { Selection } from '../../document/selection.ts';
import { sectionHue } from '../../explain/sections.ts';
import type { Range } from '../../lib/hex.ts';

import { cssColor } from '../../ui/theme.ts';
import type { ByteMark } from './painting.ts';
import {
  type Box,
  boxes,
  FIELD_OPACITIES,
  type Frame,
  HATCH_OPACITY,
  HOVER_OPACITY,
  hatch,
  MARK_STYLES,
  OPAQUE_OPACITY,
  PARENT_OPACITIES,
  SELECTION_OPACITY,
} from './painting.ts';
import { type BytesColumn, SPACE } from './row-text.ts';

/** The visible rows and everything that is painted behind their text. */
export interface Scene extends Frame {
  parsed: ParsedFile;
  tints: boolean;
  findings: readonly MarkedRange[];
  /** Hits of a search, differences. */
  marks: readonly ByteMark[];
  /** Bytes changed since saving; a range is empty where bytes were removed. */
  changed: readonly Range[];
  bookmarks: readonly BookmarkData[];
  selection: Selection | null;
  /** Whether the digits of the selection have a colour of their own (HexLines.mark), so that they can be filled. */
  filled: boolean;
  caret: number;
  /** The structures around the selection, from the section to the field. */
  chain: readonly StructureNode[];
  /** The range under the pointer. */
  hover: { start: number; end: number } | null;
  focused: boolean;
  /** The column that typing goes into, and whether the byte at the caret has its first digit; null in a read-only view. */
  typing: { readonly column: BytesColumn; readonly isHalf: boolean } | null;
}

/** Side of the flag of a bookmark, CSS pixels. */
const FLAG = 7;
/** Height of the line of the caret, CSS pixels. */
const CARET_LINE = 2;
/** Brackets left of the offsets: their number, one for each of the innermost structures, and their distance, CSS pixels. */
const MAX_BRACKETS = 5;
const BRACKET_STEP = 2;

export class HexPainter {
  readonly #context: CanvasRenderingContext2D;

  constructor(readonly canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2D canvas');
    this.#context = context;
  }

  /** Fits the canvas to its box, in device pixels. */
  resize(width: number, height: number): void {
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  clear(): void {
    this.#context.resetTransform();
    this.#context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  paint(scene: Scene): void {
    this.clear();
    const ratio = window.devicePixelRatio || 1;
    this.#context.scale(ratio, ratio);
    if (scene.count === 0) return;
    const start = scene.first * scene.layout.perRow;
    const end = Math.min(start + scene.count * scene.layout.perRow, scene.parsed.size);
    const leaves = scene.parsed.leaves(start, end);
    this.#paintFields(scene, leaves, start, end);
    this.#paintBrackets(scene, start, end);
    if (scene.hover) this.#paintHover(scene, scene.hover, start, end);
    for (const mark of scene.marks) this.#paintMark(scene, mark, start, end);
    const { selection } = scene;
    if (selection && selection.start < end && selection.end > start) {
      this.#paintSelection(scene, selection, start, end);
    }
    for (const mark of scene.bookmarks) this.#paintBookmark(scene, mark, start, end);
    for (const range of scene.changed) this.#signChange(scene, range, start, end);
    for (const mark of scene.findings) {
      if (mark.start < end && mark.end > start) this.#underline(scene, mark, start, end);
    }
    if (scene.caret >= start && scene.caret < end) this.#paintCaret(scene);
  }

  /**
   * Each field in the hue of its section, those beside the selection a little stronger; uninterpreted bytes hatched. The
   * column of text has no tints.
   */
  #paintFields(scene: Scene, leaves: Leaves, from: number, to: number): void {
    const context = this.#context;
    const { offset, length, state, section, parity } = leaves;
    const parent = scene.chain.at(-2);
    for (let i = 0; i < offset.length; i++) {
      const start = Math.max(offset[i] ?? 0, from);
      const end = Math.min((offset[i] ?? 0) + (length[i] ?? 0), to);
      const kind = BYTE_STATES[state[i] ?? 0] ?? 'known';
      const hue = cssColor(this.#hueOf(scene, section[i]));
      if (scene.tints && (kind === 'known' || kind === 'opaque')) {
        context.fillStyle = hue;
        const isBeside = parent !== undefined && start >= parent.start && end <= parent.end;
        const opacities = isBeside ? PARENT_OPACITIES : FIELD_OPACITIES;
        context.globalAlpha = kind === 'opaque' ? OPAQUE_OPACITY : opacities[parity[i] === 0 ? 0 : 1];
        this.#fill(scene, start, end, 'hex');
      }
      if (kind === 'known') continue;
      context.fillStyle = hatch(context, kind, kind === 'opaque' ? hue : cssColor(HATCH_COLOURS[kind]));
      context.globalAlpha = HATCH_OPACITY;
      this.#fill(scene, start, end);
    }
    context.globalAlpha = 1;
  }

  /** The structures around the selection, left of the rows. */
  #paintBrackets(scene: Scene, from: number, to: number): void {
    const around = scene.chain.slice(0, -1).slice(-MAX_BRACKETS);
    const { layout, metrics, first, shift } = scene;
    const context = this.#context;
    const rowAt = (offset: number) =>
      shift + (Math.floor(offset / layout.perRow) - first) * metrics.rowHeight;
    around.forEach((node, index) => {
      if (node.start >= to || node.end <= from) return;
      const inner = around.length - 1 - index;
      const x = metrics.left - 3.5 - inner * BRACKET_STEP;
      context.strokeStyle = cssColor(this.#hueOf(scene, node.section));
      context.globalAlpha = inner === 0 ? 0.9 : 0.45;
      const top = rowAt(Math.max(node.start, from)) + 2.5;
      const bottom = rowAt(Math.min(node.end, to) - 1) + metrics.rowHeight - 2.5;
      context.beginPath();
      if (node.start >= from) context.moveTo(x + 3, top);
      context.lineTo(x, top);
      context.lineTo(x, bottom);
      if (node.end <= to) context.lineTo(x + 3, bottom);
      context.stroke();
    });
    context.globalAlpha = 1;
  }

  #paintHover(scene: Scene, { start, end }: Range, from: number, to: number): void {
    this.#context.fillStyle = cssColor('--text');
    this.#context.globalAlpha = HOVER_OPACITY;
    this.#fill(scene, Math.max(start, from), Math.min(end, to));
    this.#context.globalAlpha = 1;
  }

  /** Replaces the hue of the section: digits are filled, characters tinted. */
  #paintSelection(scene: Scene, { start, end }: Selection, first: number, last: number): void {
    const context = this.#context;
    context.fillStyle = cssColor('--select');
    for (const { column, x, y, width, height } of boxes(scene, Math.max(start, first), Math.min(end, last))) {
      context.clearRect(x, y, width, height);
      context.globalAlpha = column === 'hex' && scene.filled ? 1 : SELECTION_OPACITY;
      context.fillRect(x, y, width, height);
    }
    context.globalAlpha = 1;
  }

  /** Replaces the colours of the structure; the selection is painted over it. */
  #paintMark(scene: Scene, { start, end, kind }: ByteMark, from: number, to: number): void {
    const context = this.#context;
    const [token, alpha] = MARK_STYLES[kind];
    const parts = boxes(scene, Math.max(start, from), Math.min(end, to));
    for (const { x, y, width, height } of parts) context.clearRect(x, y, width, height);
    context.fillStyle = cssColor(token);
    context.globalAlpha = alpha;
    for (const { x, y, width, height } of parts) context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }

  /** Underlines each byte separately, unlike any other mark; removed bytes are a line before the byte after them. */
  #signChange(scene: Scene, { start, end }: Range, from: number, to: number): void {
    const context = this.#context;
    const { charWidth } = scene.metrics;
    context.fillStyle = cssColor('--changed');
    if (start === end && start >= from && start < to) {
      for (const { x, y, height } of boxes(scene, start, start + 1)) context.fillRect(x - 1, y, 2, height);
      return;
    }
    for (let at = Math.max(start, from); at < Math.min(end, to); at++) {
      boxes(scene, at, at + 1).forEach(({ column, x, y, width, height }) => {
        context.fillStyle = cssColor(isFilled(scene, column, at) ? '--action-text' : '--changed');
        const inset = column === 'hex' ? (charWidth * SPACE) / 2 : 0.5;
        context.fillRect(x + inset, y + height - 5, width - 2 * inset, 2);
      });
    }
  }

  /** A line above the bytes, and a flag at the first one. */
  #paintBookmark(scene: Scene, { start, end, color }: BookmarkData, from: number, to: number): void {
    const context = this.#context;
    context.fillStyle = cssColor(MARK_COLORS[color]);
    const parts = boxes(scene, Math.max(start, from), Math.min(end, to));
    for (const { x, y, width } of parts) context.fillRect(x, y, width, 2);
    const [first] = start >= from ? parts : [];
    if (!first) return;
    context.beginPath();
    context.moveTo(first.x, first.y);
    context.lineTo(first.x + FLAG, first.y);
    context.lineTo(first.x, first.y + FLAG);
    context.fill();
  }

  #underline(scene: Scene, { start, end, finding }: MarkedRange, from: number, to: number): void {
    const context = this.#context;
    context.fillStyle = cssColor(finding.severity === 'error' ? '--error' : '--warning');
    for (const { x, y, width, height } of boxes(scene, Math.max(start, from), Math.min(end, to))) {
      context.fillRect(x, y + height - 3, width, 2);
    }
  }

  /** @param only one of the two columns; absent: both */
  #fill(scene: Scene, start: number, end: number, only?: BytesColumn): void {
    for (const { column, x, y, width, height } of boxes(scene, start, end)) {
      if (only === undefined || column === only) this.#context.fillRect(x, y, width, height);
    }
  }

  /** A line under the byte. */
  #paintCaret(scene: Scene): void {
    if (scene.typing) {
      this.#paintTypingCaret(scene, scene.typing);
      return;
    }
    const context = this.#context;
    for (const { column, x, y, width, height } of boxes(scene, scene.caret, scene.caret + 1)) {
      const line = scene.focused ? CARET_LINE : 1;
      const inset = column === 'hex' ? (scene.metrics.charWidth * SPACE) / 2 : 0;
      context.fillStyle = cssColor(isFilled(scene, column, scene.caret) ? '--action-text' : '--select');
      context.fillRect(x + inset, y + height - line, width - 2 * inset, line);
    }
  }

  /** While typing: a frame around digits; a line under characters, which touch their neighbours. */
  #frameCaret({ column, x, y, width, height }: Box): void {
    const context = this.#context;
    if (column === 'text') {
      context.fillStyle = context.strokeStyle;
      context.fillRect(x, y + height - CARET_LINE, width, CARET_LINE);
      return;
    }
    const inset = context.lineWidth / 2;
    context.strokeRect(x + inset, y + inset, width - inset * 2, height - inset * 2);
  }

  /** Solid at the digit or character to be written next, hollow in the other column. */
  #paintTypingCaret(scene: Scene, { column, isHalf }: NonNullable<Scene['typing']>): void {
    const context = this.#context;
    const { charWidth } = scene.metrics;
    context.strokeStyle = context.fillStyle = cssColor('--select');
    for (const box of boxes(scene, scene.caret, scene.caret + 1)) {
      const { x, y, height } = box;
      const active = box.column === column;
      context.lineWidth = active && scene.focused ? 2 : 1;
      if (active && scene.focused) {
        const left = column === 'hex' ? x + charWidth * (SPACE / 2 + (isHalf ? 1 : 0)) : x;
        context.clearRect(left, y, charWidth, height);
        context.globalAlpha = SELECTION_OPACITY;
        context.fillRect(left, y, charWidth, height);
        context.globalAlpha = 1;
        context.fillRect(left, y + height - 4, charWidth, 4);
      }
      context.setLineDash(active ? [] : [2, 2]);
      this.#frameCaret(box);
    }
    context.setLineDash([]);
  }

  /** @param section index of a section; any other number: outside all sections */
  #hueOf({ parsed }: Scene, section: number | undefined): string {
    return sectionHue(parsed.info.sections[section ?? -1]?.type);
  }
}

/** Whether a byte has the filled ground of the selection, on which marks have another colour. */
function isFilled({ filled, selection }: Scene, column: BytesColumn, at: number): boolean {
  return filled && column === 'hex' && selection !== null && at >= selection.start && at < selection.end;
}

/** Colour tokens of the hatching: of bytes outside all sections, and of those after a fault. */
const HATCH_COLOURS = { unreferenced: '--text-faint', unparsed: '--error' } as const;
