/**
 * Layout of the virtual list: headers and rows as lines of different heights, computed on demand. Heights are in units of
 * `UNIT` pixels, which the scroll box counts as its rows.
 */

import { firstIndexWhere } from '../../lib/binary-search.ts';
import type { Section } from './order.ts';

/** CSS pixels. */
export const UNIT = 4;

/** Heights of the lines, units. */
export interface Heights {
  readonly head: number;
  readonly row: number;
}

/** A line: the header of a section, or a row of its files. */
export interface Line {
  readonly section: Section;
  readonly isHead: boolean;
  /** Index of its first file, and number of files; 0 for a header. */
  readonly first: number;
  readonly count: number;
}

/** A position in the list: the index of a file, or the header of a section. */
export type Place = { readonly file: number } | { readonly head: Section };

export class Plan {
  /** Totals. */
  readonly lines: number;
  readonly units: number;
  /** First line of each section, then the number of lines. */
  readonly #starts: number[] = [];
  /** First unit of each section, then the number of units. */
  readonly #tops: number[] = [];

  /**
   * @param columns files per row, at least 1
   * @param isCollapsed whether the files of a section with a header are hidden
   */
  constructor(
    readonly sections: readonly Section[],
    readonly columns: number,
    readonly heights: Heights,
    private readonly isCollapsed: (section: Section) => boolean,
  ) {
    let [line, unit] = [0, 0];
    for (const section of sections) {
      this.#starts.push(line);
      this.#tops.push(unit);
      const head = section.group ? 1 : 0;
      const rows = this.#rowsOf(section);
      line += head + rows;
      unit += head * heights.head + rows * heights.row;
    }
    this.#starts.push(line);
    this.#tops.push(unit);
    this.lines = line;
    this.units = unit;
  }

  #rowsOf(section: Section): number {
    const hidden = section.group !== null && this.isCollapsed(section);
    return hidden ? 0 : Math.ceil(section.count / this.columns);
  }

  /** The line of an index from 0; undefined out of range. */
  line(at: number): Line | undefined {
    if (at < 0 || at >= this.lines) return undefined;
    const i = lastUpTo(this.#starts, at, this.sections.length);
    const section = this.sections[i] as Section;
    const within = at - (this.#starts[i] ?? 0);
    const head = section.group ? 1 : 0;
    if (within < head) return { section, isHead: true, first: section.first, count: 0 };
    const before = (within - head) * this.columns;
    return {
      section,
      isHead: false,
      first: section.first + before,
      count: Math.min(this.columns, section.count - before),
    };
  }

  /** First unit and height of a line. */
  span(at: number): { readonly top: number; readonly height: number } {
    const i = lastUpTo(this.#starts, at, this.sections.length);
    const top = this.#tops[i] ?? 0;
    const within = at - (this.#starts[i] ?? 0);
    const { head, row } = this.heights;
    const hasHead = this.sections[i]?.group != null;
    if (within === 0 && hasHead) return { top, height: head };
    return { top: top + (hasHead ? head + (within - 1) * row : within * row), height: row };
  }

  /** Index of the line at a unit. */
  lineAt(unit: number): number {
    const i = lastUpTo(this.#tops, unit, this.sections.length);
    const within = unit - (this.#tops[i] ?? 0);
    const { head, row } = this.heights;
    const start = this.#starts[i] ?? 0;
    if (this.sections[i]?.group == null) return start + Math.floor(within / row);
    return within < head ? start : start + 1 + Math.floor((within - head) / row);
  }

  /** Index of the line of a position; −1 for a file of a collapsed section. */
  lineOf(place: Place): number {
    if ('head' in place) {
      const i = this.sections.indexOf(place.head);
      return i < 0 ? -1 : (this.#starts[i] ?? -1);
    }
    const section = this.sectionOf(place.file);
    if (!section || this.#rowsOf(section) === 0) return -1;
    const start = this.#starts[this.sections.indexOf(section)] ?? 0;
    return start + (section.group ? 1 : 0) + Math.floor((place.file - section.first) / this.columns);
  }

  /** The section of a file index. */
  sectionOf(file: number): Section | undefined {
    const next = firstIndexWhere(this.sections.length, (i) => (this.sections[i]?.first ?? 0) > file);
    const section = this.sections[next - 1];
    return section && file < section.first + section.count ? section : undefined;
  }

  /** The position some lines away, in the same column if possible. */
  step(from: Place | null, lines: number): Place | null {
    if (this.lines === 0) return null;
    const at = from ? this.lineOf(from) : -1;
    // Without a position, down starts at the first line, up at the last.
    const start = at >= 0 ? at : lines < 0 ? this.lines : -1;
    const to = Math.min(Math.max(start + lines, 0), this.lines - 1);
    const line = this.line(to);
    if (!line) return null;
    if (line.isHead) return { head: line.section };
    const column = from && 'file' in from && at >= 0 ? from.file - (this.line(at)?.first ?? from.file) : 0;
    return { file: line.first + Math.min(column, line.count - 1) };
  }

  /** The previous (−1) or next (1) file in the expanded sections; null at the ends. */
  beside(file: number, step: 1 | -1): Place | null {
    const at = this.lineOf({ file });
    const line = this.line(at);
    if (!line) return null;
    const next = file + step;
    if (next >= line.first && next < line.first + line.count) return { file: next };
    for (let i = at + step; i >= 0 && i < this.lines; i += step) {
      const other = this.line(i);
      if (other && !other.isHead) return { file: step > 0 ? other.first : other.first + other.count - 1 };
    }
    return null;
  }
}

/** Index of the last of `count` ascending numbers that is not above a value; equal ones are empty sections. */
function lastUpTo(ascending: readonly number[], value: number, count: number): number {
  return Math.max(0, firstIndexWhere(count, (i) => (ascending[i] ?? 0) > value) - 1);
}
