/** The command `watch`: checks files, and again whenever they change. */
import { resolve } from 'node:path';
import { toJson } from '../../explain/json.ts';
import { printable, Tally } from '../../explain/report.ts';
import { batch, Report } from '../batch.ts';
import { type CheckOptions, checkingOf, checkOptions, summaryOf } from '../check.ts';
import type { Context } from '../context.ts';
import { closeFiles } from '../disk.ts';
import { formatOf, type Program } from '../grammar.ts';
import { CommandError, type ExitCode, paint, UsageError } from '../output.ts';
import { targetsAt, targetsOf, watchedPlace } from '../targets.ts';
import type { Target } from '../tasks.ts';
import { type Change, Changes, type Stamp, stampOf } from './changes.ts';

export function watchCommand(program: Program): void {
  checkOptions(
    program
      .command('watch')
      .about(
        'check files, and again whenever they change',
        'Checks what is there, and then each file that is new, changed or renamed, when it has been written completely. Runs until Ctrl+C.',
        'watch MODELS',
        'watch "MODELS/**/*.abc" --severity warning --quiet',
        'watch OUT --ndjson >> findings.ndjson',
      ),
  ).action((paths: string[], options: CheckOptions) =>
    program.run((context) => watchPaths(context, paths, options)),
  );
}

/** A file that was checked. */
interface Known {
  /** Its content then. */
  stamp: Stamp;
  /** Those of its targets whose problems were listed. */
  readonly listed: Set<string>;
}

/** @returns never: it ends with the reason of the stop signal, or with an error */
async function watchPaths(
  context: Context,
  paths: readonly string[],
  options: CheckOptions,
): Promise<ExitCode> {
  if (paths.includes('-')) throw new UsageError('watch takes paths, not a list from stdin.');
  const stop = context.stopSignal();
  const report = new Report(context, formatOf(options));
  const checking = await checkingOf(report, options);
  const places = await Promise.all(paths.map((path) => watchedPlace(path)));
  const changes = new Changes(places, (line) => context.warn(line));
  const session = new Session(report, changes, checking, options.quiet === true, stop);
  await report.begin();
  try {
    context.progress.show('Looking for files…');
    // Before the first check, so that no change falls between the two.
    await changes.start();
    const { targets, problems } = await targetsOf(context, paths);
    for (const problem of problems) context.warn(problem);
    await session.check(targets);
    await session.say('Watching for changes. Ctrl+C ends.\n');
    for (;;) await session.follow(await changes.next(stop));
  } finally {
    await changes.close();
    await report.end('');
  }
}

class Session {
  /** By absolute path: as many as there are files. */
  readonly #known = new Map<string, Known>();

  constructor(
    readonly report: Report,
    readonly changes: Changes,
    readonly checking: Awaited<ReturnType<typeof checkingOf>>,
    readonly isQuiet: boolean,
    readonly stop: AbortSignal,
  ) {}

  /** Checks files, and says what is wrong with them. */
  async check(targets: readonly Target[]): Promise<void> {
    const { report } = this;
    const before = new Map<string, Known | undefined>();
    // Before reading: what changes from now on is another content.
    for (const path of new Set(targets.map(fileOf))) {
      before.set(path, this.#known.get(path));
      this.#known.set(path, { stamp: await stampOf(path), listed: new Set() });
    }
    const tally = new Tally();
    const failed = report.failed;
    await batch(report, {
      ...this.checking(targets),
      onOutcome: (outcome, { target }) => {
        this.stop.throwIfAborted();
        if ('problem' in outcome) return;
        tally.add(outcome.counted);
        if (outcome.listed > 0) this.#known.get(fileOf(target))?.listed.add(target.name);
      },
      // What had a problem, and has none any more, is told, too.
      isTold: ({ listed }, { target }) =>
        !this.isQuiet || listed > 0 || before.get(fileOf(target))?.listed.has(target.name) === true,
    });
    tally.unusable = report.failed - failed;
    if (targets.length > 0) await this.say(`${summaryOf(report.context, tally)}\n`);
    for (const path of before.keys()) {
      if ((await stampOf(path)) !== this.#known.get(path)?.stamp) this.changes.note(path);
    }
  }

  /** Says what was removed or renamed, and checks what is new or changed. */
  async follow(changes: readonly Change[]): Promise<void> {
    const { context } = this.report;
    const isNew = ({ path, stamp }: Change) => stamp !== (this.#known.get(resolve(path))?.stamp ?? null);
    const changed = changes.filter(isNew);
    const present = changed.filter(({ stamp }) => stamp !== null);
    for (const { path, stamp } of changed) {
      if (stamp !== null) continue;
      const known = this.#known.get(resolve(path));
      this.#known.delete(resolve(path));
      const moved = present.find((one) => one.stamp === known?.stamp && !this.#known.has(resolve(one.path)));
      await this.#reportGone(path, moved?.path ?? null);
    }
    // An archive that is open is still the one before.
    closeFiles();
    const targets: Target[] = [];
    for (const { path, place } of present) {
      try {
        targets.push(...(await targetsAt(context, path, place.inside, place)).targets);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        this.#known.set(resolve(path), { stamp: await stampOf(path), listed: new Set() });
        this.report.reject(error.message);
      }
    }
    if (targets.length > 0) await this.check(targets);
  }

  async #reportGone(path: string, to: string | null): Promise<void> {
    const { report } = this;
    if (report.style.json) {
      const gone = { file: path, removed: true, ...(to !== null && { renamedTo: to }) };
      await report.file(toJson(gone));
    } else if (!this.isQuiet) {
      const words = to === null ? 'removed.' : `renamed to ${printable(to)}.`;
      await report.file(`${paint(report.style, 'bold', printable(path))}: ${words}\n`);
    }
  }

  /** A line for people, unless they want none. */
  async say(text: string): Promise<void> {
    if (!this.isQuiet && this.report.format === 'text') await this.report.file(text);
  }
}

/** The file on the disk that a target is in, absolute. */
function fileOf({ name, origin }: Target): string {
  return resolve(origin.kind === 'archive' ? origin.root : name);
}
