/**
 * The way back: a GLB that came from here, into the file that it was exported from, or what its export kept of that file
 * (`lt_template`). What the GLB says is compared with what the file says; where they differ by more than what rounding
 * and Blender take, the GLB's is written, and everything else keeps its bytes.
 */
import type { AbcFile, EditOperation } from '@lithoscope/core';
import type { ImportOptions, ImportWatch } from '../options.ts';
import type { ImportChange, ImportNote, PieceSource } from '../report.ts';
import type { GltfSource } from '../source.ts';
import { animationsBack } from './animations.ts';
import { Patches } from './patches.ts';
import { piecesBack } from './pieces.ts';
import { rigOf } from './rig.ts';

/** What a file becomes. */
export interface GoneBack {
  /** In order, on the file that it went back into; none when nothing differs. */
  readonly operations: readonly EditOperation[];
  readonly changes: readonly ImportChange[];
  readonly notes: readonly ImportNote[];
  /** As `ImportResult`. */
  readonly sources: readonly (PieceSource | null)[];
  readonly animations: Int32Array;
}

/**
 * Null when the skeleton is another one, or the source is not from here: it becomes a new file then.
 * @param base the file that it was exported from, or what `source.template` holds
 */
export async function goBack(
  source: GltfSource,
  options: ImportOptions,
  base: AbcFile,
  watch: ImportWatch = {},
): Promise<GoneBack | null> {
  const { description } = source;
  const rig = description && rigOf(source, description, base);
  if (!rig) return null;
  const patches = new Patches(base);
  const isOfTemplate = base.bytes.length > 0 && base.bytes === source.template;
  void isOfTemplate;
  const step = async (done: number) => {
    watch.progress?.(done);
    await new Promise((resolve) => setTimeout(resolve));
    watch.signal?.throwIfAborted();
  };
  await step(0);
  const context = { base, rig, patches, fillsNormals: description.json.marks !== true };
  const pieces = piecesBack(context, source, description, new Set());
  await step(0.5);
  const animations = await animationsBack({ base, rig, patches, description }, source, options, step);
  const operations = [
    ...patches.operations(),
    ...pieces.levels,
    ...animations.sets,
    ...pieces.lists,
    ...animations.lists,
  ];
  return {
    operations,
    changes: [...pieces.changes, ...animations.changes],
    notes: [...pieces.notes, ...animations.notes],
    sources: pieces.sources,
    animations: animations.sources,
  };
}
