/** What the commands share of their arguments and options; help and messages are made of it. */
import { type Command, Option } from 'commander';
import type { Context } from './context.ts';
import { type ExitCode, type Format, UsageError } from './output.ts';

/** Runs what a command does; its exit code is the program's. */
export type Run = (act: (context: Context) => Promise<ExitCode>) => Promise<void>;

/**
 * An option with a value.
 * @param takes what the value is, in words: `a number above 0`
 * @param parse the value; undefined when the text is none
 */
export function option<Value>(
  flags: string,
  description: string,
  takes: string,
  parse: (text: string, previous: Value | undefined) => Value | undefined,
): Option {
  const made = new Option(flags, description);
  return made.argParser((text: string, previous: Value | undefined) => {
    const value = parse(text, previous);
    if (value === undefined) throw new UsageError(`${made.long} takes ${takes}, not "${text}".`);
    return value;
  });
}

/** An option that takes one of some values, in any case. */
export function choice<Value extends string | number>(
  flags: string,
  description: string,
  values: readonly Value[],
): Option {
  const find = (text: string) => values.find((value) => String(value) === text.toLowerCase());
  return option(flags, description, values.join(', ').replace(/, (\w+)$/, ' or $1'), find);
}

/** An option with a text that is not empty. */
export function textOption(flags: string, description: string): Option {
  return option(flags, description, 'a name', (text) => (text === '' ? undefined : text));
}

/** The same; it may be given again. */
export function listOption(flags: string, description: string): Option {
  return option<string[]>(flags, `${description}; may be repeated`, 'a name', (text, previous = []) =>
    text === '' ? undefined : [...previous, text],
  );
}

/** The name that an option had before: it is refused with the new one. */
export function renamedOption(flags: string, now: string): Option {
  const made = new Option(flags).hideHelp();
  return made.argParser(() => {
    throw new UsageError(`${made.long} is called ${now} now.`);
  });
}

/** A number above 0 that 32 bits hold, as those of files and of glTF. */
export function positive(text: string): number | undefined {
  const value = Math.fround(Number(text));
  return value > 0 && Number.isFinite(value) ? Number(text) : undefined;
}

/** Several of them, with commas between. */
export function positives(text: string): number[] | undefined {
  const values = text.split(',').map(positive);
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** 0 or a whole number above. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** `--anims`: names and patterns, or one of some words. */
export function animationsOption<Word extends string>(words: readonly Word[]): Option {
  const takes = [...words, 'names as walk*,run'].join(', ').replace(/, (?=names)/, ', or ');
  const usage = [...words, 'NAMES'].join('|');
  const description = 'which animations: names as "walk*,run", in any case';
  return option<Word | string[]>(`--anims <${usage}>`, description, takes, (text, previous) => {
    const word = words.find((one) => one === text);
    if (word !== undefined && !Array.isArray(previous)) return word;
    const names = text.split(',').map((name) => name.trim());
    return names.includes('') ? undefined : [...(Array.isArray(previous) ? previous : []), ...names];
  }).default('all');
}

/** What PATH is, for help. */
export const PATHS =
  'a file, a folder, a pattern such as "**/*.abc", an archive (REZ, zip, pk3), or what is in one as GAME.REZ!/MODELS/X.ABC; - stands for a list of paths from stdin, one a line';

/** How results are written. */
export interface Reporting {
  readonly json?: boolean;
  readonly ndjson?: boolean;
}

export function formatOf({ json, ndjson }: Reporting): Format {
  return ndjson ? 'ndjson' : json ? 'json' : 'text';
}

/** Adds `--json` and `--ndjson`. */
export function reporting(command: Command): Command {
  return command
    .addOption(new Option('--json', 'one JSON document').conflicts('ndjson'))
    .addOption(new Option('--ndjson', 'JSON lines, one a file, as soon as it is done'));
}

/** Where results go. */
export interface WritingOptions extends Reporting {
  readonly output?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** Adds what commands have that write files. @param output what `-o` is, for help */
export function writing(command: Command, output: string): Command {
  return reporting(
    command
      .addOption(textOption('-o, --output <PATH>', output))
      .option('--force', 'replace files that are there')
      .option('--dry-run', 'say what would be written, and write nothing'),
  );
}
