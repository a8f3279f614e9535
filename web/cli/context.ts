/** What the commands work with, and the progress line of long ones. */
import type { Openers } from '../archive/opened.ts';
import { printable } from '../explain/report.ts';
import type { Kind, Outcome, Task } from './tasks.ts';

/** Threads that work on files side by side. */
export interface Threads {
  readonly count: number;
  run<K extends Kind>(kind: K, task: Task<K>): Promise<Outcome<K>[]>;
  /** Ends them, idle or not. */
  end(): Promise<void>;
}

/** The environment of a command: the process, or a test's. */
export interface Context extends Openers {
  /**
   * Threads; null where there are none.
   * @param shared what all tasks of them need; plain data
   */
  threads(shared?: unknown): Threads | null;
  /** Aborted when the user stops the program (Ctrl+C). From the first call on, the program no longer ends by itself then. */
  stopSignal(): AbortSignal;
  /** All of stdin as text. */
  stdin(): Promise<string>;
  /** The text of a file in public/templates. */
  template(name: string): Promise<string>;
  /** The names and contents of the viewer for other pages. Rejects when it is not there. */
  viewer(): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Writes to stdout; resolves when it can take more. Rejects with ClosedPipe when the reader has gone. */
  write(text: string): Promise<void>;
  /** Writes a line to stderr. */
  warn(line: string): void;
  /** The progress line of long commands. */
  progress: Progress;
  /** stdout shows colours. */
  color: boolean;
}

/** The stream of a progress line: stderr, or a test's. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Moves to the start of the line and clears it. */
const CLEAR = '\r\x1b[K';

/** Wrapped lines cannot be cleared, so the terminal cuts them at its edge. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';

/** Milliseconds before the first line and between two: shorter intervals flicker. */
const INTERVAL = 100;

export class Progress {
  #shown = false;
  #next: number;

  /** @param now milliseconds, monotonic */
  constructor(
    readonly terminal: Terminal,
    readonly now = () => performance.now(),
  ) {
    this.#next = now() + INTERVAL;
  }

  /** Shows a line, unless the last one is too recent or the stream is no terminal. */
  show(line: string): void {
    if (!this.terminal.isTTY || this.now() < this.#next) return;
    this.#next = this.now() + INTERVAL;
    this.terminal.write(`${CLEAR}${WRAP_OFF}${printable(line)}${WRAP_ON}`);
    this.#shown = true;
  }

  /** Clears the line. Call before any other output to the terminal, and at the end. */
  clear(): void {
    if (!this.#shown) return;
    this.terminal.write(CLEAR);
    this.#shown = false;
    this.#next = this.now();
  }
}
