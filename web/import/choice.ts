/** Choice of an import. */
import type { Format, NewVersion } from '@lithoscope/core';
import { IMPORT_DEFAULTS, type ImportOptions } from '../from-glb/options.ts';
import type { Target } from './protocol.ts';

export interface ImportChoice {
  readonly way: Target['way'];
  /** A version of ABC by its number, or another format by its extension. */
  readonly to: string;
  /** Text of the scale. */
  readonly scale: string;
  readonly up: ImportOptions['up'];
  readonly turn: ImportOptions['turn'];
  readonly centre: boolean;
  /** Makes a skin from the colours of materials. */
  readonly paletteSkin: boolean;
  /** Makes textures (DTX) of the images. */
  readonly textures: boolean;
  /** Levels of detail after the first. */
  readonly levels: number;
  /** Triangles kept of the previous level, per cent. */
  readonly keeps: number;
  /** Text of the distance up to which the first level is shown, units; it doubles with each level. */
  readonly distance: string;
  readonly animations: 'all' | 'none' | 'list';
  /** Indices of glTF animations, as text. */
  readonly clips: ReadonlySet<string>;
}

/** Versions offered, newest first. */
export const VERSIONS: readonly NewVersion[] = [12, 11, 10, 9, 6];
/** Formats offered besides, by their extensions. */
export const FORMATS = ['ltb', 'lta', 'ltc'] as const;
export const MOST_LEVELS = 4;

/** Asks the version, as there is no file yet whose features could be asked. */
export const hasCollapses = (version: NewVersion) => version === 6;

/** The version of ABC that is made: of another format, the one that it is converted from. */
export const versionOf = ({ to }: Pick<ImportChoice, 'to'>): NewVersion =>
  VERSIONS.find((version) => String(version) === to) ?? IMPORT_DEFAULTS.version;

/** The format that a choice is converted to; null for ABC. */
export const formatOf = ({ way, to }: Pick<ImportChoice, 'way' | 'to'>): string | null =>
  way === 'new' ? (FORMATS.find((format) => format === to) ?? null) : null;

/** The initial choice of an import. @param from format of the model that the source was exported from */
export function choiceOf(
  suggested: ImportOptions,
  way: Target['way'],
  animations: number,
  from: Format = 'abc',
): ImportChoice {
  return {
    way,
    to: FORMATS.find((format) => format === from) ?? String(suggested.version),
    scale: shortest(suggested.scale),
    up: suggested.up,
    turn: suggested.turn,
    centre: suggested.centre,
    paletteSkin: false,
    textures: false,
    levels: 0,
    keeps: 50,
    distance: '500',
    animations: 'all',
    clips: new Set(Array.from({ length: animations }, (_, i) => String(i))),
  };
}

/** Six significant digits. */
function shortest(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** A positive number that fits a 32-bit float; null for anything else. */
export function positive(text: string): number | null {
  const value = Math.fround(Number(text));
  return text.trim() !== '' && value > 0 && Number.isFinite(value) ? Number(text) : null;
}

/** The options of a choice; a sentence if it is invalid. */
export function optionsOf(choice: ImportChoice, suggested: ImportOptions): ImportOptions | string {
  const levels = levelsOf(choice, choice.way === 'new' ? versionOf(choice) : suggested.version);
  if (typeof levels === 'string') return levels;
  // A merge keeps version and scale of the target.
  if (choice.way !== 'new') return hasCollapses(suggested.version) ? suggested : { ...suggested, ...levels };
  const scale = positive(choice.scale);
  if (scale === null) return 'The scale must be a number above 0.';
  const { up, turn, centre, paletteSkin } = choice;
  return {
    version: versionOf(choice),
    scale,
    up,
    turn,
    centre,
    ...levels,
    ...(paletteSkin && { paletteSkin }),
    ...(choice.animations === 'none' && { animations: [] }),
    ...(choice.animations === 'list' && {
      animations: [...choice.clips].map(Number).sort((a, b) => a - b),
    }),
  };
}

/** Each keeps a share of the one before, and is shown twice as far. */
function levelsOf(
  choice: ImportChoice,
  version: NewVersion,
): Pick<ImportOptions, 'levels' | 'distances'> | string {
  const count = hasCollapses(version) ? Math.min(choice.levels, 1) : choice.levels;
  const distance = positive(choice.distance);
  if (count > 0 && !hasCollapses(version) && distance === null)
    return 'The distance of the first level must be a number above 0.';
  const steps = Array.from({ length: count }, (_, i) => i);
  return {
    levels: steps.map((i) => (choice.keeps / 100) ** (i + 1)),
    distances: hasCollapses(version) ? [] : steps.map((i) => (distance ?? 0) * 2 ** i),
  };
}
