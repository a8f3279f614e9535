/** What came of a GLB, in words and as data. */
import { counted, formatCount } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import type { ImportOptions } from '../../from-glb/options.ts';
import type { ImportNote, ImportResult } from '../../from-glb/report.ts';
import type { Understood } from '../../from-glb/understand.ts';
import { paint } from '../output.ts';
import type { ImportSettings } from '../tasks.ts';

/** Changes that are listed in words. */
const MAX_LISTED = 1000;

export interface Result {
  /** Of the GLB. */
  readonly name: string;
  /** null: nothing is written. */
  readonly output: string | null;
  /** Of the skin that was made; null: none, or nothing is written. */
  readonly skinOutput: string | null;
  readonly understood: Understood;
  readonly options: ImportOptions;
  readonly imported: ImportResult;
  /** The model of `--merge`. */
  readonly into: string | null;
}

const LABELS = { error: 'Error', warning: 'Warning', info: 'Info' } as const;

/** `hero.glb: Warning NAMES_CHANGED: …` */
export function noteLine(name: string, { severity, code, message, help }: ImportNote): string {
  return [`${name}: ${LABELS[severity]} ${code}: ${message}`, help].filter(Boolean).join(' ');
}

/** A line for the file, what was understood, and one for each change, with line breaks behind; or one line of JSON. */
export function importedText(result: Result, settings: ImportSettings): string {
  const { name, output, skinOutput, imported } = result;
  const { report, bytes, way, skin } = imported;
  const isWritten = output !== null && !settings.dryRun;
  if (settings.json)
    return toJson({
      file: name,
      output,
      size: bytes.length,
      written: isWritten,
      way,
      skin: skin && { slot: skin.slot, output: skinOutput },
      report,
    });
  const { version, pieces, vertices, triangles, nodes, sockets, animations, keys, changes } = report;
  const counts = [
    `version ${version}`,
    counted(bytes.length, 'byte'),
    counted(pieces, 'piece'),
    counted(vertices, 'vertex'),
    counted(triangles, 'triangle'),
    counted(nodes, 'node'),
    ...(sockets > 0 ? [counted(sockets, 'socket')] : []),
    counted(animations, 'animation'),
    counted(keys, 'key'),
  ];
  const where =
    output === null
      ? ''
      : ` → ${[output, skinOutput].flatMap((path) => (path === null ? [] : printable(path))).join(' and ')}`;
  const lines = [
    `${paint(settings, 'bold', printable(name))}${where}${isWritten ? '' : ' (not written)'}: ${counts.join(', ')}`,
    `  ${printable(understoodWords(result))}`,
    ...changes
      .slice(0, MAX_LISTED)
      .map(({ path, message }) => `  ${printable(path ? `${path}: ${message}` : message)}`),
  ];
  if (changes.length > MAX_LISTED) lines.push(`  … and ${formatCount(changes.length - MAX_LISTED)} more`);
  return `${lines.join('\n')}\n`;
}

/** `Read 8 meshes with 1,200 triangles, …`: what was found, and what was made of it. */
function understoodWords({ understood, options, imported, into }: Result): string {
  const { from, height, joints, skins, sockets, meshes, materials, animations } = understood;
  const triangles = meshes.reduce((sum, mesh) => sum + mesh.triangles, 0);
  const strings = animations.reduce((sum, animation) => sum + animation.strings, 0);
  const found = [
    `${counted(meshes.length, 'mesh')} with ${counted(triangles, 'triangle')}`,
    joints > 0 ? `${counted(joints, 'joint')} in ${counted(skins, 'skin')}` : 'no skin',
    ...(sockets > 0 ? [counted(sockets, 'socket')] : []),
    counted(materials.length, 'material'),
    strings > 0
      ? `${counted(animations.length, 'animation')} with ${counted(strings, 'frame string')}`
      : counted(animations.length, 'animation'),
    `${Number(height.toPrecision(3))} high`,
  ];
  const origin = from === null ? '' : `, exported here from ${from}`;
  const scaled = `scale ${Number(options.scale.toPrecision(6))}`;
  const made = {
    new: scaled,
    template: `back into what the export kept of ${from}`,
    merge: `merged into ${into}`,
  }[imported.way];
  return `Read ${found.join(', ')}${origin}; ${made}.`;
}
