/** A line on a terminal that says how far a long command is, rewritten in place and gone at the end. */
import { printable } from '../explain/report.ts';

/** What of a stream is needed: stderr, or a test's. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Back to the line's start, and nothing behind it. */
const CLEAR = '\r\x1b[K';

/** A line that wraps could not be taken back: the terminal cuts it at its edge. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';

/** Milliseconds before the first line and between two: more would flicker. */
const INTERVAL = 100;

export class Progress {
  #shown = false;
  #next: number;

  /** @param now milliseconds, never going back */
  constructor(
    readonly terminal: Terminal,
    readonly now = () => performance.now(),
  ) {
    this.#next = now() + INTERVAL;
  }

  /** Shows a line, unless the last one is too fresh or nobody looks. */
  show(line: string): void {
    if (!this.terminal.isTTY || this.now() < this.#next) return;
    this.#next = this.now() + INTERVAL;
    this.terminal.write(`${CLEAR}${WRAP_OFF}${printable(line)}${WRAP_ON}`);
    this.#shown = true;
  }

  /** Takes the line away: before anything else is written to the terminal, and at the end. */
  clear(): void {
    if (!this.#shown) return;
    this.terminal.write(CLEAR);
    this.#shown = false;
    this.#next = this.now();
  }
}
