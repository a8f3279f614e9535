/** The options of `lithoscope import`. */
import type { NewVersion } from '@lithoscope/core';
import type { ImportOptions } from '../../from-glb/options.ts';
import { UsageError } from '../output.ts';
import type { ImportSettings } from './task.ts';

export interface ImportCommand {
  name: 'import';
  /** Files, folders, patterns, archives. */
  models: string[];
  /** A file or a folder; null: nothing is written. */
  output: string | null;
  /** The model that the only one goes back into. */
  merge: string | null;
  format: 'text' | 'json' | 'ndjson';
  settings: Omit<ImportSettings, 'alone' | 'json' | 'color' | 'base'>;
}

export const IMPORT_OPTIONS = {
  output: { type: 'string', short: 'o' },
  merge: { type: 'string' },
  version: { type: 'string' },
  scale: { type: 'string' },
  up: { type: 'string' },
  turn: { type: 'string' },
  centre: { type: 'boolean' },
  'palette-skin': { type: 'boolean' },
  levels: { type: 'string' },
  distances: { type: 'string' },
  anims: { type: 'string', multiple: true },
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  ndjson: { type: 'boolean' },
} as const;

const VERSIONS: readonly NewVersion[] = [6, 9, 10, 11, 12];
const TURNS = [0, 90, 180, 270] as const;

/** Reads what parseArgs found. @throws {UsageError} with one sentence when that makes no command */
export function parseImport(values: Record<string, unknown>, models: string[]): ImportCommand {
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : undefined);
  const output = text('output') || null;
  const merge = text('merge') ?? null;
  const dryRun = values['dry-run'] === true;
  if (models.length === 0)
    throw new UsageError('import needs at least one GLB or glTF, folder, pattern or archive.');
  if (output === null && !dryRun) throw new UsageError('import needs -o FILE.abc or -o FOLDER.');
  if (values.json && values.ndjson) throw new UsageError('import takes --json or --ndjson, not both.');
  const asked = optionsOf(text, values.centre === true, values['palette-skin'] === true);
  if (merge !== null && asked.version !== undefined)
    throw new UsageError('import takes --merge or --version, not both: the file keeps its version.');
  const [idle] = Object.keys(asked);
  if (merge !== null && idle !== undefined)
    throw new UsageError(
      `import takes --merge or --${idle === 'paletteSkin' ? 'palette-skin' : idle}, not both: what goes back is as the file is.`,
    );
  return {
    name: 'import',
    models,
    output,
    merge,
    format: values.ndjson ? 'ndjson' : values.json ? 'json' : 'text',
    settings: {
      options: asked,
      animations: animationsOf(values.anims),
      force: values.force === true,
      dryRun,
    },
  };
}

/** What the user asks for; the rest is as the source suggests it. */
function optionsOf(
  text: (key: string) => string | undefined,
  centre: boolean,
  paletteSkin: boolean,
): Partial<ImportOptions> {
  const version = chosen('--version', text('version'), VERSIONS);
  const scale = positive('--scale', text('scale'));
  const up = chosen('--up', text('up')?.toLowerCase(), ['y', 'z'] as const);
  const turn = chosen('--turn', text('turn'), TURNS);
  const levels = numbers('--levels', text('levels'));
  const distances = numbers('--distances', text('distances'));
  if (levels && !levels.every((share, i) => share < (levels[i - 1] ?? 1)))
    throw new UsageError(
      '--levels takes shares of the triangles below 1, each smaller than the one before, as 0.5,0.25.',
    );
  if (distances && !distances.every((distance, i) => distance > (distances[i - 1] ?? 0)))
    throw new UsageError('--distances takes units, each more than the one before, as 200,400.');
  if (distances && distances.length !== levels?.length)
    throw new UsageError('--distances takes as many numbers as --levels.');
  return {
    ...(version !== undefined && { version }),
    ...(scale !== undefined && { scale }),
    ...(up !== undefined && { up }),
    ...(turn !== undefined && { turn }),
    ...(centre && { centre }),
    ...(paletteSkin && { paletteSkin }),
    ...(levels && { levels }),
    ...(distances && { distances }),
  };
}

/** One of some values. */
function chosen<Value extends string | number>(
  option: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  const value = values.find((each) => String(each) === text);
  if (text !== undefined && value === undefined)
    throw new UsageError(
      `${option} takes ${values.join(', ').replace(/, (\w+)$/, ' or $1')}, not "${text}".`,
    );
  return value;
}

/** Above 0. */
function positive(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  // Files have numbers of 32 bits.
  if (!(Math.fround(value) > 0 && Number.isFinite(Math.fround(value))))
    throw new UsageError(`${option} takes a number above 0, not "${text}".`);
  return value;
}

function numbers(option: string, text: string | undefined): number[] | undefined {
  return text?.split(',').map((part) => positive(option, part) ?? 0);
}

function animationsOf(values: unknown): ImportSettings['animations'] {
  const names = (Array.isArray(values) ? values : []).flatMap((text) => String(text).split(','));
  const [only, ...others] = names.map((name) => name.trim());
  if (only === undefined || (only === 'all' && others.length === 0)) return 'all';
  if (only === 'none' && others.length === 0) return 'none';
  if ([only, ...others].includes('')) throw new UsageError('--anims takes all, none, or names as walk*,run.');
  return [only, ...others];
}
