/** Changes of an open file, as undo steps. */

import type { EditOperation, ListChange } from '@lithoscope/core';
import { flag, kept } from '../store/kept.ts';

/** Bytes replaced by a step, with their offset before it. */
export interface StepSplice {
  readonly start: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** An undo step: one action of the user. */
export interface Step {
  /** In the imperative: `Rename the node`. */
  readonly label: string;
  /** Path of the changed node, before the step; '' for several nodes or none. */
  readonly path: string;
  /** Text of the value at `path`, before and after; '' if it has none. */
  readonly before: string;
  readonly after: string;
  readonly operations: readonly EditOperation[];
  /** Ascending, in the file before the step. */
  readonly splices: readonly StepSplice[];
  readonly lists: readonly ListChange[];
  /** Merge key: a gesture with the same key is merged with this step. */
  readonly merge?: string;
}

/** A range that differs from the saved file, and its counterpart there. */
export interface ChangedRange {
  /** In the current file. Empty where bytes were removed. */
  readonly start: number;
  readonly end: number;
  readonly savedStart: number;
  readonly savedEnd: number;
}

/** Undo and redo steps of a file. Immutable. */
export interface Edits {
  /** Applied steps, oldest first. */
  readonly done: readonly Step[];
  /** Undone steps; the last one is redone first. */
  readonly undone: readonly Step[];
  /**
   * Number of steps of `done` in the saved file. More than `done` has: some were undone since; −1: the saved steps were
   * replaced.
   */
  readonly saved: number;
  /** The saved bytes; null until the first change. */
  readonly savedBytes: Uint8Array | null;
  /** Ascending, not touching each other. */
  readonly changed: readonly ChangedRange[];
  /** The file was created on the page and never saved; `savedBytes` are its initial bytes. */
  readonly isNew?: boolean;
}

export const NO_EDITS: Edits = Object.freeze({
  done: [],
  undone: [],
  saved: 0,
  savedBytes: null,
  changed: [],
});

/** Whether the file differs from the saved one, or was never saved. */
export function isUnsaved({ changed, isNew }: Edits): boolean {
  return isNew === true || changed.length > 0;
}

/** Whether there may be stored changes on this machine, which avoids looking for them on each visit. */
export const mayKeepChanges = kept('changes', flag(false));
