/** A file in words: what it is, how much is in it, whether it is sound. */
import type { Finding, Format, Info, Severity } from '@lithoscope/core';

/** Engine and games of each version (ABC.md §1). */
const VERSIONS: Readonly<Record<number, { engine: string; games: string }>> = {
  6: { engine: 'LithTech 1', games: 'Shogo, Blood II, KISS Psycho Circus' },
  9: { engine: 'LithTech 2', games: 'No One Lives Forever' },
  10: { engine: 'LithTech 2', games: 'Legends of Might and Magic' },
  11: { engine: 'LithTech 2', games: 'No One Lives Forever' },
  12: { engine: 'LithTech 2', games: 'No One Lives Forever, Aliens vs Predator 2' },
  13: { engine: 'LithTech 2', games: 'Might and Magic IX, Legends of Might and Magic' },
  108: { engine: 'LithTech 2', games: 'Global Operations' },
};

const FORMATS: Readonly<Record<Format, string>> = {
  abc: 'a LithTech model',
  empty: 'empty: it has no bytes',
  alembic: 'an Alembic scene, not a LithTech model',
  music: 'a tune in ABC music notation, not a LithTech model',
  ltb: 'a compiled LithTech model (LTB), which this page does not read',
  lta: 'a LithTech model as text (LTA), which this page does not read',
  dtx: 'a LithTech texture (DTX), not a model',
  rez: 'a LithTech archive (REZ), not a model',
  unknown: 'not a LithTech model, nor anything else this page knows',
};

/** What a file is, for its summary line. */
export interface Identity {
  /** `LithTech 2 model` */
  title: string;
  /** `ABC v12` */
  version: string;
  /** Games that use the version, or ''. */
  games: string;
}

export function identify(info: Info): Identity {
  if (info.format !== 'abc') return { title: `This is ${FORMATS[info.format]}`, version: '', games: '' };
  const known = VERSIONS[info.version];
  const version = info.version === 0 ? 'ABC of unreadable version' : `ABC v${info.version}`;
  return known
    ? { title: `${known.engine} model`, version, games: known.games }
    : { title: 'LithTech model', version, games: '' };
}

/** The sentence for bytes that are no ABC file. */
export function refusal(name: string, info: Info, findings: readonly Finding[]): string {
  const said = findings.find((finding) => finding.severity === 'error')?.message;
  return said ? `${name}: ${said}` : `${name} is ${FORMATS[info.format]}.`;
}

/** One count of the summary line. */
export interface Count {
  count: number;
  noun: string;
}

/** Plurals that are not made with an s. */
const PLURALS: Readonly<Record<string, string>> = { vertex: 'vertices' };

/** `1 piece`, `1,772 faces`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : (PLURALS[noun] ?? `${noun}s`)}`;
}

/** Digits in groups of three. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/**
 * What is in a model, most telling first; things a model may do without are left out when there are
 * none. Faces and vertices are those of the finest level.
 */
export function countsOf(info: Info): Count[] {
  if (info.format !== 'abc') return [];
  const finest = info.pieces.map((piece) => piece.lods[0]);
  const sum = (of: 'faces' | 'vertices') => finest.reduce((total, lod) => total + (lod?.[of] ?? 0), 0);
  const counts: Count[] = [
    { count: info.pieces.length, noun: 'piece' },
    { count: info.nodes.length, noun: 'node' },
    { count: info.animations.length, noun: 'animation' },
    { count: sum('faces'), noun: 'face' },
    { count: sum('vertices'), noun: 'vertex' },
  ];
  const optional: Count[] =
    info.version === 6
      ? [{ count: info.lodCount - 1, noun: 'edge collapse' }]
      : [
          { count: info.lodCount > 1 ? info.lodCount : 0, noun: 'LOD' },
          { count: info.sockets.length, noun: 'socket' },
          { count: info.childModels.length - 1, noun: 'child model' },
        ];
  return [...counts, ...optional.filter(({ count }) => count > 0)];
}

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The worse of two severities. */
export function worse(a: Severity | undefined, b: Severity): Severity {
  return a === undefined || SEVERITIES.indexOf(b) < SEVERITIES.indexOf(a) ? b : a;
}

/** `1 error, 2 warnings`, worst first; `sound` when there is neither. */
export function severityCounts(findings: readonly Finding[]): string {
  const words = (['error', 'warning'] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [counted(count, severity)] : [];
  });
  return words.join(', ') || 'sound';
}

/** Whether a file is sound: in a few words, or with the words of the first error. */
export interface Verdict {
  /** Worst severity; null when there are no findings. */
  severity: Severity | null;
  text: string;
  /** The first finding of that severity. */
  finding: Finding | null;
}

export function verdictOf(findings: readonly Finding[], truncated: boolean): Verdict {
  const severity = findings.reduce<Severity | undefined>(
    (worst, { severity: s }) => worse(worst, s),
    undefined,
  );
  if (!severity) return { severity: null, text: 'Sound', finding: null };
  const worst = findings.filter((finding) => finding.severity === severity);
  const finding = worst[0] ?? null;
  if (severity === 'error') return { severity, text: finding?.message ?? '', finding };
  const more = truncated ? 'at least ' : '';
  if (severity === 'warning')
    return { severity, text: `Readable, ${more}${counted(worst.length, 'warning')}`, finding };
  return { severity, text: `Sound, ${more}${counted(findings.length, 'note')}`, finding };
}
