/** How results are written, for people and programs. */
import type { Finding } from '@lithoscope/core';

/** 0 fine; 1 the content has an error, or something was done only in part; 2 usage, or a file that cannot be opened or written; above 128 stopped by a signal. */
export type ExitCode = 0 | 1 | 2 | 130 | 143;

export type Format = 'text' | 'json' | 'ndjson';

/** How results are written. */
export interface Style {
  readonly json: boolean;
  readonly color: boolean;
}

/** How files are written. */
export interface Writing extends Style {
  /** Existing files are replaced. */
  readonly force: boolean;
  /** Nothing is written. */
  readonly dryRun: boolean;
}

/** A command cannot be done, or a file cannot be opened: exit code 2 and this sentence. */
export class CommandError extends Error {}

/** A file cannot be opened. @param reason a sentence */
export function cannotOpen(name: string, reason: string): CommandError {
  return new CommandError(`Cannot open ${name}: ${lowerFirst(reason)}`);
}

/** The arguments are wrong: a hint at the help follows the sentence. */
export class UsageError extends CommandError {}

/** A sentence for use after a colon. */
export function lowerFirst(sentence: string): string {
  // `CRC-32 …` stays.
  return /^[A-Z][a-z]|^A /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

/** The user stopped the program. */
export class Stopped extends Error {
  constructor(readonly code: 130 | 143) {
    super('stopped');
  }
}

/** The output cannot be written: exit code 2 and this sentence. */
export class LostOutput extends Error {}

/** The reader of the output has gone: no error, but nothing is left to do. */
export class ClosedPipe extends Error {}

const COLORS = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const;

/** Text in a colour or weight, if the terminal shows colours. */
export function paint(style: Pick<Style, 'color'>, color: keyof typeof COLORS, text: string): string {
  return style.color ? `\x1b[${COLORS[color]}m${text}\x1b[0m` : text;
}

/** 1 when a finding is an error. Writes the first error to stderr, for output that does not list findings. */
export function reportErrors(
  context: { warn(line: string): void },
  file: string,
  findings: readonly Finding[],
): ExitCode {
  const error = findings.find(({ severity }) => severity === 'error');
  if (!error) return 0;
  context.warn(`${file}: ${error.message} (lithoscope check shows all findings)`);
  return 1;
}
