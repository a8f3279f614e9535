/** Words about an export: sizes, counts and notes. */
import type { Features, Finding } from '@lithoscope/core';
import { counted, formatCount } from '../../explain/describe.ts';
import { worstFirst } from '../../explain/verdict.ts';
import type { GlbDeviation, GlbNote, GlbReport } from '../../to-glb/report.ts';

/** Lines of details under a note. */
const MAX_DETAILS = 6;

/** `640 bytes`, `86.4 KB`, `1.24 MB`: three digits; a kilobyte is 1,024 bytes. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  const [value, unit] = bytes < 2 ** 20 ? [bytes / 1024, 'KB'] : [bytes / 2 ** 20, 'MB'];
  return `${formatCount(Number(value.toPrecision(3)))} ${unit}`;
}

/** Counts, always the same ones for a model, so that the layout is stable. */
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

/** A note for the user with optional lines of details. */
export interface Said {
  readonly severity: GlbNote['severity'];
  readonly text: string;
  readonly details: readonly string[];
}

/** Facts about the model that the notes mention besides the report. */
export interface Circumstances {
  readonly findings: readonly Finding[];
  /** Sentence about slots without a skin; '' if all have one or skins are not exported. */
  readonly missingSkins: string;
  /** Sentences about skins that cannot be read or are exported at a reduced size. */
  readonly skins: readonly string[];
}

/** A note without details. */
export const infoNote = (text: string, severity: Said['severity'] = 'info'): Said => ({
  severity,
  text,
  details: [],
});

/** Notes about the skins. */
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

/** Deviations by level; a single level is in the note already. */
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
