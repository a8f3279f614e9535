/** What came of a file, in words and as data. */
import { counted, formatCount } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import { paint, type Style } from '../output.ts';
import type { EditSettings, Left } from '../tasks.ts';
import type { Applied, AppliedValue } from './apply.ts';
import { MAX_LISTED } from './changes.ts';

export interface EditResult extends Applied {
  /** Of the file. */
  readonly name: string;
  /** null: nothing is written. */
  readonly output: string | null;
  readonly isWritten: boolean;
}

/** A line for the file and one for each value, with line breaks behind; or one line of JSON. */
export function editedText(result: EditResult, settings: EditSettings): string {
  if (settings.json) return json(result);
  const { name, output, isWritten, values, notes, left } = result;
  const where = output === null || output === name ? '' : ` → ${printable(output)}`;
  const isFix = settings.change.kind === 'fix';
  const done = [
    values.length > 0 ? counted(values.length, isFix ? 'repair' : 'change') : 'no change',
    ...(values.length === 0 && isWritten ? ['copied'] : []),
  ];
  // Warnings are the business of what mends them.
  const told = left.filter(({ severity }) => isFix || severity === 'error');
  for (const severity of ['error', 'warning'] as const) {
    const count = told.filter((one) => one.severity === severity).length;
    if (count > 0) done.push(paint(settings, COLORS[severity], `${counted(count, severity)} left`));
  }
  const unwritten = values.length > 0 && !isWritten ? ' (not written)' : '';
  const lines = [`${paint(settings, 'bold', printable(name))}${where}${unwritten}: ${done.join(', ')}`];
  for (const value of values.slice(0, MAX_LISTED)) lines.push(`  ${valueLine(value)}`);
  if (values.length > MAX_LISTED) lines.push(`  … and ${formatCount(values.length - MAX_LISTED)} more`);
  for (const one of told) lines.push(`  Left: ${leftLine(settings, one)}`);
  for (const note of notes) lines.push(`  ${paint(settings, 'cyan', 'Info')} ${printable(note)}`);
  return `${lines.join('\n')}\n`;
}

/** What was not done, a line each: in words they go to stderr. */
export function refusedLines(
  { name, refused }: EditResult,
  { change, json }: EditSettings,
): readonly string[] {
  if (json) return [];
  const lead = change.kind === 'fix' ? '' : 'Not changed. ';
  return refused.map((sentence) => `${name}: ${lead}${sentence}`);
}

/** `Nodes.Nodes[0].Name: “a” → “b”` */
function valueLine({ code, path, before, after }: AppliedValue): string {
  const gone = before ? `${before}, removed` : 'changed';
  const change = before && after ? `${before} → ${after}` : after || gone;
  return printable([code, path ? `${path}: ${change}` : change].filter(Boolean).join(' '));
}

function json({ name, output, isWritten, size, values, refused, notes, left }: EditResult): string {
  return toJson({
    file: name,
    output,
    size,
    written: isWritten,
    changes: values.slice(0, MAX_LISTED).map(({ code, path, before, after }) => {
      return { ...(code && { code }), path, before, after };
    }),
    changeCount: values.length,
    notes,
    refused,
    errors: left.filter(({ severity }) => severity === 'error').length,
    left,
  });
}

/** Files of a code that are named. */
const MOST_NAMED = 3;

const COLORS = { error: 'red', warning: 'yellow' } as const;

/** `error DATA_TRUNCATED at 2 places: Nothing mends it for certain. …` */
function leftLine(style: Pick<Style, 'color'>, { severity, code, count, why }: Left): string {
  const places = count > 1 ? ` at ${formatCount(count)} places` : '';
  return `${paint(style, COLORS[severity], severity)} ${code}${places}${why && `: ${printable(why)}`}`;
}

/** What is left of many files. */
export class LeftSum {
  readonly #codes = new Map<string, { first: Left; names: string[] }>();

  add(name: string, left: readonly Left[]): void {
    for (const first of left) {
      const known = this.#codes.get(first.code) ?? { first, names: [] };
      known.names.push(name);
      this.#codes.set(first.code, known);
    }
  }

  /** A line for each code. */
  lines(style: Pick<Style, 'color'>): string[] {
    return [...this.#codes.values()].map(({ first: { severity, code, why }, names }) => {
      const named = names.slice(0, MOST_NAMED).map(printable).join(', ');
      const more = names.length > MOST_NAMED ? ', …' : '';
      const label = paint(style, COLORS[severity], severity);
      const where = `${counted(names.length, 'file')} (${named}${more})`;
      return `  Left: ${label} ${code} in ${where}${why && `: ${printable(why)}`}`;
    });
  }
}
