/**
 * Reverting a single change, whatever was changed after it, or all changes. Reverting is a change itself, which can be
 * undone.
 */

import type { EditOperation, EditSplice, ListChange, ParsedFile } from '@lithoscope/core';
import { newError } from '../changes/refusals.ts';
import { inverseLists } from '../document/content.ts';
import type { Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { isOpen } from '../document/state.ts';
import { editingCore } from '../store/lazy-cores.ts';
import { announcement } from '../store/notices.ts';
import { difference } from './changed.ts';
import { backward, commit, forward, spliced, splicesOf } from './history.ts';

/** What reverts a change in the current file. */
interface Plan {
  readonly splices: readonly EditSplice[];
  readonly lists: readonly ListChange[];
}

/** Reverts a step; a refusal is shown. @returns whether it was reverted */
export function revertStep(file: OpenFile, step: Step): boolean {
  const at = file.edits.peek().done.indexOf(step);
  if (!isOpen(file) || at < 0) return false;
  const later = file.edits.peek().done.slice(at + 1);
  const words = `Revert: ${step.label}`;
  let reason = '';
  for (const plan of [byBytes(step, later), byOperations(file, step, later)]) {
    if (!plan) continue;
    if (plan.splices.length === 0) {
      announcement.value = `Nothing to revert: later changes have replaced all of “${step.label}”.`;
      return false;
    }
    // Reverting the last step is an undo, which may restore errors.
    const failed = apply(file, words, plan, later.length > 0);
    if (!failed) return true;
    reason ||= failed.reason;
  }
  announcement.value = reason
    ? `“${step.label}” was not reverted, because the file would then have an error: ${reason}`
    : `“${step.label}” cannot be reverted on its own: a later change depends on it. Revert or undo that one first.`;
  return false;
}

/** Reverts all unsaved changes, as one change. */
export function revertAll(file: OpenFile): void {
  const { done, undone, saved, savedBytes, changed } = file.edits.peek();
  if (!savedBytes || changed.length === 0) return;
  const ranges = splicesOf(changed, savedBytes, file.content.peek().parsed.bytes);
  // Steps done or undone since saving; unknown if the saved steps have been replaced.
  const since = saved < 0 ? [] : inverseLists(done.slice(saved).flatMap(({ lists }) => lists));
  const missing = undone.slice(Math.max(0, undone.length - Math.max(0, saved - done.length))).reverse();
  const lists = [...since, ...missing.flatMap(({ lists }) => lists)];
  // The saved state is always allowed, even with errors that were repaired since.
  apply(file, 'Revert all changes', { splices: backward(ranges), lists }, false);
}

/** Operations that turn the saved file into the current one, for the command line. */
export function operationsSinceSaved(file: OpenFile): readonly EditOperation[] {
  const { done, saved, savedBytes, changed } = file.edits.peek();
  if (saved >= 0 && saved <= done.length) return done.slice(saved).flatMap(({ operations }) => operations);
  if (!savedBytes) return [];
  return bytesOperations(forward(splicesOf(changed, savedBytes, file.content.peek().parsed.bytes)));
}

/**
 * @param checks refuses new errors
 * @returns null on success, otherwise the reason; '' where the bytes cannot be read
 */
function apply(
  file: OpenFile,
  label: string,
  plan: Plan,
  checks: boolean,
): { readonly reason: string } | null {
  const { parsed } = file;
  let other: ParsedFile;
  try {
    other = parsed.withBytes(spliced(parsed.bytes, plan.splices));
  } catch {
    return { reason: '' };
  }
  const error = checks ? newError(parsed.findings, other.findings) : null;
  if (error) {
    other.release();
    return { reason: error.message };
  }
  commit(file, other, { label, operations: bytesOperations(plan.splices) }, plan);
  return null;
}

/** Restores the bytes of a step; null if a later step touched them. */
function byBytes(step: Step, later: readonly Step[]): Plan | null {
  let splices: EditSplice[] = backward(step.splices);
  const lists = inverseLists(step.lists);
  for (const { splices: others, lists: moved } of later) {
    // After changes of the same list, bytes do not tell which elements are meant.
    if (lists.some(({ list }) => moved.some((change) => change.list === list))) return null;
    const next: EditSplice[] = [];
    for (const { start, end, bytes } of splices) {
      let shift = 0;
      for (const { start: from, before, after } of others) {
        const to = from + before.length;
        if (overlap(start, end, from, to)) return null;
        if (to <= start) shift += after.length - before.length;
      }
      next.push({ start: start + shift, end: end + shift, bytes });
    }
    splices = next;
  }
  return { splices, lists };
}

/** Whether two ranges overlap, or an empty one lies within the other or at its ends. */
function overlap(start: number, end: number, from: number, to: number): boolean {
  if (start === end) return from <= start && start <= to;
  if (from === to) return start < from && from < end;
  return start < to && from < end;
}

/**
 * Replays all later steps on the file before the step: for values whose length changes offsets. Not for elements of
 * lists, since later steps may refer to them by index.
 */
function byOperations(file: OpenFile, step: Step, later: readonly Step[]): Plan | null {
  const isLonger = step.splices.some(({ before, after }) => before.length !== after.length);
  const operations = later.flatMap((one) => one.operations);
  if (step.lists.length > 0 || (isLonger && operations.some(({ op }) => op === 'bytes'))) return null;
  const now = file.parsed.bytes;
  const first = [step, ...later].reduceRight((bytes, one) => spliced(bytes, backward(one.splices)), now);
  const parsed = file.parsed.withBytes(first);
  try {
    if (operations.length === 0) return { splices: ofDifference(now, first), lists: [] };
    const result = editingCore().edit(parsed, operations);
    return 'refused' in result ? null : { splices: ofDifference(now, result.bytes), lists: [] };
  } finally {
    parsed.release();
  }
}

function ofDifference(now: Uint8Array, wanted: Uint8Array): EditSplice[] {
  return forward(splicesOf(difference(now, wanted), now, wanted));
}

/**
 * Splices as a sequence of operations. Those that change the length come first: section offsets follow them, and are
 * overwritten afterwards.
 */
function bytesOperations(splices: readonly EditSplice[]): EditOperation[] {
  const moving = splices.filter(({ start, end, bytes }) => bytes.length !== end - start);
  let shift = 0;
  const first = moving.map(({ start, end, bytes }): EditOperation => {
    const at = start + shift;
    shift += bytes.length - (end - start);
    return { op: 'bytes', start: at, end: at + end - start, value: bytes };
  });
  const grownBefore = (at: number) =>
    moving.reduce((sum, { start, end, bytes }) => (end <= at ? sum + bytes.length - (end - start) : sum), 0);
  const rest = splices
    .filter((splice) => !moving.includes(splice))
    .map(({ start, end, bytes }): EditOperation => {
      const by = grownBefore(start);
      return { op: 'bytes', start: start + by, end: end + by, value: bytes };
    });
  return [...first, ...rest];
}
