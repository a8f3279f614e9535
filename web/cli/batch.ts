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

/** Writes what comes of files, each as soon as it is known, so that thousands need no memory; counts them. */
export class Report {
  /** Files that were done. */
  done = 0;
  /** Those of them of which something is wrong or missing. */
  inPart = 0;
  /** Files that were not done, and arguments that name none. */
  failed = 0;
  readonly style: Style;
  #written = 0;

  constructor(
    readonly context: Context,
    readonly format: Format,
  ) {
    this.style = { json: format !== 'text', color: context.color };
  }

  /** Says why nothing came of a file, or of an argument. */
  readonly reject = (problem: string): void => {
    this.failed++;
    this.context.warn(problem);
  };

  begin(): Promise<void> {
    return this.#write(this.format === 'json' ? CHECK_JSON.begin : '');
  }

  /** @param text words with their line breaks, or a line of JSON without one */
  file(text: string): Promise<void> {
    const isFirst = this.#written++ === 0;
    if (this.format === 'json') return this.#write(CHECK_JSON.file(text, isFirst));
    return this.#write(this.format === 'ndjson' ? `${text}\n` : text);
  }

  /** @param summary a line without its break, for people; '' for none */
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

/** Files that a thread is given at a time, and fewer than which need none: a thread starts in the time that one export takes. */
const PORTIONS = {
  check: { batch: 8, minForThreads: 64 },
  edit: { batch: 8, minForThreads: 64 },
  export: { batch: 1, minForThreads: 4 },
  import: { batch: 1, minForThreads: 4 },
} as const satisfies Record<Kind, { batch: number; minForThreads: number }>;

export interface Batch<K extends Kind> {
  readonly kind: K;
  readonly items: readonly Work[K]['item'][];
  readonly settings: Work[K]['settings'];
  /** What all threads need; plain data. */
  readonly shared?: unknown;
  /** `Exported`, for the progress line. */
  readonly verb: string;
  /** Works on a file without threads. Rejects with the signal's reason when that is aborted, and then leaves nothing. */
  here(item: Work[K]['item'], signal: AbortSignal | undefined): Promise<Outcome<K>>;
  /** Told what came of each file, before that is written. */
  onOutcome?(outcome: Outcome<K>, item: Work[K]['item']): void | Promise<void>;
  /** Whether what came of a file is written; absent: always. */
  isTold?(done: Work[K]['done']): boolean;
}

/** Does it, and tells the report of each file. However it ends, nothing is left that is half written. */
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
    if (isTold?.(outcome) ?? true) await report.file(outcome.text);
  }
}

async function* outcomesOf<K extends Kind>(
  context: Context,
  { kind, items, settings, shared, here }: Batch<K>,
): AsyncGenerator<Outcome<K>> {
  // What writes files has to put things in order before it ends.
  const signal = kind === 'check' ? undefined : context.stopSignal();
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
    // A thread that was ended, or lost, left what it was writing.
    const left = [...running].flatMap((item) =>
      'place' in item && item.place ? [item.place.temporary] : [],
    );
    await Promise.all(left.map((path) => rm(path, { force: true })));
  }
}

/** What an export or an import is. */
interface Making<K extends 'export' | 'import'> {
  readonly kind: K;
  readonly wanted: Wanted;
  /** Of the files that are written, without the dot. */
  readonly ending: string;
  /** The name of what a file becomes, without it. */
  stem(path: string): string;
  /** What the user names, and where it goes. */
  readonly paths: readonly string[];
  readonly options: WritingOptions;
  /** Names of animations. */
  readonly animations: string | readonly string[];
  /** How each is made. @throws {CommandError} when what is asked for cannot be */
  prepare(
    items: readonly PlacedItem[],
    writing: Writing & { readonly alone: boolean },
  ): Promise<Pick<Batch<K>, 'settings' | 'shared' | 'here'>>;
}

/** Exports or imports the files that arguments name: each becomes a file of another format. */
export async function makeFiles<K extends 'export' | 'import'>(
  context: Context,
  { kind, wanted, ending, stem, paths, options, animations, prepare }: Making<K>,
): Promise<ExitCode> {
  const { output = null, force = false, dryRun = false } = options;
  if (output === null && !dryRun) throw new UsageError(`${kind} needs -o FILE.${ending} or -o FOLDER.`);
  const report = new Report(context, formatOf(options));
  context.progress.show('Looking for files …');
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
    verb: kind === 'export' ? 'Exported' : 'Imported',
    ...prepared,
    onOutcome(outcome) {
      if (!('problem' in outcome)) for (const i of outcome.meant) meant.add(i);
    },
  });
  await report.end(alone || items.length === 0 ? '' : summaryOf(report, `${kind}ed`, output, dryRun));
  if (alone || typeof animations === 'string' || report.done === 0) return report.code;
  const missing = animations.filter((_, i) => !meant.has(i));
  for (const name of missing) context.warn(`No ${wanted.noun} has an animation "${name}".`);
  return missing.length > 0 ? 2 : report.code;
}

/** `12 models exported to OUT, 3 of them with warnings or errors, 1 not`, in colour. @param output null: nowhere */
function summaryOf(
  { context, done, inPart, failed }: Report,
  verb: string,
  output: string | null,
  dryRun: boolean,
): string {
  const where = output === null ? '' : ` to ${printable(output)}`;
  const parts = [`${counted(done, 'model')} ${dryRun ? `would be ${verb}` : verb}${where}`];
  if (inPart > 0) parts.push(`${formatCount(inPart)} of them with warnings or errors`);
  if (failed > 0) parts.push(`${formatCount(failed)} not`);
  return paint(context, failed > 0 ? 'red' : 'green', parts.join(', '));
}
