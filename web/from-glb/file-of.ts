/** The file of a draft, which the core makes. */
import type {
  Drafting,
  DraftingSettings,
  DraftingSource,
  ImportDraft,
  ImportMade,
  ImportMesh,
  ImportSettings,
  Levels,
  NotWritten,
} from '@lithoscope/core';
import type { Pace } from '../lib/pace.ts';
import { type ImportNote, NotImported } from './report.ts';

/** What makes files of drafts: an `Editing`. */
export interface FileMaker {
  drafting(source: DraftingSource, settings: DraftingSettings): Drafting | NotWritten;
  importing(draft: ImportDraft, settings: ImportSettings): Generator<number, ImportMade | NotWritten>;
  levels(meshes: readonly ImportMesh[], binds: Float64Array): Levels | NotWritten;
}

export interface FileWithNotes {
  readonly bytes: Uint8Array;
  /** What the version cannot have of the draft. */
  readonly notes: readonly ImportNote[];
}

/** @throws NotImported when the draft cannot be a file; the reason, when it was cancelled */
export async function fileOf(
  maker: FileMaker,
  draft: ImportDraft,
  settings: ImportSettings,
  pace: Pace,
): Promise<ImportMade> {
  const work = maker.importing(draft, settings);
  try {
    for (let part = work.next(); ; part = work.next()) {
      if (!part.done) await pace.step(part.value);
      else if ('refused' in part.value) throw new NotImported(part.value.refused);
      else return part.value;
    }
  } finally {
    work.return({ refused: '' });
  }
}
