/** Files in words: format, version, games, counts and times. */
import type { AnimationInfo, Finding, Format, Info } from '@lithoscope/core';
import { isModelFormat, isTextFormat } from './formats.ts';

interface VersionWords {
  readonly engine: string;
  readonly games: string;
  /** The games as their players write them. */
  readonly short: string;
}

/** Engine and games of each version (abc.md §1). */
const VERSIONS: Readonly<Record<number, VersionWords>> = {
  6: { engine: 'LithTech 1', games: 'Shogo, Blood II, KISS Psycho Circus', short: 'Shogo, Blood II, KISS' },
  9: { engine: 'LithTech 2', games: 'No One Lives Forever', short: 'NOLF' },
  10: { engine: 'LithTech 2', games: 'Legends of Might and Magic', short: 'LoMM' },
  11: { engine: 'LithTech 2', games: 'No One Lives Forever', short: 'NOLF' },
  12: { engine: 'LithTech 2', games: 'No One Lives Forever, Aliens vs Predator 2', short: 'NOLF, AvP2' },
  13: {
    engine: 'LithTech 2',
    games: 'Might and Magic IX, Legends of Might and Magic',
    short: 'MM IX, LoMM',
  },
  108: { engine: 'LithTech 2', games: 'Global Operations', short: 'Global Operations' },
};

/** Engine and games of each version of DTX (dtx.md). */
const TEXTURE_VERSIONS: Readonly<Record<number, VersionWords>> = {
  [-2]: { engine: 'LithTech 1', games: 'Shogo, Blood II', short: 'Shogo, Blood II' },
  [-3]: { engine: 'LithTech 1.5', games: 'KISS Psycho Circus', short: 'KISS' },
  [-5]: { engine: 'LithTech 2', games: 'No One Lives Forever, Aliens vs Predator 2', short: 'NOLF, AvP2' },
};

/** Of compiled models, whichever their version (ltb.md). */
const COMPILED: VersionWords = {
  engine: 'LithTech Jupiter',
  games: 'No One Lives Forever 2, Tron 2.0, Contract J.A.C.K.',
  short: 'NOLF 2, Tron 2.0',
};
const COMPILED_VERSIONS: Readonly<Record<number, VersionWords>> = {
  23: COMPILED,
  24: COMPILED,
  25: COMPILED,
};

/** The texts that compiled models are made of have no version (lta.md). */
const TEXT: Readonly<Record<number, VersionWords>> = { 0: COMPILED };

const VERSIONS_OF: Readonly<Partial<Record<Format, Readonly<Record<number, VersionWords>>>>> = {
  abc: VERSIONS,
  ltb: COMPILED_VERSIONS,
  lta: TEXT,
  ltc: TEXT,
  dtx: TEXTURE_VERSIONS,
};

const FORMATS: Readonly<Record<Format, string>> = {
  abc: 'a LithTech model',
  empty: 'empty: it has 0 bytes',
  alembic: 'an Alembic scene, not a LithTech model',
  music: 'a tune in ABC music notation, not a LithTech model',
  ltb: 'a compiled LithTech model (LTB)',
  compiled: 'a compiled LithTech file (LTB), but not a model for the PC',
  lta: 'a LithTech model as text (LTA)',
  ltc: 'a LithTech model as packed text (LTC)',
  dtx: 'a LithTech texture (DTX), not a model',
  spr: 'a LithTech sprite (SPR), not a model',
  rez: 'a LithTech archive (REZ), not a model',
  unknown: 'not a LithTech model, nor anything else this page knows',
};

/** What a file is, for its summary. */
export interface Identity {
  /** `LithTech 2 model` */
  title: string;
  /** `ABC v12` */
  version: string;
  /** Games that use the version, or ''. */
  games: string;
}

/** The games that use a version: by their names, and in short; '' for a version that no game is known to use. */
export function gamesOf({ format, version }: Pick<Info, 'format' | 'version'>): {
  games: string;
  short: string;
} {
  return VERSIONS_OF[format]?.[version] ?? { games: '', short: '' };
}

/** The data that identify a file. */
export type Identifiable = Pick<Info, 'format' | 'version' | 'token'>;

export function identityOf(info: Identifiable): Identity {
  if (info.format === 'dtx') return identifyTexture(info);
  if (info.format === 'rez') return identifyArchive(info);
  if (info.format === 'spr') return { title: 'LithTech sprite', version: 'SPR', games: '' };
  if (!isModelFormat(info.format))
    return { title: `This is ${FORMATS[info.format]}`, version: '', games: '' };
  const known = VERSIONS_OF[info.format]?.[info.version];
  const version = versionWords(info);
  return known
    ? { title: `${known.engine} model`, version, games: known.games }
    : { title: 'LithTech model', version, games: '' };
}

/** `ABC v12`; for a version that is a text, `ABC “Model File v5”` (abc.md §1.3). */
function versionWords({ format, version, token }: Identifiable): string {
  if (isTextFormat(format)) return format === 'lta' ? 'LTA (text)' : 'LTC (packed text)';
  if (format === 'ltb') return version === 0 ? 'LTB of unreadable version' : `LTB v${version}`;
  if (version !== 0) return `ABC v${version}`;
  return token ? `ABC “${token.replace(/^MonolithExport /, '').slice(0, 40)}”` : 'ABC of unreadable version';
}

