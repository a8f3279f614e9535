/** Levels of detail of a file that a source goes back into, made anew of its level 0 (v9+). */
import type { AbcFile, EditOperation } from '@lithoscope/core';
import type { Watch } from '../lib/pace.ts';
import type { FileMaker } from './file-of.ts';
import { expectMade } from './for-core.ts';
import { suggestedDistances } from './level-distances.ts';
import { makeLevels } from './levels.ts';
import { ImportNotes } from './notes.ts';
import type { ImportOptions } from './options.ts';
import type { ImportNote } from './report.ts';

export interface LevelsAgain {
  /** In order, on the file. */
  readonly operations: readonly EditOperation[];
  readonly notes: readonly ImportNote[];
}

/** @throws the reason of `watch.signal`, when it was cancelled */
export async function levelsAgain(
  maker: FileMaker,
  { bytes, info }: AbcFile,
  options: Pick<ImportOptions, 'levels' | 'distances'>,
  watch: Watch,
): Promise<LevelsAgain> {
  const notes = new ImportNotes();
  const work = expectMade(maker.levelsAgain(bytes));
  if (!work) {
    notes.warn(
      'LEVELS_NOT_MADE',
      'Kept the levels of detail of the file: some of its vertices are not moved by any node.',
      'Make them in a new file.',
    );
    return { operations: [], notes: notes.notes };
  }
  try {
    await makeLevels(work, info.pieces, options.levels, notes, watch);
    return { operations: expectMade(work.operations(distancesOf(info, options))), notes: notes.notes };
  } finally {
    work.delete();
  }
}

/** Those of the file where it has as many, and none are asked for. */
function distancesOf(
  { header: { LODDistances, InternalRadius } }: AbcFile['info'],
  { levels, distances }: Pick<ImportOptions, 'levels' | 'distances'>,
): readonly number[] {
  if (distances.length === levels.length) return distances;
  const known: readonly number[] = Array.isArray(LODDistances) ? (LODDistances as number[]) : [];
  if (known.length === levels.length) return known;
  return suggestedDistances(levels.length, typeof InternalRadius === 'number' ? InternalRadius : 0);
}
