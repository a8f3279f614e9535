/** What was changed in an open file, step by step. */

import type { EditOperation, ListChange } from '@lithoscope/core';

/** Bytes that one step replaced, at their place in the file before it. */
export interface StepSplice {
  readonly start: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** One gesture of the user: one entry of undo. */
export interface Step {
  /** In the imperative: `Rename the node`. */
  readonly label: string;
  /** What it changes, by its path before the step; '' for several places or none. */
  readonly path: string;
  /** The value at `path` in words, where it has one. */
  readonly before: string;
  readonly after: string;
  readonly operations: readonly EditOperation[];
  /** Ascending, in the file before the step. */
  readonly splices: readonly StepSplice[];
  readonly lists: readonly ListChange[];
}

/** The steps of a file. Never changed: each change makes another. */
export interface Edits {
  /** Oldest first; the file as it is has all of them. */
  readonly done: readonly Step[];
  /** Steps that were undone; the last one is redone first. */
  readonly undone: readonly Step[];
  /** How many steps of `done` the saved file has; more than there are: some were undone since; −1: it has others. */
  readonly saved: number;
}

export const NO_EDITS: Edits = Object.freeze({ done: [], undone: [], saved: 0 });

/** Whether the file differs from what was saved. */
export function isUnsaved({ done, saved }: Edits): boolean {
  return done.length !== saved;
}
