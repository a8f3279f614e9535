/** `lithoscope compare`: the differences of two files, folders or archives, for people or as JSON. */
import { Option } from 'commander';
import type { Opened } from '../archive/opened.ts';
import { counted, formatCount, identityOf } from '../explain/describe.ts';
import {
  type ComparedValue,
  type FileComparison,
  type FileDifference,
  fileComparison,
} from '../explain/differences.ts';
import { toJson } from '../explain/json.ts';
import { printable } from '../explain/report.ts';
import { formatF32 } from '../explain/values.ts';
import { type ContentsFormat, compareContents } from './compare-contents.ts';
import type { Context } from './context.ts';
import { archiveAt, openTarget } from './files.ts';
import type { Program } from './grammar.ts';
import { CommandError, type ExitCode, paint, UsageError } from './output.ts';
import { isFolder, targetOf } from './targets.ts';

export function compareCommand(program: Program): void {
  program
    .command('compare')
    .about(
      'compare two files, folders or archives',
      'Lists the differences between two files: elements added, removed or moved, and values before → after. Of two folders or archives, lists the files that were added, removed, moved or changed. The exit code is 0 if they are identical, byte for byte, and 1 if they differ.',
      'compare "GAME.REZ!/MODELS/HERO.ABC" HERO.ABC',
      'compare GAME.REZ MOD.REZ',
    )
    .argument('<A>', 'a file, on disk or in an archive; a folder, or an archive')
    .argument('<B>', 'what to compare with it')
    .addOption(new Option('--json', 'one JSON object').conflicts(['csv', 'html']))
    .addOption(new Option('--csv', 'of folders and archives: a table').conflicts('html'))
    .option('--html', 'of folders and archives: a page with a table')
    .action((left: string, right: string, { json, csv, html }: CompareOptions) => {
      const format = json ? 'json' : csv ? 'csv' : html ? 'html' : 'text';
      return program.run((context) => compare(context, left, right, format));
    });
}

interface CompareOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly html?: boolean;
}

/** 0: the same, byte for byte; 1: different. @throws {CommandError} when a file cannot be compared */
async function compare(
  context: Context,
  left: string,
  right: string,
  format: ContentsFormat,
): Promise<ExitCode> {
  const [isLeftList, isRightList] = [await isList(context, left), await isList(context, right)];
  if (isLeftList && isRightList) return compareContents(context, left, right, format);
  if (isLeftList || isRightList)
    throw new CommandError(
      `${isLeftList ? left : right} is a folder or an archive, and the other is a file: compare it with a file in it, such as ${isLeftList ? left : right}!/PATH.`,
    );
  if (format === 'csv' || format === 'html') throw new UsageError(`--${format} is for folders and archives.`);
  const a = await openOne(context, left);
  const b = await openOne(context, right);
  try {
    const raw = (await context.editing()).compare(a, b);
    if (!raw) throw new CommandError('There is not enough memory to compare these files.');
    const comparison = fileComparison(raw);
    const { ranges: _, ...listed } = comparison;
    await context.write(
      format === 'json'
        ? `${toJson({ left, right, ...listed }, 0)}\n`
        : textOf(comparison, [a, b], (words) => paint(context, 'bold', words)),
    );
    return comparison.same ? 0 : 1;
  } finally {
    a.release();
    b.release();
  }
}

/** Whether an argument is a folder, or an archive itself. */
async function isList(context: Context, argument: string): Promise<boolean> {
  if (await isFolder(argument)) return true;
  return (await archiveAt(await targetOf(context, argument))) !== null;
}

async function openOne(context: Context, argument: string): Promise<Opened> {
  return openTarget(context, await targetOf(context, argument));
}

/** The differences by section, one a line, and how many there are. */
function textOf(
  comparison: FileComparison,
  files: readonly Opened[],
  heading: (words: string) => string,
): string {
  const { same, differences, unlisted } = comparison;
  if (same) return 'The files are the same, byte for byte.\n';
  const lines: string[] = [];
  const versions = files.map(({ info }) => identityOf(info)).map(({ version, title }) => version || title);
  if (versions[0] !== versions[1]) {
    lines.push(`The files are ${versions.join(' and ')}: items with the same name are compared.`);
  }
  const telling = differences.filter(({ derived }) => !derived);
  let section: string | null = null;
  for (const difference of telling) {
    if (difference.section !== section) lines.push(heading(printable(difference.section)));
    section = difference.section;
    lines.push(`  ${printable(lineOf(difference))}`);
  }
  lines.push(countsOf(telling.length, differences.length - telling.length, unlisted));
  return `${lines.join('\n')}\n`;
}

function countsOf(told: number, derived: number, unlisted: number): string {
  if (told + derived + unlisted === 0) return 'Same values, stored differently.';
  const more = unlisted > 0 ? `, ${formatCount(told)} of them listed` : '';
  const follows = derived > 0 ? `; ${formatCount(derived)} in counts and offsets follow from them` : '';
  return `${counted(told + unlisted, 'difference')}${more}${follows}.`;
}

/** `Nodes.Nodes[1].Name: “Spine” → “Backbone”` */
function lineOf(difference: FileDifference): string {
  const { kind, left, right, where, before, after, deviation, numbers } = difference;
  const path = [...new Set([left, right].flatMap((place) => place?.path ?? []))].join(' → ');
  if (kind !== 'changed') {
    const value = kind === 'added' ? after : before;
    return `${path}: ${kind}${value === null ? named(where, path) : `, ${shown(value)}`}`;
  }
  if (numbers && numbers.count > 1 && Array.isArray(before) && numbers.count > before.length) {
    return `${path}: ${numbers.differing} of ${counted(numbers.count, 'number')}${by(deviation)}`;
  }
  if (before === null || after === null) return `${path}: ${sizes(difference)}`;
  return `${path}: ${shown(before)} → ${shown(after)}${numbers && numbers.count > 1 ? by(deviation) : ''}`;
}

/** The name of an element, unless its path contains it. */
function named(where: string, path: string): string {
  const name = where.split(' › ').at(-1) ?? '';
  return name === '' || path.endsWith(name) ? '' : ` (${name})`;
}

function by(deviation: number | string | null): string {
  return typeof deviation === 'number' ? ` (by up to ${Number(deviation.toPrecision(6))})` : '';
}

function sizes({ left, right }: FileDifference): string {
  const [from, to] = [left, right].map((place) => counted((place?.end ?? 0) - (place?.start ?? 0), 'byte'));
  return from === to ? `${from} changed` : `${from} → ${to}`;
}

function shown(value: ComparedValue): string {
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'number') return formatF32(value);
  return value.map((one) => (typeof one === 'number' ? formatF32(one) : one)).join(' ');
}
