/** Takes one change back, whatever was changed after it; and all of them. Each is a change itself, which is undone like any. */

import type { EditOperation, EditSplice, ListChange, ParsedFile } from '@lithoscope/core';
import { newError } from '../changes/new-errors.ts';
import { inverseLists } from '../document/content.ts';
import type { Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { isOpen } from '../document/state.ts';
import { editingCore } from '../store/lazy-cores.ts';
import { announcement } from '../store/notices.ts';
import { difference } from './changed.ts';
import { backward, commit, forward, spliced, splicesOf } from './history.ts';

/** What takes a change back in the file as it is. */
interface Plan {
  readonly splices: readonly EditSplice[];
  readonly lists: readonly ListChange[];
}

/** Takes one step back; what cannot be taken back is said. @returns whether it was */
export function revertStep(file: OpenFile, step: Step): boolean {
  const at = file.edits.peek().done.indexOf(step);
  if (!isOpen(file) || at < 0) return false;
  const later = file.edits.peek().done.slice(at + 1);
  const words = `Revert: ${step.label}`;
  let reason = '';
  for (const plan of [byBytes(step, later), byOperations(file, step, later)]) {
    if (!plan) continue;
    if (plan.splices.length === 0) {
      announcement.value = `Later changes have replaced all of “${step.label}”.`;
      return false;
    }
    // With nothing later this is an undo, which gives back what was there, also its errors.
    const failed = apply(file, words, plan, later.length > 0);
    if (!failed) return true;
    reason ||= failed.reason;
  }
  announcement.value = reason
    ? `“${step.label}” was not reverted, as the file would have an error then: ${reason}`
    : `“${step.label}” cannot be reverted alone: a later change depends on it. Revert or undo that first.`;
  return false;
}

/** Takes back all that is not saved, as one change. */
export function revertAll(file: OpenFile): void {
  const { done, undone, saved, savedBytes, changed } = file.edits.peek();
  if (!savedBytes || changed.length === 0) return;
  const ranges = splicesOf(changed, savedBytes, file.content.peek().parsed.bytes);
  // What was changed since, or undone since; where other steps were saved, nobody knows what moved.
  const since = saved < 0 ? [] : inverseLists(done.slice(saved).flatMap(({ lists }) => lists));
  const missing = undone.slice(Math.max(0, undone.length - Math.max(0, saved - done.length))).reverse();
  const lists = [...since, ...missing.flatMap(({ lists }) => lists)];
  // What is saved is always allowed: a repair may be taken back as well.
  apply(file, 'Revert all changes', { splices: backward(ranges), lists }, false);
}

/** What leads from the saved file to the present one, for the command line. */
export function operationsSinceSaved(file: OpenFile): readonly EditOperation[] {
  const { done, saved, savedBytes, changed } = file.edits.peek();
  if (saved >= 0 && saved <= done.length) return done.slice(saved).flatMap(({ operations }) => operations);
  if (!savedBytes) return [];
  return bytesOperations(forward(splicesOf(changed, savedBytes, file.content.peek().parsed.bytes)));
}

/**
 * @param checks refuses errors that the file has not now
 * @returns null when it was done; else why not, '' where the bytes cannot be read
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

/** The bytes of a step as they were before it, where no later step has touched them; null where one has. */
function byBytes(step: Step, later: readonly Step[]): Plan | null {
  let splices: EditSplice[] = backward(step.splices);
  const lists = inverseLists(step.lists);
  for (const { splices: others, lists: moved } of later) {
    // Whether the same elements are meant then is not known by their bytes.
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

/** Whether two ranges have bytes in common, or one begins nothing within the other or at its ends. */
function overlap(start: number, end: number, from: number, to: number): boolean {
  if (start === end) return from <= start && start <= to;
  if (from === to) return start < from && from < end;
  return start < to && from < end;
}

/**
 * All later steps once more, on the file before the step: of values whose lengths move others. Not of elements, which
 * later steps may name by their indices.
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
 * Splices as operations one after the other. Those that make the file longer or shorter come first: section offsets
 * follow them, and are then set to what they are to be.
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
