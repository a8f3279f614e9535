/** What was changed in an open file, step by step. */

import type { EditOperation, ListChange } from '@lithoscope/core';
import { flag, kept } from '../store/kept.ts';

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
  /** A gesture with the same word goes on with this step. */
  readonly merge?: string;
}

/** Bytes of a file that are others than in the saved one, and what stands for them there. */
export interface ChangedRange {
  /** In the file as it is. Empty where bytes were taken out. */
  readonly start: number;
  readonly end: number;
  readonly savedStart: number;
  readonly savedEnd: number;
}

/** The steps of a file. Never changed: each change makes another. */
export interface Edits {
  /** Oldest first; the file as it is has all of them. */
  readonly done: readonly Step[];
  /** Steps that were undone; the last one is redone first. */
  readonly undone: readonly Step[];
  /** How many steps of `done` the saved file has; more than there are: some were undone since; −1: it has others. */
  readonly saved: number;
  /** What is saved; null while that is what the file has, and nothing was changed yet. */
  readonly savedBytes: Uint8Array | null;
  /** Ascending, not touching each other. */
  readonly changed: readonly ChangedRange[];
  /** It was made here and is saved nowhere; `savedBytes` is what it began with. */
  readonly isNew?: boolean;
}

export const NO_EDITS: Edits = Object.freeze({
  done: [],
  undone: [],
  saved: 0,
  savedBytes: null,
  changed: [],
});

/** Whether the file has other bytes than what was saved, or was never saved. */
export function isUnsaved({ changed, isNew }: Edits): boolean {
  return isNew === true || changed.length > 0;
}

/** Whether unsaved changes may be kept on this machine: else no page has to look for them. */
export const mayKeepChanges = kept('changes', flag(false));
