/** What the commands work with, and the progress line of long ones. */
import type { Openers } from '../archive/opened.ts';
import { printable } from '../explain/report.ts';
import type { Kind, Outcome, Task } from './tasks.ts';

/** Threads that work on files side by side. */
export interface Threads {
  readonly count: number;
  run<K extends Kind>(kind: K, task: Task<K>): Promise<Outcome<K>[]>;
  /** Ends them, whatever they are at. */
  end(): Promise<void>;
}

/** What a command works with; the tests have one of their own. */
export interface Context extends Openers {
  /**
   * Threads; null where there are none.
   * @param shared what all tasks of them need; plain data
   */
  threads(shared?: unknown): Threads | null;
  /** Aborted when the user stops the program (Ctrl+C), which from the first call on does not end by itself. */
  stopSignal(): AbortSignal;
  /** All of stdin as text. */
  stdin(): Promise<string>;
  /** The text of a file in public/templates. */
  template(name: string): Promise<string>;
  /** Writes to stdout; resolves when more can be taken. Rejects with ClosedPipe when nobody reads. */
  write(text: string): Promise<void>;
  /** Writes a line to stderr. */
  warn(line: string): void;
  /** Where a long command says how far it is. */
  progress: Progress;
  /** Whether stdout shows colours. */
  color: boolean;
}

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
