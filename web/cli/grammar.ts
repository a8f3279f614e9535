/** The grammar that all commands share. Help and messages are derived from it. */
import { Command, Option } from 'commander';
import type { Context } from './context.ts';
import { type ExitCode, type Format, UsageError } from './output.ts';

/** The type of an option's value. */
interface Kind<Value> {
  /** In words: `a number above 0`. */
  readonly takes: string;
  /** @param previous the value so far, of a repeated option @returns undefined for a wrong text */
  parse(text: string, previous: Value | undefined): Value | undefined;
}

export const kind = <Value>(takes: string, parse: Kind<Value>['parse']): Kind<Value> => ({ takes, parse });

const TEXT = kind<string>('a name', (text) => (text === '' ? undefined : text));
const TEXTS = kind<string[]>('a name', (text, previous = []) =>
  text === '' ? undefined : [...previous, text],
);

/** In decimal. */
export const NUMBER = kind<number>('a number', (text) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined,
);

/** In lower case, as formats are named. */
export const WORD = kind<string>('a format', (text) => text.trim().toLowerCase() || undefined);

/** Fits the 32-bit floats of files and glTF. */
export const POSITIVE = kind<number>('a number above 0', (text) => {
  const value = Math.fround(Number(text));
  return value > 0 && Number.isFinite(value) ? Number(text) : undefined;
});

export const COUNT = kind<number>('0 or a whole number above', (text) =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined,
);

/** Several values with commas between. @param areRight checks them together */
export function listOf<Value>(
  takes: string,
  { parse }: Kind<Value>,
  areRight: (values: readonly Value[]) => boolean = () => true,
): Kind<Value[]> {
  return kind(takes, (text) => {
    const values = text.split(',').map((part) => parse(part, undefined));
    return values.every((value) => value !== undefined) && areRight(values) ? values : undefined;
  });
}

/** A word, or another value. */
export function wordOr<Word extends string, Value>(word: Word, { takes, parse }: Kind<Value>) {
  return kind<Word | Value>(`${takes}, or ${word}`, (text) =>
    text === word ? word : parse(text, undefined),
  );
}

/** What PATH is, for the help. */
const PATHS =
  'a file, a folder, a pattern such as "**/*.abc", an archive (REZ, zip, pk3), or a path in an archive such as GAME.REZ!/MODELS/X.ABC; - reads a list of paths from stdin, one per line';

/** How results are written. */
export interface Reporting {
  readonly json?: boolean;
  readonly ndjson?: boolean;
}

export function formatOf({ json, ndjson }: Reporting): Format {
  return ndjson ? 'ndjson' : json ? 'json' : 'text';
}

/** Where results go. */
export interface Writing extends Reporting {
  readonly output?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** Options of commands that change files. */
export interface Changing extends Writing {
  readonly inPlace?: boolean;
  readonly allowErrors?: boolean;
}

/** Runs a command; its exit code becomes the program's. */
export type Run = (act: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** A command, or the program with all commands. */
export class Program extends Command {
  constructor(
    name: string,
    readonly run: Run,
  ) {
    super(name);
  }

  override createCommand(name: string): Program {
    return new Program(name, this.run);
  }

  /** @param summary its line in the list of commands @param examples without the program's name */
  about(summary: string, description: string, ...examples: readonly string[]): this {
    const lines = examples.map((example) => `  lithoscope ${example}`);
    return this.summary(summary)
      .description(description)
      .addHelpText('after', `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`);
  }

  /** @param name `<FILE>` for a single path @param more a further note */
  paths(name = '<PATH...>', more = ''): this {
    return this.argument(name, `${PATHS}${more && `; ${more}`}`);
  }

  /** An option with a value. @param more configures the option further */
  value<Value>(
    flags: string,
    description: string,
    { takes, parse }: Kind<Value>,
    more: (option: Option) => Option = (option) => option,
  ): this {
    const option = new Option(flags, description);
    option.argParser((text: string, previous: Value | undefined) => {
      const value = parse(text, previous);
      if (value === undefined) throw new UsageError(`${option.long} takes ${takes}, not "${text}".`);
      return value;
    });
    return this.addOption(more(option));
  }

  /** An option with a non-empty text. */
  text(flags: string, description: string, more?: (option: Option) => Option): this {
    return this.value(flags, description, TEXT, more);
  }

  /** An option with a non-empty text that may be repeated. */
  texts(flags: string, description: string): this {
    return this.value(flags, `${description}; may be repeated`, TEXTS);
  }

  /** An option with a fixed list of values, in any case. */
  choice(
    flags: string,
    description: string,
    values: readonly (string | number)[],
    more?: (option: Option) => Option,
  ): this {
    const takes = values.join(', ').replace(/, (\w+)$/, ' or $1');
    const find = (text: string) => values.find((value) => String(value) === text.toLowerCase());
    return this.value(flags, description, kind(takes, find), more);
  }

  /** The former name of an option: refused with a hint at the new one. */
  renamed(flags: string, now: string): this {
    return this.addOption(
      new Option(flags).hideHelp().argParser(() => {
        throw new UsageError(`${flags.split(' ')[0]} is now called ${now}.`);
      }),
    );
  }

  /** `--anims`: one of the words, or names and patterns. */
  animations(...words: readonly string[]): this {
    const description = 'which animations: names such as "walk*,run", ignoring case';
    const names = kind<string | string[]>(
      `${words.join(', ')}, or names such as walk*,run`,
      (text, previous) => {
        if (words.includes(text) && !Array.isArray(previous)) return text;
        const named = text.split(',').map((name) => name.trim());
        return named.includes('') ? undefined : [...(Array.isArray(previous) ? previous : []), ...named];
      },
    );
    return this.value(`--anims <${words.join('|')}|NAMES>`, description, names, (option) =>
      option.default('all'),
    );
  }

  /** `--json` and `--ndjson`. */
  reporting(): this {
    return this.addOption(new Option('--json', 'one JSON document').conflicts('ndjson')).option(
      '--ndjson',
      'JSON lines, one per file, written as soon as each file is done',
    );
  }

  /** Options of commands that write files. @param output what `-o` is, for the help */
  writing(output: string): this {
    return this.text('-o, --output <PATH>', output)
      .option('--force', 'replace existing files')
      .option('--dry-run', 'only report what would be written')
      .reporting();
  }
}