function identifyTexture({ version }: Identifiable): Identity {
  const known = TEXTURE_VERSIONS[version];
  const name = version === 0 ? 'DTX of unreadable version' : `DTX v${version}`.replace('-', '−');
  return known
    ? { title: `${known.engine} texture`, version: name, games: known.games }
    : { title: 'LithTech texture', version: name, games: '' };
}

function identifyArchive({ version }: Identifiable): Identity {
  return {
    title: 'LithTech archive',
    version: version === 0 ? 'REZ of unreadable version' : `REZ v${version}`,
    games: '',
  };
}

/** The sentence for bytes that are neither a model nor a texture. */
export function refusal(name: string, info: Info, findings: readonly Finding[]): string {
  const said = findings.find((finding) => finding.severity === 'error')?.message;
  return said ? `${name}: ${said}` : `${name} is ${FORMATS[info.format]}.`;
}

/** One count of the summary. */
export interface Count {
  count: number;
  noun: string;
}

/** Irregular plurals. */
const PLURALS: Readonly<Record<string, string>> = {
  information: 'information',
  'texel wide': 'texels wide',
  'texel high': 'texels high',
  entry: 'entries',
  vertex: 'vertices',
  mesh: 'meshes',
  'deformation vertex': 'deformation vertices',
  'hit box': 'hit boxes',
};

/** `1 piece`, `1,772 faces`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${pluralOf(noun, count)}`;
}

/** The noun after a number: `piece`, `faces`. */
export function pluralOf(noun: string, count: number): string {
  return count === 1 ? noun : (PLURALS[noun] ?? `${noun}s`);
}

/** Digits in groups of three. */
export function formatCount(count: number): string {
  return GROUPED.format(count);
}

/** `999`, `200k`: where there is little room. */
export function shortCount(count: number): string {
  return count < 1000 ? String(count) : `${formatCount(Math.floor(count / 1000))}k`;
}

/** `160.88`, `3,648`, `−0.5`: at most two decimals, digits in groups of three. */
export function formatRounded(value: number): string {
  return ROUNDED.format(value).replace('-', '−');
}

/** `64 MB`, `1.5 MB`; a megabyte is 2²⁰ bytes. */
export function formatMegabytes(bytes: number): string {
  const value = bytes / 2 ** 20;
  return `${value >= 10 ? Math.round(value) : Math.max(value, 0.1).toFixed(1)} MB`;
}

/** Bytes as a person reads them: `412 KB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  return bytes < 2 ** 20
    ? `${formatCount(Math.max(1, Math.round(bytes / 1024)))} KB`
    : formatMegabytes(bytes);
}

const GROUPED = new Intl.NumberFormat('en-US');
const ROUNDED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** What the header of a texture says of its picture. */
function textureCounts({ header }: Info): Count[] {
  const number = (field: string) => Number(header[field] ?? 0);
  const counts: Count[] = [
    { count: number('Width'), noun: 'texel wide' },
    { count: number('Height'), noun: 'texel high' },
    { count: number('MipmapCount'), noun: 'level' },
  ];
  return counts.filter(({ count }) => count > 0);
}

function spriteCounts({ header }: Info): Count[] {
  const frames = header.FrameCount;
  return typeof frames === 'number' ? [{ count: frames, noun: 'frame' }] : [];
}

/**
 * The counts of a model, most important first. Optional elements are left out when the model has none. Faces and vertices are
 * those of the finest level, as the view draws it: in v6 without the vertices that replace collapsed edges.
 */
export function countsOf(info: Info): Count[] {
  if (info.format === 'dtx') return textureCounts(info);
  if (info.format === 'spr') return spriteCounts(info);
  if (!isModelFormat(info.format)) return [];
  const finest = info.pieces.map((piece) => piece.lods[0]);
  const sum = (of: 'faces' | 'vertices') => finest.reduce((total, lod) => total + (lod?.[of] ?? 0), 0);
  const collapses = info.features.collapses ? info.lodCount - 1 : 0;
  const counts: Count[] = [
    { count: info.pieces.length, noun: 'piece' },
    { count: info.nodes.length, noun: 'node' },
    { count: info.animations.length, noun: 'animation' },
    { count: sum('faces'), noun: 'face' },
    { count: Math.max(0, sum('vertices') - collapses), noun: 'vertex' },
  ];
  const optional: Count[] = info.features.collapses
    ? [{ count: collapses, noun: 'edge collapse' }]
    : [
        { count: info.lodCount > 1 ? info.lodCount : 0, noun: 'LOD' },
        { count: info.sockets.length, noun: 'socket' },
        { count: info.childModels.length - 1, noun: 'child model' },
      ];
  return [...counts, ...optional.filter(({ count }) => count > 0)];
}

/** `3,184 ms`. */
export function formatTime(timeMs: number): string {
  return `${formatCount(Math.round(timeMs))} ms`;
}

/** The length of an animation: `9.47 s`; below a second `840 ms`; `cut off` when it cannot be played. */
export function formatLength({ length, complete }: Pick<AnimationInfo, 'length' | 'complete'>): string {
  if (!complete) return 'cut off';
  return length < 1000 ? formatTime(length) : `${(length / 1000).toFixed(2)} s`;
}
