/**
 * The way back: a GLB that came from here, into the file that it was exported from, or what its export kept of that file
 * (`lt_template`). What the GLB says is compared with what the file says; where they differ by more than what rounding
 * and Blender take, the GLB's is written, and everything else keeps its bytes.
 */
import type { AbcFile, EditOperation, MergeScene, MergeSettings, NotWritten } from '@lithoscope/core';
import type { Merging } from '@lithoscope/editing';
import { Crc32 } from '../../lib/crc32.ts';
import { Pace, type Watch } from '../../lib/pace.ts';
import { ImportNotes } from '../notes.ts';
import type { ImportOptions } from '../options.ts';
import type { ImportChange, ImportNote, PieceSource } from '../report.ts';
import type { ExportDescription, GltfSource } from '../source.ts';
import { mergeAnimations } from './animations.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';
import { Faults } from './faults.ts';
import { mergeNames } from './names.ts';
import { type OldMeshMerge, oldMeshBack } from './old-mesh.ts';
import { isOtherModel } from './other-model.ts';
import { mergePieces, type PieceMerge } from './pieces.ts';
import { rigOf, rootOf, sceneOf } from './rig.ts';
import { mergeSockets } from './sockets.ts';
import { wholeNotes } from './whole.ts';

/** What a file becomes. */
export interface MergeResult {
  /** In order, on the file that it went back into; none when nothing differs. */
  readonly operations: readonly EditOperation[];
  readonly changes: readonly ImportChange[];
  readonly notes: readonly ImportNote[];
  /** As `ImportResult`. */
  readonly sources: readonly (readonly PieceSource[])[];
  readonly animations: Int32Array;
  readonly starts: Float64Array;
}

/** What merges: an `Editing`. */
export interface Merger {
  merging(bytes: Uint8Array, scene: MergeScene, settings: MergeSettings): Merging | NotWritten | null;
}

/** Why a GLB does not go back into a file: it becomes a new one then. */
export type NotTheFile = 'other skeleton' | 'other model';

/**
 * @param base the file that it was exported from, or what `source.template` holds
 */
export async function mergeInto(
  source: GltfSource,
  options: ImportOptions,
  base: AbcFile,
  merger: Merger,
  watch: Watch = {},
): Promise<MergeResult | NotTheFile> {
  const { description } = source;
  const root = description && rootOf(source.document);
  if (!root) return 'other skeleton';
  const pace = new Pace(watch);
  await pace.step(0);
  const isTemplate = source.template !== null && isSame(source.template, base.bytes);
  const scene = sceneOf(source, root, description, base);
  const merging = answered(
    merger.merging(base.bytes, scene, {
      isTemplate,
      fillsNormals: isTemplate && description.json.marks !== true,
      conjugates: base.info.version === 6 && description.conjugateKeys !== false,
    }),
  );
  if (!merging) return 'other skeleton';
  try {
    const rig = rigOf(source, root, scene, merging.joints);
    const context = { base, rig, merging, description, isTemplate };
    if (!isTemplate && !isExported(description, base) && isOtherModel(context)) return 'other model';
    return await merged({ source, options, pace, context });
  } finally {
    merging.release();
  }
}

async function merged({
  source,
  options,
  pace,
  context,
}: {
  readonly source: GltfSource;
  readonly options: ImportOptions;
  readonly pace: Pace;
  readonly context: MergeContext;
}): Promise<MergeResult> {
  const { base, rig, merging, description, isTemplate } = context;
  const notes = new ImportNotes();
  if (!isTemplate && !isExported(description, base))
    notes.tell(
      'OTHER_BYTES',
      'The file is not byte for byte the one that was exported: where it has changed since, the GLB takes precedence.',
    );
  if (options.levels.length > 0 && !base.info.features.levels)
    notes.warn(
      'LEVELS_NOT_MADE',
      'The levels of detail are those of the file: those of version 6 can only be made in a new file.',
    );
  const faults = new Faults(base.info.nodes[0]?.name ?? '');
  const hadMesh = description.meshes.length > 0;
  const old = base.info.version === 6 ? oldMeshBack(rig, merging, hadMesh, faults) : null;
  const breathe = () => pace.step(0.25);
  const pieces = old ? ofOld(old) : await mergePieces({ base, rig, merging, faults, breathe }, description);
  await pace.step(0.5);
  const step = (done: number) => pace.step(done);
  const animations = await mergeAnimations(context, source, options, step, old?.mesh ?? null);
  const names = mergeNames(context, pieces.found, faults.texts);
  const sockets = mergeSockets(context);
  const operations = [
    // Numbers in their places, then what is written anew, then texts, then lists: each finds the paths of the file.
    ...answered(merging.operations()),
    ...pieces.levels,
    ...animations.sets,
    ...names.operations,
    ...sockets.operations,
    ...animations.texts,
    ...pieces.lists,
    ...sockets.lists,
    ...animations.lists,
  ];
  return {
    operations,
    changes: [...names.changes, ...pieces.changes, ...sockets.changes, ...animations.changes],
    notes: [
      ...notes.notes,
      ...wholeNotes(context, source),
      ...pieces.notes,
      ...faults.notes(),
      ...animations.notes.notes,
    ],
    sources: pieces.sources,
    animations: Int32Array.from(animations.sources),
    starts: Float64Array.from(animations.starts),
  };
}

function isExported({ bytes, crc32 }: ExportDescription, base: AbcFile): boolean {
  if (base.bytes.length !== bytes) return false;
  const sum = new Crc32();
  sum.add(base.bytes);
  return sum.value === crc32;
}

/** v6 has one piece. */
function ofOld({ sets, changes, notes, sources }: OldMeshMerge): PieceMerge {
  return { levels: sets, lists: [], changes, notes, sources: [sources], found: new Map() };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
