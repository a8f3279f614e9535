/** The command `fields` with a pattern of the user's: what that finds, in files of any kind. */
import { jsonNumber, jsonString, toJson } from '../explain/json.ts';
import { type PatternField, patternFields } from '../patterns/lines.ts';
import { PatternError, placed, placeIn } from '../patterns/problem.ts';
import type { Program } from '../patterns/program.ts';
import { languageOf, readPattern } from '../patterns/read.ts';
import { runPattern } from '../patterns/run.ts';
import type { Context } from './context.ts';
import { bytesAt } from './files.ts';
import { kind } from './grammar.ts';
import { CommandError, type ExitCode } from './output.ts';
import { targetOf } from './targets.ts';
import type { Target } from './tasks.ts';

export const OFFSET = kind<number>('an offset such as 420 or 0x1A4', (text) =>
  /^(0x[\da-f]{1,12}|\d{1,15})$/i.test(text.trim()) ? Number(text) : undefined,
);

/** Where the lines go. */
interface Sheet {
  readonly isAlone: boolean;
  add(json: string): Promise<void>;
}

interface Pattern {
  readonly name: string;
  readonly program: Program;
}

/** Reads a pattern. @throws {CommandError} for a file that is none, with the place of what is wrong */
export async function patternAt(context: Context, name: string): Promise<Pattern> {
  const text = new TextDecoder().decode(await bytesAt(await targetOf(context, name)));
  try {
    return { name, program: await readPattern(text, languageOf(name, text)) };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new CommandError(`${name}:${placed(placeIn(text, error.at), error.message)}`);
  }
}

/** Fields of one part of the output. */
const FIELDS_AT_ONCE = 1000;

/**
 * Writes what a pattern finds in a file.
 * @returns 1 when the bytes do not fit the pattern to its end
 */
export async function ownFields(
  context: Context,
  target: Target,
  { isAlone, add }: Sheet,
  { pattern, at, isList }: { readonly pattern: Pattern; readonly at: number; readonly isList: boolean },
): Promise<ExitCode> {
  const all = await bytesAt(target);
  if (at > all.length)
    throw new CommandError(`${target.name} has only ${all.length} bytes: --at is after its end.`);
  const bytes = all.subarray(at);
  const { fields, findings } = runPattern(pattern.program, bytes);
  const of = isAlone ? '{' : `{"file":${toJson(target.name)},`;
  let lines: string[] = [];
  const flush = async () => {
    const part = lines;
    lines = [];
    if (part.length === 0) return;
    if (isList) await add(part.join(',\n'));
    else await context.write(part.map((line) => `${line}\n`).join(''));
  };
  for (const field of patternFields(fields, bytes)) {
    lines.push(of + lineOf(field, at));
    if (lines.length >= FIELDS_AT_ONCE) await flush();
  }
  await flush();
  for (const { message, place, offset } of findings) {
    context.warn(
      `${target.name}: ${message} (at ${at + offset}, ${pattern.name}:${place.line}:${place.column})`,
    );
  }
  return findings.length > 0 ? 1 : 0;
}

/** The rest of an object that is open. */
function lineOf({ offset, length, path, type, value, constant }: PatternField, base: number): string {
  const isDouble = type.startsWith('f64') && Number.isFinite(value);
  const json =
    typeof value === 'number' && !isDouble
      ? jsonNumber(value)
      : isDouble
        ? String(value)
        : jsonString(String(value ?? ''));
  const name = constant === undefined ? '' : `,"name":${jsonString(constant)}`;
  return `"offset":${base + offset},"length":${length},"path":${jsonString(path)},"type":${jsonString(type)},"value":${json}${name}}`;
}
