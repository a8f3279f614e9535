/** What the commands work with. */
import type { Openers } from '../archive/opened.ts';
import type { Progress } from './progress.ts';
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
