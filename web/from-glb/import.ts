/** From a GLB or glTF to the bytes of a model. */

import type {
  AbcFile,
  Edited,
  EditOperation,
  EditRefusal,
  ImportMade,
  NewVersion,
  NotTheFile,
} from '@lithoscope/core';
import type { ExportDescription, GltfSource } from '../gltf/source.ts';
import type { Watch } from '../lib/pace.ts';
import type { Draft } from './draft.ts';
import { draftOf, tooFar } from './draft-of.ts';
import { type FileMaker, fileOf } from './file-of.ts';
import { expectMade } from './for-core.ts';
import { withLevels } from './levels.ts';
import { levelsAgain } from './levels-again.ts';
import { type Merger, mergeInto } from './merge.ts';
import { readable } from './notes.ts';
import type { ImportOptions } from './options.ts';
import {
  type ImportChange,
  type ImportNote,
  type ImportReport,
  type ImportResult,
  NotImported,
} from './report.ts';
import { suggestedVersion } from './understand.ts';

/** What an import reads and writes models with. */
export interface ImportCore {
  open(name: string, bytes: Uint8Array): AbcFile;
  /** An `Editing`. */
  readonly editing: FileMaker &
    Merger & {
      edit(file: AbcFile, operations: readonly EditOperation[]): Edited | EditRefusal;
    };
}

/** How the work is shared out, for the progress. */
const DRAFT_DONE = 0.5;
const FILE_DONE = 0.95;

/**
 * Goes back into a file where that can be, and makes a new one where not: the skeleton is another one, or what is asked for
 * is not what the export kept.
 * @param base the file that it goes back into; null for what its export kept, or a new file
 * @throws NotImported when no model can be made; the reason of `watch.signal`, when it was cancelled
 */
export async function importModel(
  source: GltfSource,
  options: ImportOptions,
  core: ImportCore,
  base: AbcFile | null,
  watch: Watch = {},
): Promise<ImportResult> {
  checkOptions(options);
  const result = await imported(source, options, core, base, watch);
  const { report } = result;
  // Names in it may be of any length, and of any characters.
  const notes = report.notes.map((note) => ({ ...note, message: readable(note.message) }));
  const changes = report.changes.map((change) => ({ ...change, message: readable(change.message) }));
  return { ...result, report: { ...report, notes, changes } };
}

async function imported(
  source: GltfSource,
  options: ImportOptions,
  core: ImportCore,
  base: AbcFile | null,
  watch: Watch,
): Promise<ImportResult> {
  const returned = await returnedTo(source, options, core, base, watch);
  if ('bytes' in returned) return returned;
  const part: Watch = {
    ...(watch.signal && { signal: watch.signal }),
    progress: (done) => watch.progress?.(DRAFT_DONE * done),
  };
  const draft = await draftOf(core.editing, source, options, part);
  const { bytes, notes } = await fileWith(draft, options, core.editing, {
    ...part,
    progress: (done) => watch.progress?.(DRAFT_DONE + (FILE_DONE - DRAFT_DONE) * done),
  });
  const made = core.open(source.name, bytes);
  let report: ImportReport;
  try {
    expectSound(made, null, source.name);
    report = newReportOf(made, [...returned.whyNew, ...draft.notes, ...notes]);
  } finally {
    made.release();
  }
  watch.signal?.throwIfAborted();
  watch.progress?.(1);
  const { animations } = report;
  return {
    bytes: bytes.slice(),
    sources: sourcesOf(draft, options.version),
    space: draft.space,
    animations: Int32Array.from({ length: animations }, (_, i) => draft.animations[i]?.source ?? -1),
    starts: Float64Array.from({ length: animations }, (_, i) => draft.animations[i]?.start ?? 0),
    way: 'new',
    operations: [],
    skin: draft.skin ?? null,
    report,
  };
}

/** What was made has no error that was not there before. @param name of what is imported */
function expectSound({ findings }: AbcFile, before: AbcFile | null, name: string): void {
  const known = new Set(before?.findings.map(({ code }) => code));
  const wrong = findings.find(({ severity, code }) => severity === 'error' && !known.has(code));
  if (wrong?.code === 'NUMBER_NOT_FINITE') throw tooFar(name);
  if (wrong) throw new NotImported(`${name} would become a model with an error: ${wrong.message}`);
}

