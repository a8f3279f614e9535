/** What lies behind the hex text: section tints, hatching, findings, selection and caret, on one canvas. */
import { BYTE_STATES, type ParsedFile } from '@lithoscope/core';
import type { Selection } from '../state.ts';
import type { MarkedRange } from '../structure/marks.ts';
import { sectionHue } from '../structure/sections.ts';
import { cssColor } from '../theme.ts';
import { type Box, boxes, type Frame } from './boxes.ts';
import type { ByteMark, MarkKind } from './byte-marks.ts';

/** What to paint: the visible rows and all that marks them. */
export interface Scene extends Frame {
  parsed: ParsedFile;
  tints: boolean;
  findings: readonly MarkedRange[];
  /** Hits of a search, differences. */
  marks: readonly ByteMark[];
  selection: Selection | null;
  caret: number;
  /** Range under the pointer, or null. */
  hover: { start: number; end: number } | null;
  focused: boolean;
}

/** Colour of a mark: a token, how strong it fills, and whether it is framed. */
const MARKS: Readonly<Record<MarkKind, readonly [string, number, boolean]>> = {
  hit: ['--warning', 0.28, false],
  current: ['--warning', 0.42, true],
  added: ['--ok', 0.3, false],
  removed: ['--error', 0.3, false],
  changed: ['--warning', 0.3, false],
};

/** Opacity of a field's colour; neighbouring fields alternate. */
type Strength = readonly [number, number];

/** Weak enough that the text on it keeps 4.5:1. */
const TINTS: Strength = [0.26, 0.14];
const SELECTED: Strength = [0.46, 0.34];

const NO_SECTION = 0xffff;

