/**
 * The template for importing a GLB back: the bytes of the file, in which numbers are zero that can be computed from the GLB
 * (`Exporting.keptFile`; docs/export.md lists them). Its vertices are marked then.
 */
import type { ExportedParts, Exporting } from '@lithoscope/core';
import { zlibSync } from 'fflate';
import { toBase64 } from '../lib/hex.ts';
import type { ExportedClip } from './clips.ts';
import type { GlbClip, GlbInput, GlbOptions } from './input.ts';
import type { GlbReport } from './report.ts';

/** Larger files and longer texts are left out: many programs read all JSON of a GLB at once. */
const MOST_BYTES = 32 << 20;
const MOST_TEXT = 4 << 20;

/** The parts of the file that the GLB contains. */
export interface Contents {
  readonly input: Pick<GlbInput, 'file'>;
  readonly exporting: Exporting;
  readonly options: Pick<GlbOptions, 'interpretation'>;
  readonly clips: readonly ExportedClip[];
  readonly leftOut: readonly GlbClip[];
  readonly names: { readonly meshes: readonly { readonly piece: number; readonly lod: number }[] };
  readonly report: Pick<GlbReport, 'morphTargets' | 'morphDeviation'>;
}

/** The file's bytes with holes, compressed (zlib) and as base64; null when it is too large. */
export function templateOf(contents: Contents): string | null {
  const { file } = contents.input;
  // What cannot be changed has no way back.
  if (!file.isEditable || !file.info.edits.whole || file.bytes.length === 0 || file.bytes.length > MOST_BYTES)
    return null;
  const bytes = contents.exporting.keptFile(exportedParts(contents));
  if ('refused' in bytes) return null;
  const text = toBase64(zlibSync(bytes, { level: 3 }));
  return text.length > MOST_TEXT ? null : text;
}

function exportedParts({ clips, leftOut, names, options, report }: Contents): ExportedParts {
  const { morphTargets, morphDeviation } = report;
  // Animations that the GLB lacks exist only in the template.
  const isWhole = ({ source, animation }: GlbClip) =>
    source < 0 && !leftOut.some((other) => other.source < 0 && other.animation === animation);
  return {
    levels: names.meshes.map(({ piece, lod }) => ({ piece, lod })),
    animations: clips
      .filter(({ clip }) => isWhole(clip))
      .map(({ clip, keys }) => ({ animation: clip.animation, keys: Uint32Array.from(keys) })),
    restAnimation: options.interpretation.restAnimation ?? null,
    // Otherwise deformation frames that are no morph targets would be lost.
    hasDeformation: morphTargets.kept === morphTargets.all && morphDeviation === 0,
  };
}
