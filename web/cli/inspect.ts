/** JSON of files, one after another: of one that is named itself as it is, of several as lines or as one list. */
import type { Context } from './context.ts';
import { formatOf, type Reporting } from './grammar.ts';
import { CommandError, type ExitCode } from './output.ts';
import { isNamed } from './places.ts';
import type { Target } from './target.ts';
import { targetsNamed } from './targets.ts';

/** What a command writes of one file. */
export interface Sheet {
  /** It is the only one, and nothing else was asked for. */
  readonly isAlone: boolean;
  /** Writes a JSON value of one line. */
  add(json: string): Promise<void>;
}

/**
 * Does something with each file, and goes on where one cannot be opened.
 * @param show returns 0, or 1 when the content has an error
 * @param hasMany one file has many values, and with `--json` they are a list too
 */
export async function inspect(
  context: Context,
  paths: readonly string[],
  options: Reporting,
  show: (target: Target, sheet: Sheet) => Promise<ExitCode>,
  hasMany = false,
): Promise<ExitCode> {
  const { targets, problems } = await targetsNamed(context, paths);
  const isAlone = isNamed(targets, paths);
  const format = formatOf(options);
  const isList = format === 'json' && (hasMany || !isAlone) && targets.length > 0;
  let code: ExitCode = 0;
  let count = 0;
  const reject = (problem: string) => {
    code = 2;
    context.warn(problem);
  };
  const add = (json: string) => {
    const isFirst = count++ === 0;
    return context.write(isList ? `${isFirst ? '[\n' : ',\n'}${json}` : `${json}\n`);
  };
  problems.forEach(reject);
  for (const target of targets) {
    try {
      const one = await show(target, { isAlone, add });
      if (one > code) code = one;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      reject(error.message);
    }
  }
  if (isList) await context.write(count > 0 ? '\n]\n' : '[]\n');
  return code;
}
