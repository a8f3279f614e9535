/** The rows in which a text is shown: its lines, and long ones in parts. */

/** Bytes of a row, at most. */
export const WRAP = 400;

/** Rows between two whose places are kept. */
const STEP = 64;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** A row of a text. */
export interface TextRow {
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset after its last byte, the end of the line included. */
  readonly end: number;
  /** Number of its line, from 1. */
  readonly line: number;
  /** Whether the line begins with it. */
  readonly isFirst: boolean;
}

export interface TextPlace {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export class TextRows {
  readonly count: number;
  /** Offsets of rows 0, STEP, 2 × STEP …, and the numbers of their lines. */
  readonly #starts: Uint32Array;
  readonly #lines: Uint32Array;

  constructor(private readonly bytes: Uint8Array) {
    const starts: number[] = [];
    const lines: number[] = [];
    let count = 0;
    let line = 1;
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const isEnd = bytes[at] === LINE_FEED;
      if (!isEnd && at + 1 - start < WRAP && at + 1 < bytes.length) continue;
      if (count % STEP === 0) {
        starts.push(start);
        lines.push(line);
      }
      count++;
      if (isEnd) line++;
      start = at + 1;
    }
    this.count = count;
    this.#starts = Uint32Array.from(starts);
    this.#lines = Uint32Array.from(lines);
  }

  /** The rows [first, first + count). */
  rows(first: number, count: number): TextRow[] {
    const rows: TextRow[] = [];
    const mark = Math.floor(first / STEP);
    let index = mark * STEP;
    let start = this.#starts[mark] ?? 0;
    let line = this.#lines[mark] ?? 1;
    for (const last = Math.min(first + count, this.count); index < last; index++) {
      const end = this.#endOf(start);
      if (index >= first) rows.push({ start, end, line, isFirst: this.#isLineStart(start) });
      if (this.bytes[end - 1] === LINE_FEED) line++;
      start = end;
    }
    return rows;
  }

  /** Index of the row that holds an offset; the last one past the end. */
  rowAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const rows = this.rows(low * STEP, STEP);
    const within = rows.findIndex(({ end }) => offset < end);
    return low * STEP + (within < 0 ? Math.max(0, rows.length - 1) : within);
  }

  /** Line and column of an offset. */
  placeOf(offset: number): TextPlace {
    let index = this.rowAt(offset);
    let [row] = this.rows(index, 1);
    const { line = 1 } = row ?? {};
    while (row && !row.isFirst && index > 0) [row] = this.rows(--index, 1);
    return { line, column: offset - (row?.start ?? 0) + 1 };
  }

  /** The characters of a row, one for each byte but those of the end of the line. */
  textOf({ start, end }: TextRow): string {
    let last = end;
    if (last > start && this.bytes[last - 1] === LINE_FEED) last--;
    if (last > start && this.bytes[last - 1] === RETURN) last--;
    let text = '';
    for (let at = start; at < last; at++) text += characterOf(this.bytes[at] ?? 0);
    return text;
  }

  #endOf(start: number): number {
    const row = this.bytes.subarray(start, start + WRAP);
    const feed = row.indexOf(LINE_FEED);
    return start + (feed < 0 ? row.length : feed + 1);
  }

  #isLineStart(start: number): boolean {
    return start === 0 || this.bytes[start - 1] === LINE_FEED;
  }
}

/** Latin-1; what is no character is a dot. */
function characterOf(byte: number): string {
  const isControl = (byte < 0x20 && byte !== 0x09) || (byte >= 0x7f && byte < 0xa0);
  return isControl ? '·' : String.fromCharCode(byte);
}