/** Why a new file is made although there is one that it could go back into. @param into that one */
function notTheFile(why: NotTheFile, into: string, { file }: ExportDescription): ImportNote[] {
  return why === 'other model'
    ? because(
        'OTHER_MODEL',
        `This was exported from another model with the same skeleton, ${file}, so a new file was made instead of changes to ${into}.`,
        `To get changes instead, merge it into ${file}.`,
      )
    : because(
        'SKELETON_CHANGED',
        `The skeleton differs from that of ${into}, so a new file was made instead of changes to it.`,
        'To get changes instead, keep the joints of the export and its custom properties.',
      );
}

function because(code: string, message: string, help: string): ImportNote[] {
  return [{ code, severity: 'warning', message, help }];
}

const NOT_FROM_HERE = because(
  'NOT_FROM_HERE',
  'This was not exported from the file: nothing in it shows what it would change there, so a new file was made.',
  'To get changes instead, start from an export of the file and keep its custom properties.',
);

const TEMPLATE_DAMAGED = because(
  'TEMPLATE_LEFT_OUT',
  'The data that the export kept of the file is damaged, so a new file was made.',
  'Merge into the original, or export it again.',
);

const OTHER_OPTIONS = because(
  'OPTIONS_CHANGED',
  'The version, scale or orientation differs from that of the export, or levels of version 6 were requested: a new file was made, without the data that glTF cannot represent.',
  'To get the original file back, keep the options that the source suggests.',
);

/** `whyNew`: it does not go back; what to say of it. */
async function returnedTo(
  source: GltfSource,
  options: ImportOptions,
  core: ImportCore,
  base: AbcFile | null,
  watch: Watch,
): Promise<ImportResult | { readonly whyNew: readonly ImportNote[] }> {
  const { description, template } = source;
  if (!description) return { whyNew: base ? NOT_FROM_HERE : [] };
  if (!base && !template) return { whyNew: [] };
  if (!base && !asksForNothing(options, description)) return { whyNew: OTHER_OPTIONS };
  const into = base ?? core.open(description.file, template as Uint8Array);
  try {
    // Somebody has changed it.
    if (!base && into.findings.some(({ severity }) => severity === 'error'))
      return { whyNew: TEMPLATE_DAMAGED };
    const gone = await mergeInto(source, options, into, core.editing, watch);
    if (typeof gone === 'string') {
      const what = base ? 'the file' : 'what the export kept of the file';
      return { whyNew: notTheFile(gone, what, description) };
    }
    const operations = [...gone.operations];
    let bytes = changedBy(core, into, operations);
    let notes = [...gone.notes];
    const changes = [...gone.changes];
    if (options.levels.length > 0 && into.info.features.levels) {
      const merged = core.open(description.file, bytes);
      try {
        const again = await levelsAgain(core.editing, merged, options, watch);
        bytes = changedBy(core, merged, again.operations);
        operations.push(...again.operations);
        if (again.operations.length > 0) {
          changes.push(LEVELS_CHANGED);
          notes = notes.filter(({ code }) => !OF_OLD_LEVELS.includes(code));
        }
        notes.push(...again.notes);
      } finally {
        merged.release();
      }
    }
    const file = core.open(description.file, bytes);
    let report: ImportReport;
    try {
      expectSound(file, into, source.name);
      report = reportOfFile(
        file,
        [...source.notes, ...notes, ...newLimits(core.editing, bytes, into)],
        changes,
      );
    } finally {
      file.release();
    }
    watch.progress?.(1);
    const [x, y, z] = description.axes.map((axis) => axis / description.scale);
    return {
      bytes,
      sources: gone.sources,
      space: Float64Array.of(x as number, 0, 0, 0, 0, y as number, 0, 0, 0, 0, z as number, 0),
      animations: gone.animations,
      starts: gone.starts,
      way: base ? 'merge' : 'template',
      operations: base ? operations : [],
      skin: null,
      report,
    };
  } finally {
    if (!base) into.release();
  }
}

