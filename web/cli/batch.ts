/** One action on many files: each is processed, written and reported in the order of the arguments. */
import { rm } from 'node:fs/promises';
import { counted, formatCount } from '../explain/describe.ts';
import { CHECK_JSON, printable } from '../explain/report.ts';
import type { Context } from './context.ts';
import { formatOf, type Writing as WritingOptions } from './grammar.ts';
import { type ExitCode, type Format, paint, type Style, UsageError, type Writing } from './output.ts';
import { placesOf } from './places.ts';
import { targetsOf, type Wanted } from './targets.ts';
import type { Kind, Outcome, PlacedItem, Work } from './tasks.ts';
import { sideBySide } from './threads.ts';

/** Writes the result of each file as soon as it is known, so that thousands need no memory, and counts them. */
export class Report {
  /** Files with a result. */
  done = 0;
  /** Those with an error or something missing. */
  inPart = 0;
  /** Files without a result, and arguments that name no file. */
  failed = 0;
  readonly style: Style;
  #written = 0;

  constructor(
    readonly context: Context,
    readonly format: Format,
  ) {
    this.style = { json: format !== 'text', color: context.color };
  }

  /** Reports a file, or an argument, without a result. */
  readonly reject = (problem: string): void => {
    this.failed++;
    this.context.warn(problem);
  };

  begin(): Promise<void> {
    return this.#write(this.format === 'json' ? CHECK_JSON.begin : '');
  }

  /** @param text lines with their line breaks, or a line of JSON without */
  file(text: string): Promise<void> {
    const isFirst = this.#written++ === 0;
    if (this.format === 'json') return this.#write(CHECK_JSON.file(text, isFirst));
    return this.#write(this.format === 'ndjson' ? `${text}\n` : text);
  }

  /** @param summary for people, without its last line break; '' for none */
  end(summary: string): Promise<void> {
    if (this.format === 'json') return this.#write(CHECK_JSON.end(this.#written));
    return this.#write(this.format === 'text' && summary !== '' ? `${summary}\n` : '');
  }

  get code(): 0 | 1 | 2 {
    return this.failed > 0 ? 2 : this.inPart > 0 ? 1 : 0;
  }

  async #write(text: string): Promise<void> {
    if (text !== '') await this.context.write(text);
  }
}

/** Files per task of a thread, and the fewest files for which threads start: starting one takes as long as one export. */
const PORTIONS = {
  check: { batch: 8, minForThreads: 64 },
  find: { batch: 8, minForThreads: 64 },
  edit: { batch: 8, minForThreads: 64 },
  export: { batch: 1, minForThreads: 4 },
  import: { batch: 1, minForThreads: 4 },
  texture: { batch: 2, minForThreads: 4 },
} as const satisfies Record<Kind, { batch: number; minForThreads: number }>;

export interface Batch<K extends Kind> {
  readonly kind: K;
  readonly items: readonly Work[K]['item'][];
  readonly settings: Work[K]['settings'];
  /** Plain data for all threads. */
  readonly shared?: unknown;
  /** `Exported`, for the progress line. */
  readonly verb: string;
  /** Processes a file without threads. Rejects with the signal's reason on abort, and then leaves no file. */
  here(item: Work[K]['item'], signal: AbortSignal | undefined): Promise<Outcome<K>>;
  /** Called with the result of each file, before it is written. */
  onOutcome?(outcome: Outcome<K>, item: Work[K]['item']): void | Promise<void>;
  /** Whether the result of a file is written; absent: always. */
  isTold?(done: Work[K]['done'], item: Work[K]['item']): boolean;
}

/** Processes the files and reports each. However it ends, no half-written file is left. */
export async function batch<K extends Kind>(report: Report, work: Batch<K>): Promise<void> {
  const { context } = report;
  const { items, verb, onOutcome, isTold } = work;
  let at = 0;
  for await (const outcome of outcomesOf(context, work)) {
    const item = items[at++] as Work[K]['item'];
    await onOutcome?.(outcome, item);
    context.progress.show(`${verb} ${formatCount(at)} of ${formatCount(items.length)}: ${item.target.name}`);
    if ('problem' in outcome) {
      report.reject(outcome.problem);
      continue;
    }
    report.done++;
    if (outcome.inPart) report.inPart++;
    for (const note of outcome.notes) context.warn(note);
    if (isTold?.(outcome, item) ?? true) await report.file(outcome.text);
  }
}