export class HexPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #colours = new Map<string, string>();

  constructor(readonly canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2D canvas');
    this.#context = context;
  }

  /** Colours are read again: the theme changed. */
  forgetColours(): void {
    this.#colours.clear();
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
    this.#paintFields(scene, start, end, TINTS);
    if (scene.hover) this.#outline(scene, scene.hover, '--text-faint');
    const { selection } = scene;
    if (selection && selection.start < end && selection.end > start) this.#paintSelection(scene, selection);
    for (const mark of scene.marks) this.#paintMark(scene, mark, start, end);
    for (const mark of scene.findings) {
      if (mark.start < end && mark.end > start) this.#underline(scene, mark);
    }
    if (scene.caret >= start && scene.caret < end) this.#paintCaret(scene);
  }

  /** Paints the fields of a byte range, each in its section's hue or all in one colour. */
  #paintFields(scene: Scene, from: number, to: number, strength: Strength, oneHue?: string): void {
    const context = this.#context;
    const { offset, length, state, section, parity } = scene.parsed.leaves(from, to);
    for (let i = 0; i < offset.length; i++) {
      const start = Math.max(offset[i] ?? 0, from);
      const end = Math.min((offset[i] ?? 0) + (length[i] ?? 0), to);
      const kind = BYTE_STATES[state[i] ?? 0];
      const hue = this.#colour(
        oneHue ?? sectionHue(scene.parsed.info.sections[section[i] ?? NO_SECTION]?.type),
      );
      if (kind !== 'known') {
        const colour = kind === 'unparsed' ? this.#colour('--error') : hue;
        this.#hatch(scene, start, end, colour, kind === 'opaque');
      }
      if (oneHue || (kind === 'known' && scene.tints)) {
        context.fillStyle = hue;
        context.globalAlpha = strength[parity[i] === 0 ? 0 : 1];
        for (const { x, y, width, height } of boxes(scene, start, end)) {
          context.fillRect(x, y + 1, width, height - 2);
        }
        context.globalAlpha = 1;
      }
    }
  }

  /** The selection takes the place of the section's hue: two colours over each other would be a third. */
  #paintSelection(scene: Scene, { start, end }: Selection): void {
    const context = this.#context;
    const { perRow } = scene.layout;
    const from = Math.max(start, scene.first * perRow);
    const to = Math.min(end, (scene.first + scene.count) * perRow);
    for (const { x, y, width, height } of boxes(scene, from, to)) context.clearRect(x, y, width, height);
    this.#paintFields(scene, from, to, SELECTED, '--select');
    this.#outline(scene, { start, end }, '--select');
  }

  /** Bytes nobody can name: slanted lines, one way for opaque, the other for unreferenced and unparsed. */
  #hatch(scene: Scene, start: number, end: number, colour: string, rising: boolean): void {
    const context = this.#context;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.globalAlpha = 0.5;
    for (const { x, y, width, height } of boxes(scene, start, end)) {
      context.save();
      context.beginPath();
      context.rect(x, y + 1, width, height - 2);
      context.clip();
      context.beginPath();
      for (let slant = Math.floor((x - height) / 6) * 6; slant < x + width; slant += 6) {
        context.moveTo(slant, rising ? y + height : y);
        context.lineTo(slant + height, rising ? y : y + height);
      }
      context.stroke();
      context.restore();
    }
    context.globalAlpha = 1;
  }

  /** In place of what the structure says, as the selection. */
  #paintMark(scene: Scene, { start, end, kind }: ByteMark, from: number, to: number): void {
    const context = this.#context;
    const [token, alpha, framed] = MARKS[kind];
    const range = { start: Math.max(start, from), end: Math.min(end, to) };
    context.fillStyle = this.#colour(token);
    context.globalAlpha = alpha;
    for (const { x, y, width, height } of boxes(scene, range.start, range.end)) {
      context.clearRect(x, y + 1, width, height - 2);
      context.fillRect(x, y + 1, width, height - 2);
    }
    context.globalAlpha = 1;
    if (framed) this.#outline(scene, { start, end }, token);
  }

  #underline(scene: Scene, { start, end, finding }: MarkedRange): void {
    const context = this.#context;
    context.fillStyle = this.#colour(finding.severity === 'error' ? '--error' : '--warning');
    for (const { x, y, width, height } of boxes(scene, start, end)) {
      context.fillRect(x, y + height - 3, width, 2);
    }
  }

  #outline(scene: Scene, { start, end }: { start: number; end: number }, line: string): void {
    const context = this.#context;
    const parts = boxes(scene, start, end);
    context.strokeStyle = this.#colour(line);
    context.lineWidth = 1;
    const { perRow } = scene.layout;
    const firstRow = Math.floor(start / perRow);
    const lastRow = Math.floor((end - 1) / perRow);
    const firstByte = start - firstRow * perRow;
    const lastByte = end - lastRow * perRow;
    context.beginPath();
    for (const box of parts) {
      const { y, height, row, from, to } = box;
      this.#line(box, from, from, y, y + height);
      this.#line(box, to, to, y, y + height);
      // Above and below only where the range's neighbouring row does not go on.
      if (row === firstRow) this.#line(box, from, to, y, y);
      else if (row === firstRow + 1) this.#line(box, from, Math.min(firstByte, to), y, y);
      if (row === lastRow) this.#line(box, from, to, y + height, y + height);
      else if (row === lastRow - 1) this.#line(box, Math.max(lastByte, from), to, y + height, y + height);
    }
    context.stroke();
  }

  /** A line along the edges of bytes, kept inside the box. */
  #line(box: Box, from: number, until: number, top: number, bottom: number): void {
    const { edge, to, x, y, width, height } = box;
    // The last byte ends with the box: behind it there may be the gap in the middle.
    const across = (index: number) => (index === to ? x + width - 0.5 : edge(index) + 0.5);
    const down = (at: number) => (at === y + height ? at - 0.5 : at + 0.5);
    this.#context.moveTo(across(from), down(top));
    this.#context.lineTo(across(until), down(bottom));
  }

  #paintCaret(scene: Scene): void {
    const context = this.#context;
    context.strokeStyle = this.#colour('--select');
    context.lineWidth = scene.focused ? 2 : 1;
    for (const { x, y, width, height } of boxes(scene, scene.caret, scene.caret + 1)) {
      const inset = context.lineWidth / 2;
      context.strokeRect(x + inset, y + inset, width - inset * 2, height - inset * 2);
    }
  }

  #colour(token: string): string {
    let colour = this.#colours.get(token);
    if (!colour) {
      colour = cssColor(token);
      this.#colours.set(token, colour);
    }
    return colour;
  }
}
