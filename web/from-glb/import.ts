/** From a GLB or glTF to the bytes of a model. */
import type { AbcFile, NewModel, NotWritten } from '@lithoscope/core';
import type { Draft } from './draft.ts';
import { draftOf } from './draft-of.ts';
import { withLevels } from './levels.ts';
import { limitsOf } from './limits.ts';
import type { ImportOptions, ImportWatch } from './options.ts';
import { type ImportNote, type ImportReport, type ImportResult, NotImported } from './report.ts';
import type { GltfSource } from './source.ts';
import { asV6 } from './v6.ts';
import { asV9, type NewWithNotes } from './v9.ts';

/** What an import reads and writes models with. */
export interface ImportCore {
  open(name: string, bytes: Uint8Array): AbcFile;
  /** An `Editing`. */
  readonly editing: { compose(model: NewModel): Uint8Array | NotWritten };
}

/** How the work is shared out, for the progress. */
const DRAFT_DONE = 0.5;
const MODEL_DONE = 0.95;

/**
 * @param _base the file that it goes back into; null for what its export kept, or a new file
 * @throws NotImported when no model can be made; the reason of `watch.signal`, when it was cancelled
 */
export async function importModel(
  source: GltfSource,
  options: ImportOptions,
  core: ImportCore,
  _base: AbcFile | null,
  watch: ImportWatch = {},
): Promise<ImportResult> {
  checkOptions(options);
  const part: ImportWatch = {
    ...(watch.signal && { signal: watch.signal }),
    progress: (done) => watch.progress?.(DRAFT_DONE * done),
  };
  const draft = await draftOf(source, options, part);
  const { model, notes } = await modelOf(draft, options, {
    ...part,
    progress: (done) => watch.progress?.(DRAFT_DONE + (MODEL_DONE - DRAFT_DONE) * done),
  });
  const bytes = core.editing.compose(model);
  if ('refused' in bytes) throw new NotImported(bytes.refused);
  watch.signal?.throwIfAborted();
  watch.progress?.(1);
  return {
    bytes: bytes.slice(),
    sources: sourcesOf(draft, model),
    space: draft.space,
    animations: Int32Array.from(model.animations, (_, i) => draft.animations[i]?.source ?? -1),
    starts: Float64Array.from(model.animations, (_, i) => draft.animations[i]?.start ?? 0),
    way: 'new',
    operations: [],
    report: reportOf(model, [...draft.notes, ...notes, ...limitsOf(draft, options.version)]),
  };
}

function checkOptions({ scale, levels, distances }: ImportOptions): void {
  if (!(scale > 0 && Number.isFinite(scale))) throw new NotImported('The scale must be a number above 0.');
  if (!levels.every((share, i) => share > 0 && share < (levels[i - 1] ?? 1)))
    throw new NotImported('The shares of the levels of detail must be between 0 and 1, and fall.');
  if (!distances.every((far, i) => far > (distances[i - 1] ?? 0) && Number.isFinite(far)))
    throw new NotImported('The distances of the levels of detail must be above 0, and grow.');
}

async function modelOf(
  draft: Draft,
  { version, levels, distances }: ImportOptions,
  watch: ImportWatch,
): Promise<NewWithNotes> {
  if (version === 6) return asV6(draft, { share: levels.at(-1) ?? 1 }, watch);
  const withAll = await withLevels(draft, { levels, distances }, watch);
  const { model, notes } = asV9(withAll, version);
  return { model, notes: [...withAll.notes.slice(draft.notes.length), ...notes] };
}

/** The one piece of version 6 is all of the draft, one after the other. */
function sourcesOf({ pieces }: Draft, { version }: NewModel): ImportResult['sources'] {
  const sources = pieces.map(({ source, levels }) => {
    const triangles = (levels[0]?.corners.length ?? 0) / 3;
    return (
      source ?? {
        node: -1,
        primitive: 0,
        triangles: new Int32Array(triangles).fill(-1),
        corners: [0, 2, 1] as const,
      }
    );
  });
  return version === 6 ? [sources] : sources.map((source) => [source]);
}

function reportOf(model: NewModel, notes: readonly ImportNote[]): ImportReport {
  const first = model.pieces.flatMap(({ levels }) => levels[0] ?? []);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    version: model.version,
    pieces: model.pieces.length,
    levels: Math.max(0, ...model.pieces.map(({ levels }) => levels.length)),
    vertices: sum(first.map(({ locations }) => locations.length / 3)),
    triangles: sum(first.map(({ corners }) => corners.length / 3)),
    nodes: model.nodes.length,
    sockets: model.sockets.length,
    animations: model.animations.length,
    keys: sum(model.animations.map(({ times }) => times.length)),
    changes: [],
    notes,
  };
}