async function* outcomesOf<K extends Kind>(
  context: Context,
  { kind, items, settings, shared, here }: Batch<K>,
): AsyncGenerator<Outcome<K>> {
  // Commands that write files clean up before they end.
  const signal = kind === 'check' || kind === 'find' ? undefined : context.stopSignal();
  const running = new Set<Work[K]['item']>();
  try {
    const outcomes = sideBySide<Work[K]['item'], Outcome<K>>({
      items,
      ...PORTIONS[kind],
      threads: () => context.threads(shared),
      inThread(threads, some) {
        for (const item of some) running.add(item);
        return threads.run(kind, { items: some, settings });
      },
      here(item) {
        running.add(item);
        return here(item, signal);
      },
      nameOf: ({ target }) => target.name,
      ...(signal && { signal }),
    });
    let at = 0;
    for await (const outcome of outcomes) {
      const item = items[at++] as Work[K]['item'];
      if (!('problem' in outcome)) running.delete(item);
      yield outcome;
    }
  } finally {
    // Remove what ended threads were writing.
    const left = [...running].flatMap((item) =>
      'place' in item && item.place ? [item.place.temporary] : [],
    );
    await Promise.all(left.map((path) => rm(path, { force: true })));
  }
}

/** What is made by the kinds of work that make files of another format, and how that is said. */
const MAKING = {
  export: { doing: 'Exported', done: 'exported', noun: 'model' },
  import: { doing: 'Imported', done: 'imported', noun: 'model' },
  texture: { doing: 'Converted', done: 'converted', noun: 'texture' },
} as const;

/** An export, an import, or a conversion of textures. */
interface Making<K extends keyof typeof MAKING> {
  readonly kind: K;
  readonly wanted: Wanted;
  /** Extension of the written files, without the dot. */
  readonly ending: string;
  /** The name of the written file, without extension. */
  stem(path: string): string;
  /** The user's arguments. */
  readonly paths: readonly string[];
  readonly options: WritingOptions;
  /** Names of animations. */
  readonly animations: string | readonly string[];
  /** Prepares the work on all files. @throws {CommandError} when it cannot be done */
  prepare(
    items: readonly PlacedItem[],
    writing: Writing & { readonly alone: boolean },
  ): Promise<Pick<Batch<K>, 'settings' | 'shared' | 'here'>>;
}

/** Makes a file of another format of each file that arguments name. */
export async function makeFiles<K extends keyof typeof MAKING>(
  context: Context,
  { kind, wanted, ending, stem, paths, options, animations, prepare }: Making<K>,
): Promise<ExitCode> {
  const { output = null, force = false, dryRun = false } = options;
  if (output === null && !dryRun) throw new UsageError(`${kind} needs -o FILE.${ending} or -o FOLDER.`);
  const report = new Report(context, formatOf(options));
  context.progress.show('Looking for files…');
  const { targets, problems } = await targetsOf(context, paths, wanted);
  problems.forEach(report.reject);
  const name = (path: string) => `${stem(path)}.${ending}`;
  const placing = { output, args: paths, endings: [ending], name, dryRun };
  const items = await placesOf(targets, placing, report.reject);
  const alone = items.length === 1;
  const prepared = await prepare(items, { alone, force, dryRun, ...report.style });
  const meant = new Set<number>();
  await report.begin();
  await batch<K>(report, {
    kind,
    items,
    verb: MAKING[kind].doing,
    ...prepared,
    onOutcome(outcome) {
      if (!('problem' in outcome)) for (const i of outcome.meant) meant.add(i);
    },
  });
  await report.end(alone || items.length === 0 ? '' : summaryOf(report, MAKING[kind], output, dryRun));
  if (alone || typeof animations === 'string' || report.done === 0) return report.code;
  const missing = animations.filter((_, i) => !meant.has(i));
  for (const name of missing) context.warn(`No ${wanted.noun} has an animation "${name}".`);
  return missing.length > 0 ? 2 : report.code;
}

/** `12 models exported to OUT, 3 of them with warnings or errors, 1 not`, in colour. @param output null: nowhere */
function summaryOf(
  { context, done, inPart, failed }: Report,
  { done: verb, noun }: (typeof MAKING)[keyof typeof MAKING],
  output: string | null,
  dryRun: boolean,
): string {
  const where = output === null ? '' : ` to ${printable(output)}`;
  const parts = [`${counted(done, noun)} ${dryRun ? `would be ${verb}` : verb}${where}`];
  if (inPart > 0) parts.push(`${formatCount(inPart)} of them with warnings or errors`);
  if (failed > 0) parts.push(`${formatCount(failed)} failed`);
  return paint(context, failed > 0 ? 'red' : 'green', parts.join(', '));
}
