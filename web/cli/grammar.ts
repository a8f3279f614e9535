/** How the commands describe themselves: help and messages are made of it, and it is the same grammar in all of them. */
import { Command, Option } from 'commander';
import type { Context } from './context.ts';
import { type ExitCode, type Format, UsageError } from './output.ts';

/** What the text of an option means. */
interface Kind<Value> {
  /** In words: `a number above 0`. */
  readonly takes: string;
  /** undefined when the text is none. @param previous what the option was given before */
  parse(text: string, previous: Value | undefined): Value | undefined;
}

const kind = <Value>(takes: string, parse: Kind<Value>['parse']): Kind<Value> => ({ takes, parse });

const TEXT = kind<string>('a name', (text) => (text === '' ? undefined : text));
const TEXTS = kind<string[]>('a name', (text, previous = []) =>
  text === '' ? undefined : [...previous, text],
);

/** In decimal. */
export const NUMBER = kind<number>('a number', (text) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined,
);

/** 32 bits hold it, as those of files and of glTF do. */
export const POSITIVE = kind<number>('a number above 0', (text) => {
  const value = Math.fround(Number(text));
  return value > 0 && Number.isFinite(value) ? Number(text) : undefined;
});

export const COUNT = kind<number>('0 or a whole number above', (text) =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined,
);

/** Several of a kind, with commas between. @param areRight whether they are, all together */
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

/** One of some words, or something else. */
export function wordOr<Word extends string, Value>(word: Word, { takes, parse }: Kind<Value>) {
  return kind<Word | Value>(`${takes}, or ${word}`, (text) =>
    text === word ? word : parse(text, undefined),
  );
}

/** What PATH is, for help. */
const PATHS =
  'a file, a folder, a pattern such as "**/*.abc", an archive (REZ, zip, pk3), or what is in one as GAME.REZ!/MODELS/X.ABC; - stands for a list of paths from stdin, one a line';

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

/** What commands take that change files. */
export interface Changing extends Writing {
  readonly inPlace?: boolean;
  readonly allowErrors?: boolean;
}

/** Runs what a command does; its exit code is the program's. */
export type Run = (act: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** A command, or all of them. */
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

  /** @param summary its line in the list of commands @param examples of what stands after the program's name */
  about(summary: string, description: string, ...examples: readonly string[]): this {
    const lines = examples.map((example) => `  lithoscope ${example}`);
    return this.summary(summary)
      .description(description)
      .addHelpText('after', `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`);
  }

  /** @param name of one that is given once: `<FILE>` @param more what else is to be said of it */
  paths(name = '<PATH...>', more = ''): this {
    return this.argument(name, `${PATHS}${more && `; ${more}`}`);
  }

  /** An option with a value. @param more settles what else the option is */
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

  /** An option with a text that is not empty. */
  text(flags: string, description: string, more?: (option: Option) => Option): this {
    return this.value(flags, description, TEXT, more);
  }

  /** The same; it may be repeated. */
  texts(flags: string, description: string): this {
    return this.value(flags, `${description}; may be repeated`, TEXTS);
  }

  /** An option that takes one of some values, in any case. */
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

  /** The name that an option had before: it is refused with the new one. */
  renamed(flags: string, now: string): this {
    return this.addOption(
      new Option(flags).hideHelp().argParser(() => {
        throw new UsageError(`${flags.split(' ')[0]} is called ${now} now.`);
      }),
    );
  }

  /** `--anims`: names and patterns, or one of some words. */
  animations(...words: readonly string[]): this {
    const description = 'which animations: names as "walk*,run", in any case';
    const names = kind<string | string[]>(`${words.join(', ')}, or names as walk*,run`, (text, previous) => {
      if (words.includes(text) && !Array.isArray(previous)) return text;
      const named = text.split(',').map((name) => name.trim());
      return named.includes('') ? undefined : [...(Array.isArray(previous) ? previous : []), ...named];
    });
    return this.value(`--anims <${words.join('|')}|NAMES>`, description, names, (option) =>
      option.default('all'),
    );
  }

  /** `--json` and `--ndjson`. */
  reporting(): this {
    return this.addOption(new Option('--json', 'one JSON document').conflicts('ndjson')).option(
      '--ndjson',
      'JSON lines, one a file, as soon as it is done',
    );
  }

  /** What commands have that write files. @param output what `-o` is, for help */
  writing(output: string): this {
    return this.text('-o, --output <PATH>', output)
      .option('--force', 'replace files that are there')
      .option('--dry-run', 'say what would be written, and write nothing')
      .reporting();
  }
}
