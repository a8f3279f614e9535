/** Changes one file, in the program or in one of its threads, and reports the result. */
import type { ParsedFile } from '@lithoscope/core';
import { isRez, type Opened, type Openers } from '../../archive/opened.ts';
import { inMemory, type Written } from '../../archive/splice.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import { bytesAt, openTarget } from '../files.ts';
import { CommandError, paint, type Style } from '../output.ts';
import type { EditItem, EditSettings, Left, Outcome, Target } from '../tasks.ts';
import { expectFree, expectReplaceable, notWritten, placeIn, writeWhole } from '../write.ts';
import { type Applied, type AppliedValue, apply, MAX_LISTED } from './apply.ts';
import { convertFormat, isOtherFormat } from './convert.ts';
import { retargetFile } from './retarget.ts';
import { applyToRez } from './rez.ts';

interface EditResult extends Applied {
  /** Of the file. */
  readonly name: string;
  /** null: nothing is written. */
  readonly output: string | null;
  readonly isWritten: boolean;
}

/** A line for the file and one for each value, each with its line break; or one line of JSON without. */
function editedText(result: EditResult, settings: EditSettings): string {
  if (settings.json) return json(result);
  const { name, output, isWritten, values, notes, left } = result;
  const where = output === null || output === name ? '' : ` → ${printable(output)}`;
  const isFix = settings.change.kind === 'fix';
  const done = [
    values.length > 0 ? counted(values.length, isFix ? 'repair' : 'change') : 'no change',
    ...(values.length === 0 && isWritten ? ['copied'] : []),
  ];
  // Only `fix` lists warnings.
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

/** What was refused, a line each for stderr; none with JSON. */
function refusedLines({ name, refused }: EditResult, { change, json }: EditSettings): readonly string[] {
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

function json(result: EditResult): string {
  const { name, output, isWritten, size, values, refused, notes, left, retarget } = result;
  return toJson({
    file: name,
    output,
    size,
    written: isWritten,
    changes: values.slice(0, MAX_LISTED).map(({ code, path, before, after }) => {
      return { ...(code && { code }), path, before, after };
    }),
    changeCount: values.length,
    ...(retarget && { retarget }),
    notes,
    refused,
    errors: left.filter(({ severity }) => severity === 'error').length,
    left,
  });
}

/** Files that are named for each code. */
const MOST_NAMED = 3;

const COLORS = { error: 'red', warning: 'yellow' } as const;

/** `error DATA_TRUNCATED at 2 places: Nothing mends it for certain. …` */
function leftLine(style: Pick<Style, 'color'>, { severity, code, count, why }: Left): string {
  const places = count > 1 ? ` at ${formatCount(count)} places` : '';
  return `${paint(style, COLORS[severity], severity)} ${code}${places}${why && `: ${printable(why)}`}`;
}

/** Sums up the remaining problems of many files. */
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

/** Changes a file. Its content never makes this throw. Rejects with the signal's reason when aborted, and then leaves no file. */
export async function editFile(
  openers: Openers,
  item: EditItem,
  settings: EditSettings,
  signal?: AbortSignal,
): Promise<Outcome<'edit'>> {
  const { target, place, archive, always } = item;
  try {
    await expectPlace(item, settings);
    const file = await openTarget(openers, target);
    try {
      const { dryRun } = settings;
      const applied = await appliedTo(openers, item, file, settings);
      const { made, refused, left } = applied;
      const isDue = made !== null || (place !== null && always && refused.length === 0);
      signal?.throwIfAborted();
      if (isDue && !dryRun) await write(item, made ?? (await sameContent(file, target)), settings, signal);
      const output = archive ? `${archive.output}!/${archive.path}` : (place?.output ?? null);
      const isWritten = isDue && output !== null && !dryRun;
      const result = { ...applied, name: target.name, output: isDue ? output : null, isWritten };
      return {
        text: editedText(result, settings),
        notes: refusedLines(result, settings),
        inPart: refused.length > 0 || left.some(({ severity }) => severity === 'error'),
        changed: made !== null,
        copied: made === null && isDue,
        left,
        bytes: made && !dryRun && archive ? await inMemory(made) : null,
      };
    } finally {
      file.release();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    // A fault of one file does not stop the others.
    return {
      problem: error instanceof CommandError ? error.message : `${target.name}: ${notWritten(error)}`,
    };
  }
}

async function appliedTo(
  openers: Openers,
  { target, archive, inPlace }: EditItem,
  file: Opened,
  settings: EditSettings,
): Promise<Applied> {
  const { change } = settings;
  if (change.kind === 'retarget') return retargetFile(openers, file, change, settings.allowErrors);
  if (isRez(file)) return applyToRez(openers, target.name, file, settings);
  if (isOtherFormat(file, change)) return convertFormat(openers, file, change, archive !== null || inPlace);
  return apply(await openers.editing(), file, { ...settings, change });
}

/** Rejects when the place cannot be written; called before any work. */
async function expectPlace({ place, inPlace }: EditItem, { force, dryRun }: EditSettings): Promise<void> {
  if (!place || dryRun) return;
  const path = await placeIn(place);
  if (inPlace) await expectReplaceable(path);
  else if (!force) await expectFree(place);
}

async function write(
  { place, inPlace }: EditItem,
  content: Written,
  { force }: EditSettings,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!place) return;
  const target = await placeIn(place);
  async function* parts() {
    for await (const part of content.parts()) {
      signal?.throwIfAborted();
      yield part;
    }
  }
  await writeWhole({ ...place, target, force: force || inPlace, inPlace }, parts());
}

/** Bytes of a large file per read. */
const PART = 2 ** 20;

async function sameContent(file: ParsedFile, target: Target): Promise<Written> {
  if (file.info.packedSize !== undefined) {
    const bytes = await bytesAt(target);
    return { size: bytes.length, parts: () => [bytes] };
  }
  return {
    size: file.size,
    async *parts() {
      for (let at = 0; at < file.size; at += PART) yield await file.read(at, Math.min(at + PART, file.size));
    },
  };
}