/** @throws NotImported when the changes are refused */
function changedBy(core: ImportCore, file: AbcFile, operations: readonly EditOperation[]) {
  const edited = operations.length > 0 ? core.editing.edit(file, operations) : file;
  if ('refused' in edited) throw new NotImported(edited.refused);
  return edited.bytes.slice();
}

/** What is said of levels that are not made anew. */
const OF_OLD_LEVELS = ['LEVELS_AS_THEY_WERE', 'NEW_PIECE_LEVELS'];

const LEVELS_CHANGED: ImportChange = {
  path: 'Header.LODDistances',
  message: 'Made the levels of detail again from level 0.',
};

/** Whether the options are those of the file that the export kept: anything else makes a new one. */
function asksForNothing(options: ImportOptions, { version, scale }: ExportDescription): boolean {
  const { up, turn, centre, levels, paletteSkin = false } = options;
  // Those of version 6 are made with the file.
  const hasLevels = levels.length === 0 || version !== 6;
  const isAsIs = up === 'y' && turn === 0 && !centre && hasLevels && !paletteSkin;
  return (
    isAsIs && options.version === suggestedVersion(version) && Math.abs(options.scale * scale - 1) < 1e-6
  );
}

/** What programs would not take of a file that was changed, and did of it before. */
function newLimits(maker: FileMaker, bytes: Uint8Array, before: AbcFile): ImportNote[] {
  const limits = expectMade(maker.limitsOf(bytes));
  if (limits.length === 0) return [];
  const known = new Set(expectMade(maker.limitsOf(before.bytes)).map(({ message }) => message));
  return limits.filter(({ message }) => !known.has(message));
}

function reportOfFile(
  { info }: AbcFile,
  notes: readonly ImportNote[],
  changes: ImportReport['changes'],
): ImportReport {
  const first = info.pieces.flatMap(({ lods }) => lods[0] ?? []);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    version: info.version,
    pieces: info.pieces.length,
    levels: info.lodCount,
    vertices: sum(first.map(({ vertices }) => vertices)),
    triangles: sum(first.map(({ faces }) => faces)),
    nodes: info.nodes.length,
    sockets: info.sockets.length,
    animations: info.animations.length,
    keys: info.counts.keyframes,
    changes,
    notes,
  };
}

/** Levels of version 6 are collapses of one, each with a vertex that stands in for two others. */
function newReportOf(file: AbcFile, notes: readonly ImportNote[]): ImportReport {
  const report = reportOfFile(file, notes, []);
  if (file.info.version !== 6) return report;
  return { ...report, levels: 1, vertices: report.vertices - (file.info.lodCount - 1) };
}

function checkOptions({ scale, levels, distances }: ImportOptions): void {
  if (!(scale > 0 && Number.isFinite(scale))) throw new NotImported('The scale must be a number above 0.');
  if (!levels.every((share, i) => share > 0 && share < (levels[i - 1] ?? 1)))
    throw new NotImported('The shares of the levels of detail must be between 0 and 1, and decrease.');
  if (!distances.every((far, i) => far > (distances[i - 1] ?? 0) && Number.isFinite(far)))
    throw new NotImported('The distances of the levels of detail must be above 0, and increase.');
}

async function fileWith(
  draft: Draft,
  { version, levels, distances }: ImportOptions,
  maker: FileMaker,
  watch: Watch,
): Promise<ImportMade> {
  if (version === 6) return fileOf(maker, draft, { version, share: levels.at(-1) ?? 1 }, watch);
  const withAll = await withLevels(maker, draft, { levels, distances }, watch);
  const { bytes, notes } = await fileOf(maker, withAll, { version, share: 1 }, { signal: watch.signal });
  return { bytes, notes: [...withAll.notes.slice(draft.notes.length), ...notes] };
}

/** The one piece of version 6 is all of the draft, one after the other. */
function sourcesOf({ pieces }: Draft, version: NewVersion): ImportResult['sources'] {
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
