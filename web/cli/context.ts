/** What the commands work with. */
import type { Lithoscope } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import type { RezLibrary } from '@lithoscope/rez';
import type { ListTools } from '../archive/list.ts';
import type { Locator } from '../archive/locator.ts';
import type { Counted } from '../explain/tally.ts';
import type { Progress } from './progress.ts';

/** A file to read. */
export interface Target {
  /** As it is told: its path, or that of the archive, `!/` and that of the entry. */
  readonly name: string;
  readonly locator: Locator;
  /** Why it cannot be read, a sentence; '' when that is not known. */
  readonly problem: string;
}

/** How results are written. */
export interface CheckStyle {
  readonly json: boolean;
  readonly color: boolean;
}

/** Files for one thread; plain data. */
export interface CheckTask extends CheckStyle {
  readonly targets: readonly Target[];
}

/** What came of a file: what is written of it and counted, or why it could not be opened, a sentence. */
export type Checked = { readonly text: string; readonly counted: Counted } | { readonly problem: string };

/** What opens files: in the program and in each of its threads. */
export interface Openers extends ListTools {
  lithoscope: Lithoscope;
  /** What reads textures; loaded when the first is asked for. */
  textures(): Promise<DtxLibrary>;
  /** What reads REZ archives; loaded when the first is asked for. */
  rez(): Promise<RezLibrary>;
}

/** Threads that check files side by side. */
export interface Threads {
  readonly count: number;
  run(task: CheckTask): Promise<Checked[]>;
  end(): Promise<void>;
}

/** What a command works with; the tests have one of their own. */
export interface Context extends Openers {
  /** Threads that check files; null where there are none. */
  threads(): Threads | null;
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
