/** The file of a draft, which the core makes. */
import type {
  Drafting,
  DraftingSettings,
  DraftingSource,
  ImportDraft,
  ImportMade,
  ImportMesh,
  ImportNote,
  ImportSettings,
  Levels,
  NotWritten,
} from '@lithoscope/core';
import { Pace, type Watch } from '../lib/pace.ts';
import { latinOf } from './latin.ts';
import { NotImported } from './report.ts';

/** What makes files of drafts: an `Exchange`. */
export interface FileMaker {
  drafting(source: DraftingSource, settings: DraftingSettings): Drafting | NotWritten;
  importing(draft: ImportDraft, settings: ImportSettings): Generator<number, ImportMade | NotWritten>;
  levels(meshes: readonly ImportMesh[], binds: Float64Array): Levels | NotWritten;
  levelsAgain(bytes: Uint8Array): Levels | NotWritten | null;
  limitsOf(bytes: Uint8Array): readonly ImportNote[] | NotWritten;
}

/** @throws NotImported when the draft cannot be a file; the reason of `watch.signal`, when it was cancelled */
export async function fileOf(
  maker: FileMaker,
  draft: ImportDraft,
  settings: Omit<ImportSettings, 'latin'>,
  watch: Watch = {},
): Promise<ImportMade> {
  const pace = new Pace(watch);
  await pace.step(0);
  const work = maker.importing(draft, { ...settings, latin: latinOf });
  try {
    for (let part = work.next(); ; part = work.next()) {
      if (!part.done) {
        await pace.step(part.value);
        continue;
      }
      if ('refused' in part.value) throw new NotImported(part.value.refused);
      pace.end();
      return part.value;
    }
  } finally {
    work.return({ refused: '' });
  }
}
