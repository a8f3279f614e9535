/** The options of `lithoscope set`, `fix`, `edit` and `convert`. */
import { UsageError } from '../output.ts';
import type { EditSettings } from './task.ts';
import { splitAssignment } from './value.ts';

export type EditName = 'set' | 'fix' | 'edit' | 'convert';

export interface EditCommand {
  name: EditName;
  /** Files, folders, patterns, archives. */
  files: string[];
  /** What is done, as far as the arguments say it: the operations are in a file, or `-`. */
  asked:
    | { kind: 'set'; values: { path: string; text: string }[] }
    | { kind: 'edit'; operations: string }
    | { kind: 'convert'; version: number }
    | { kind: 'fix'; codes: string[] | null };
  /** A file, folder or archive; null: in place, or nothing is written. */
  output: string | null;
  inPlace: boolean;
  format: 'text' | 'json' | 'ndjson';
  settings: Pick<EditSettings, 'force' | 'dryRun'>;
}

const COMMON = {
  output: { type: 'string', short: 'o' },
  'in-place': { type: 'boolean' },
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  ndjson: { type: 'boolean' },
} as const;

export const EDIT_OPTIONS = {
  set: COMMON,
  edit: COMMON,
  fix: { ...COMMON, only: { type: 'string', multiple: true } },
  convert: { ...COMMON, to: { type: 'string' } },
} as const;

/** Reads what parseArgs found. @throws {UsageError} with one sentence when that makes no command */
export function parseEdit(name: EditName, values: Record<string, unknown>, args: string[]): EditCommand {
  const { files, asked } = READERS[name](args, values);
  const output = typeof values.output === 'string' && values.output !== '' ? values.output : null;
  const inPlace = values['in-place'] === true;
  const dryRun = values['dry-run'] === true;
  if (inPlace && output !== null) throw new UsageError(`${name} takes -o or --in-place, not both.`);
  if (!inPlace && output === null && !dryRun)
    throw new UsageError(`${name} needs -o OUT, or --in-place to replace the file itself.`);
  if (values.json && values.ndjson) throw new UsageError(`${name} takes --json or --ndjson, not both.`);
  return {
    name,
    files,
    asked,
    output,
    inPlace,
    format: values.ndjson ? 'ndjson' : values.json ? 'json' : 'text',
    settings: { force: values.force === true, dryRun },
  };
}

type Read = Pick<EditCommand, 'files' | 'asked'>;

const READERS: Record<EditName, (args: string[], values: Record<string, unknown>) => Read> = {
  set([file, ...texts]) {
    if (file === undefined) throw new UsageError('set needs a file.');
    if (texts.length === 0) throw new UsageError('set needs PATH=VALUE, as Header.InternalRadius=20.');
    const values = texts.map((text) => {
      const value = splitAssignment(text);
      if (!value) throw new UsageError(`set takes PATH=VALUE, not "${text}".`);
      return value;
    });
    return { files: [file], asked: { kind: 'set', values } };
  },
  edit(args) {
    const [file, operations] = args;
    if (file === undefined || operations === undefined || args.length > 2)
      throw new UsageError('edit takes a file, and a file of operations (OPS.json).');
    return { files: [file], asked: { kind: 'edit', operations } };
  },
  fix(files, { only }) {
    if (files.length === 0) throw new UsageError('fix needs at least one file, folder, pattern or archive.');
    const codes = Array.isArray(only)
      ? only.flatMap((text) => String(text).split(',')).map((code) => code.trim().toUpperCase())
      : null;
    return { files, asked: { kind: 'fix', codes } };
  },
  convert(files, { to }) {
    if (files.length === 0)
      throw new UsageError('convert needs at least one file, folder, pattern or archive.');
    if (typeof to !== 'string' || !/^\d+$/.test(to)) throw new UsageError('convert needs --to VERSION.');
    return { files, asked: { kind: 'convert', version: Number(to) } };
  },
};
