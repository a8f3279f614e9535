/** How results are written, for people and programs. */

import type { Finding, Lithoscope } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import type { RezLibrary } from '@lithoscope/rez';
import type { ListTools } from '../archive/list.ts';
import { printable } from '../explain/report.ts';
import type { Checked, CheckTask } from './check-file.ts';
import type { Progress } from './progress.ts';

/** 0 sound; 1 the content has an error; 2 usage, or a file that cannot be opened. */
export type ExitCode = 0 | 1 | 2;

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

/** The command line, or a file it names, cannot be used: exit code 2 and this sentence. */
export class UsageError extends Error {}

/** A sentence, to be put behind a colon. */
export function lowerFirst(sentence: string): string {
  // `CRC-32 …` stays.
  return /^[A-Z][a-z]|^A /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

/** The reader of our output has gone: not an error, but nothing is left to do. */
export class ClosedPipe extends Error {}

const COLORS = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const;

/** Text in a colour or weight, where the terminal shows them. */
export function paint(context: Pick<Context, 'color'>, color: keyof typeof COLORS, text: string): string {
  return context.color ? `\x1b[${COLORS[color]}m${text}\x1b[0m` : text;
}

/** 1 when a finding is an error; then says the first on stderr, for results that do not list them. */
export function reportErrors(context: Context, file: string, findings: readonly Finding[]): ExitCode {
  const error = findings.find(({ severity }) => severity === 'error');
  if (!error) return 0;
  context.warn(`${file}: ${printable(error.message)} (lithoscope check shows all findings)`);
  return 1;
}
