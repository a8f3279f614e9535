/** What came of a model, in words and as data. */
import { counted } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import type { GlbReport } from '../../glb/report.ts';
import { paint } from '../output.ts';
import type { ExportSettings } from '../tasks.ts';

export interface Result {
  /** Of the model. */
  readonly name: string;
  /** null: nothing is written. */
  readonly output: string | null;
  /** Bytes of the GLB. */
  readonly size: number;
  readonly report: GlbReport;
}

/** A line for the model and one for each note, with line breaks behind; or one line of JSON. */
export function exportedText(result: Result, settings: ExportSettings): string {
  const { name, output, size, report } = result;
  const isWritten = output !== null && !settings.dryRun;
  if (settings.json) return toJson({ file: name, output, size, written: isWritten, report });
  const { meshes, joints, animations, images } = report;
  const counts = [
    counted(size, 'byte'),
    counted(meshes, 'mesh'),
    counted(joints, 'joint'),
    counted(animations, 'animation'),
    counted(images, 'skin'),
    deviationWords(report),
  ];
  const where = `${output === null ? '' : ` → ${printable(output)}`}${isWritten ? '' : ' (not written)'}`;
  const headline = `${paint(settings, 'bold', printable(name))}${where}: ${counts.join(', ')}`;
  const notes = report.notes.map(({ severity, code, message }) => {
    const label =
      severity === 'warning' ? paint(settings, 'yellow', 'Warning') : paint(settings, 'cyan', 'Info');
    return `  ${label} ${code}: ${printable(message)}`;
  });
  return `${[headline, ...notes].join('\n')}\n`;
}

/** The greatest distance of a vertex from its place in the file's model, file units. */
function deviationWords({ deviations, morphDeviation }: GlbReport): string {
  const greatest = deviations.reduce((most, { bound }) => Math.max(most, bound), morphDeviation);
  return greatest > 0 ? `deviation up to ${Number(greatest.toPrecision(3))}` : 'vertices exact';
}
