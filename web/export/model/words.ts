/** What came of an export, in words. */
import type { Features, Finding } from '@lithoscope/core';
import { counted, formatCount } from '../../explain/describe.ts';
import { worstFirst } from '../../explain/verdict.ts';
import type { GlbDeviation, GlbNote, GlbReport } from '../../to-glb/report.ts';

/** Lines under a note. */
const MAX_DETAILS = 6;

/** `640 bytes`, `86.4 KB`, `1.24 MB`: three digits are enough to choose by; a kilobyte is 1,024 bytes. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  const [value, unit] = bytes < 2 ** 20 ? [bytes / 1024, 'KB'] : [bytes / 2 ** 20, 'MB'];
  return `${formatCount(Number(value.toPrecision(3)))} ${unit}`;
}

/** Names and numbers, always the same ones for a model: nothing moves when they change. */
export function countsOf(
  report: GlbReport | undefined,
  { deformation }: Pick<Features, 'deformation'>,
): (readonly [name: string, value: string])[] {
  const { kept = 0, all = 0 } = report?.morphTargets ?? {};
  const numbers: (readonly [string, number])[] = [
    ['Meshes', report?.meshes ?? 0],
    ['Triangles', report?.triangles ?? 0],
    ['Vertices', report?.vertices ?? 0],
    ['Joints', report?.joints ?? 0],
    ['Sockets', report?.sockets ?? 0],
    ['Animations', report?.animations ?? 0],
    ['Keys', report?.keys ?? 0],
    ['Images', report?.images ?? 0],
  ];
  return [
    ...numbers.map(([name, value]) => [name, formatCount(value)] as const),
    ...(deformation ? [['Morph targets', `${formatCount(kept)} of ${formatCount(all)}`] as const] : []),
  ];
}

/** A sentence for the user, and what it is about line by line. */
export interface Said {
  readonly severity: GlbNote['severity'];
  readonly text: string;
  readonly details: readonly string[];
}

/** What an export could not take along, and what else there is to know: warnings first. */
export interface Circumstances {
  readonly findings: readonly Finding[];
  /** The sentence about slots without a skin; '' when each has one, or skins are not wanted. */
  readonly missingSkins: string;
  /** Sentences about skins that cannot be read, and those that go out smaller than they are. */
  readonly skins: readonly string[];
}

/** A sentence without details. */
export const infoNote = (text: string, severity: Said['severity'] = 'info'): Said => ({
  severity,
  text,
  details: [],
});

/** What there is to know of the skins. */
export const notesOn = ({ missingSkins, skins }: Circumstances): Said[] =>
  [...(missingSkins ? [missingSkins] : []), ...skins].map((text) => infoNote(text));

export function notesOf(report: GlbReport, circumstances: Circumstances): Said[] {
  const said = report.notes.map(
    ({ code, severity, message }): Said => ({
      severity,
      text: message,
      details:
        code === 'DAMAGED'
          ? errorsOf(circumstances.findings)
          : code === 'BIND_POSITIONS'
            ? byLevel(report.deviations)
            : [],
    }),
  );
  return [
    ...said.filter(({ severity }) => severity === 'warning'),
    ...notesOn(circumstances),
    ...said.filter(({ severity }) => severity === 'info'),
  ];
}

function errorsOf(findings: readonly Finding[]): string[] {
  const errors = worstFirst(findings).filter(({ severity }) => severity === 'error');
  return limited(errors.map(({ message }) => message));
}

/** One level alone is in the note already. */
function byLevel(deviations: readonly GlbDeviation[]): string[] {
  const lods = [...new Set(deviations.map(({ lod }) => lod))].sort((a, b) => a - b);
  if (lods.length < 2) return [];
  const lines = lods.map((level) => {
    const pieces = deviations.filter(({ lod }) => lod === level);
    const vertices = pieces.reduce((sum, piece) => sum + piece.vertices, 0);
    const bound = Math.max(...pieces.map((piece) => piece.bound));
    return `Level ${level}: ${counted(vertices, 'vertex')}, up to ${Number(bound.toPrecision(2))} units`;
  });
  return limited(lines);
}

function limited(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_DETAILS;
  return rest > 0 ? [...lines.slice(0, MAX_DETAILS), `and ${formatCount(rest)} more`] : [...lines];
}
