/** What came of a model, in words and as data. */
import { counted } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import type { GlbNote, GlbReport } from '../../to-glb/report.ts';
import type { ObjReport } from '../../to-obj/to-obj.ts';
import { paint } from '../output.ts';
import type { ExportSettings } from '../tasks.ts';

export interface Result {
  /** Of the model. */
  readonly name: string;
  /** null: nothing is written. */
  readonly output: string | null;
  /** Bytes of all files. */
  readonly size: number;
  readonly made: Made;
}

/** A model in another format. */
export interface Made {
  /** The first is the one that is named; the others lie beside it. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly counts: readonly string[];
  readonly report: GlbReport | ObjReport;
  readonly notes: readonly GlbNote[];
}

/** A line for the model and one for each note, with line breaks behind; or one line of JSON. */
export function exportedText(result: Result, settings: ExportSettings): string {
  const { name, output, size, made } = result;
  const { report, notes } = made;
  const isWritten = output !== null && !settings.dryRun;
  if (settings.json)
    return toJson({ file: name, output, size, written: isWritten, report: { ...report, notes } });
  const counts = [counted(size, 'byte'), ...made.counts];
  const where = `${output === null ? '' : ` → ${printable(output)}`}${isWritten ? '' : ' (not written)'}`;
  const headline = `${paint(settings, 'bold', printable(name))}${where}: ${counts.join(', ')}`;
  const lines = notes.map(({ severity, code, message }) => {
    const label =
      severity === 'warning' ? paint(settings, 'yellow', 'Warning') : paint(settings, 'cyan', 'Info');
    return `  ${label} ${code}: ${printable(message)}`;
  });
  return `${[headline, ...lines].join('\n')}\n`;
}

export function countsOf(report: GlbReport): readonly string[] {
  const { meshes, joints, animations, images } = report;
  return [
    counted(meshes, 'mesh'),
    counted(joints, 'joint'),
    counted(animations, 'animation'),
    counted(images, 'skin'),
    deviationWords(report),
  ];
}

/** The greatest distance of a vertex from its place in the file's model, file units. */
function deviationWords({ deviations, morphDeviation }: GlbReport): string {
  const greatest = deviations.reduce((most, { bound }) => Math.max(most, bound), morphDeviation);
  return greatest > 0 ? `deviation up to ${Number(greatest.toPrecision(3))}` : 'vertices exact';
}
