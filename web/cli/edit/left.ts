/** What is left of findings after a change: by code, in which files, and why. */
import { counted, formatCount } from '../../explain/describe.ts';
import { printable } from '../../explain/report.ts';
import { paint, type Style } from '../output.ts';
import type { Left } from '../tasks.ts';

/** Files of a code that are named. */
const MOST_NAMED = 3;

const COLORS = { error: 'red', warning: 'yellow' } as const;

/** `error DATA_TRUNCATED at 2 places: Nothing mends it for certain. …` */
export function leftLine(style: Pick<Style, 'color'>, { severity, code, count, why }: Left): string {
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
