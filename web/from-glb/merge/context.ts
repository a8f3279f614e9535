/** What all parts of a merge are told. */
import type { AbcFile } from '@lithoscope/core';
import type { Merging } from '@lithoscope/editing';
import type { ExportDescription } from '../source.ts';
import type { Faults } from './faults.ts';
import type { Rig } from './rig.ts';

export interface MergeContext {
  readonly base: AbcFile;
  readonly rig: Rig;
  readonly merging: Merging;
  readonly description: ExportDescription;
  /** `base` has holes where the GLB has the numbers. */
  readonly isTemplate: boolean;
}

/** What the merge of pieces is told. */
export interface PieceContext {
  readonly base: AbcFile;
  readonly rig: Rig;
  readonly merging: Merging;
  readonly faults: Faults;
  /** In long work, often: lets the thread hear of a cancel. @throws the reason, when it was cancelled */
  readonly breathe: () => Promise<void>;
}
