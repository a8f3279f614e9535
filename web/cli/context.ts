/** What the commands work with. */
import type { Openers } from '../archive/opened.ts';
import type { Counted } from '../explain/tally.ts';
import type { EditedFile, EditTask } from './edit/task.ts';
import type { Exported, ExportTask } from './export/task.ts';
import type { Imported, ImportTask } from './import/task.ts';
import type { Style } from './output.ts';
import type { Progress } from './progress.ts';
import type { Target } from './target.ts';

/** Files for one thread; plain data. */
export interface CheckTask extends Style {
  readonly targets: readonly Target[];
}

/** What came of a file: what is written of it and counted, or why it could not be opened, a sentence. */
export type Checked = { readonly text: string; readonly counted: Counted } | { readonly problem: string };

/** What a thread does, by the names of its functions (worker.ts). */
export interface Work {
  check: { readonly task: CheckTask; readonly results: Checked[] };
  editFiles: { readonly task: EditTask; readonly results: EditedFile[] };
  exportModels: { readonly task: ExportTask; readonly results: Exported[] };
  importModels: { readonly task: ImportTask; readonly results: Imported[] };
}

/** Threads that work on files side by side. */
export interface Threads {
  readonly count: number;
  run<Name extends keyof Work>(name: Name, task: Work[Name]['task']): Promise<Work[Name]['results']>;
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
