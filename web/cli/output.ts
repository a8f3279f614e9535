/** How results are written: JSON with f32 numbers as short as they can be, and text for people. */

import type { Finding, Lithoscope } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import { printable } from '../structure/report.ts';
import { formatF32 } from '../structure/values.ts';
import type { Progress } from './progress.ts';

/** 0 sound; 1 the content has an error; 2 usage, or a file that cannot be opened. */
export type ExitCode = 0 | 1 | 2;

/** What a command works with; the tests have one of their own. */
export interface Context {
  lithoscope: Lithoscope;
  /** What reads textures; loaded when the first is asked for. */
  textures(): Promise<DtxLibrary>;
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

/** The reader of our output has gone: not an error, but nothing is left to do. */
export class ClosedPipe extends Error {}

/** A number as JSON: −0 stays, integers are exact, others are f32, NaN and infinities strings. */
export function jsonNumber(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  return Number.isInteger(value) && !Object.is(value, -0) ? String(value) : formatF32(value);
}

/** Whether a list or object holds only scalars and so reads well in one line. */
function isFlat(value: object): boolean {
  return Object.values(value).every((item) => typeof item !== 'object' || item === null);
}

/**
 * Plain data as JSON; entries that are undefined are left out.
 * @param indent spaces before the line this value begins in; null writes all in one line
 */
export function toJson(value: unknown, indent: number | null = null): string {
  if (typeof value === 'number') return jsonNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = indent === null || isFlat(value) ? null : indent + 2;
  const parts = Array.isArray(value)
    ? value.map((item) => toJson(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}:${inner === null ? '' : ' '}${toJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (inner === null) return `${open}${parts.join(',')}${close}`;
  const newLine = `\n${' '.repeat(inner)}`;
  return `${open}${newLine}${parts.join(`,${newLine}`)}\n${' '.repeat(inner - 2)}${close}`;
}

const COLORS = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const;

/** Text in a colour or weight, where the terminal shows them. */
export function paint(context: Context, color: keyof typeof COLORS, text: string): string {
  return context.color ? `\x1b[${COLORS[color]}m${text}\x1b[0m` : text;
}

/** 1 when a finding is an error; then says the first on stderr, for results that do not list them. */
export function reportErrors(context: Context, file: string, findings: readonly Finding[]): ExitCode {
  const error = findings.find(({ severity }) => severity === 'error');
  if (!error) return 0;
  context.warn(`${file}: ${printable(error.message)} (lithoscope check shows all findings)`);
  return 1;
}
