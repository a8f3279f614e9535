/**
 * Changes of open files, with undo and redo. Each change gives the file a new content; everything else of the file
 * stays.
 */
import type {
  Edited,
  EditOperation,
  EditRefusal,
  EditSplice,
  EditValue,
  ListChange,
  ParsedFile,
} from '@lithoscope/core';
import { forced, newError } from '../changes/refusals.ts';
import { type ByteMove, Content, inverseLists } from '../document/content.ts';
import type { ChangedRange, Edits, Step, StepSplice } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, changeFiles, isOpen, keepPreview } from '../document/state.ts';
import { offerDiskComparison } from '../opening/replace.ts';
import { editingCore } from '../store/lazy-cores.ts';
import { notify, spoken } from '../store/notices.ts';
import { loadPart } from '../ui/parts.ts';
import { changedAfter } from './changed.ts';
import { follow, forgotten } from './follow.ts';

// Whoever has unsaved changes has loaded this.
offerDiskComparison(async (file, disk) => {
  const { compareWithDisk } = await loadPart(() => import('./compare.ts'));
  await compareWithDisk(file, disk);
});

/** An action of the user that changes a file. */
export interface Gesture
  extends Pick<Step, 'label' | 'operations'>,
    Partial<Pick<Step, 'path' | 'before' | 'after'>> {
  /** Merge key: a gesture is merged with the previous step if its key is equal, as in typing and dragging. */
  readonly merge?: string;
  /**
   * Allows new errors: of repairs, since the repaired error may have hidden others, and of bytes that the user
   * overwrites.
   */
  readonly mayBreak?: boolean;
}

/** Why a change is refused. */
interface Obstacle {
  /** A sentence; '' for a file that cannot be changed at all. */
  readonly text: string;
  /** A gesture that makes the change despite the obstacle. */
  readonly anyway?: { readonly label: string; readonly gesture: Gesture } | undefined;
}

/**
 * Changes a file; a refusal is shown as a notice. A gesture is applied completely or not at all.
 * @returns whether it was applied
 */
export function change(file: OpenFile, gesture: Gesture): boolean {
  const obstacle = attempt(file, gesture);
  if (obstacle?.text) {
    const { text, anyway } = obstacle;
    notify(text, anyway && { label: anyway.label, run: () => void change(file, anyway.gesture) });
  }
  return obstacle === null;
}

/** Changes a file without a notice. @returns the obstacle; null if the gesture was applied */
export function attempt(file: OpenFile, gesture: Gesture): Obstacle | null {
  const { parsed } = file.content.peek();
  if (!isOpen(file) || !parsed.isEditable) return { text: '' };
  const result = editingCore().edit(parsed, gesture.operations);
  if ('refused' in result) return refusal(gesture, result);
  if (result.splices.length === 0) return null;
  const other = parsed.withBytes(result.bytes);
  const error = gesture.mayBreak ? null : newError(parsed.findings, other.findings);
  if (error) {
    other.release();
    return {
      text: `Not changed, because the file would then have an error: ${error.message}`,
      anyway: isRaw(gesture)
        ? { label: 'Change it anyway', gesture: { ...gesture, mayBreak: true } }
        : undefined,
    };
  }
  const { done, undone, saved } = file.edits.peek();
  const last = done.at(-1);
  const goesOn =
    last !== undefined &&
    gesture.merge !== undefined &&
    last.merge === gesture.merge &&
    undone.length === 0 &&
    saved !== done.length;
  const steps = goesOn
    ? [...done.slice(0, -1), ...mergedStep(last, parsed, gesture, result)]
    : [...done, stepOf(parsed, gesture, result)];
  apply(file, other, result, {
    done: steps,
    undone: [],
    saved: saved > done.length ? -1 : saved,
  });
  keepPreview(file.id);
  return null;
}

/** Undoes the last step. */
export function undo(file: OpenFile): void {
  const { done, undone, saved } = file.edits.peek();
  const step = done.at(-1);
  if (!step) return;
  const steps = { done: done.slice(0, -1), undone: [...undone, step], saved };
  if (replay(file, backward(step.splices), inverseLists(step.lists), steps, step)) {
    spoken.value = `Undone: ${step.label}.`;
  }
}

/** Redoes the step that was undone last. */
export function redo(file: OpenFile): void {
  const { done, undone, saved } = file.edits.peek();
  const step = undone.at(-1);
  if (!step) return;
  const steps = { done: [...done, step], undone: undone.slice(0, -1), saved };
  if (replay(file, forward(step.splices), step.lists, steps, step)) spoken.value = `Redone: ${step.label}.`;
}

/**
 * Commits a gesture whose effect is known: `splices` are what its `operations` do.
 * @param other the resulting content, of the same kind
 */
export function commit(
  file: OpenFile,
  other: ParsedFile,
  gesture: Gesture,
  change: Pick<Edited, 'splices' | 'lists'>,
): boolean {
  if (!isOpen(file)) return false;
  const { done, saved } = file.edits.peek();
  const step = stepOf(file.content.peek().parsed, gesture, change);
  apply(file, other, change, {
    done: [...done, step],
    undone: [],
    saved: saved > done.length ? -1 : saved,
  });
  keepPreview(file.id);
  return true;
}

type Steps = Pick<Edits, 'done' | 'undone' | 'saved'>;

function replay(
  file: OpenFile,
  splices: readonly EditSplice[],
  lists: readonly ListChange[],
  steps: Steps,
  step: Step,
): boolean {
  if (!isOpen(file)) return false;
  const { parsed } = file.content.peek();
  apply(file, parsed.withBytes(spliced(parsed.bytes, splices)), { splices, lists }, steps, step);
  return true;
}

/** @param step the step that is undone or redone; absent for a new one */
function apply(
  file: OpenFile,
  parsed: ParsedFile,
  { splices, lists }: Pick<Edited, 'splices' | 'lists'>,
  steps: Steps,
  step: Step | undefined = steps.done.at(-1),
): void {
  const { changed, savedBytes, isNew = false } = file.edits.peek();
  const before = file.content.peek();
  const saved = savedBytes ?? before.parsed.bytes;
  const moves = { lists, bytes: byteMoves(splices) };
  const content = new Content(parsed);
  before.becomes(content, moves);
  const edits: Edits = {
    ...steps,
    savedBytes: saved,
    changed: changedAfter(changed, splices, saved, parsed.bytes),
    isNew,
  };
  changeFiles([
    {
      file,
      content,
      adapt: () => {
        file.edits.value = edits;
        follow(file, content, moves, step && forgotten(step));
      },
    },
  ]);
}

function stepOf(
  { bytes }: ParsedFile,
  gesture: Gesture,
  { splices, lists }: Pick<Edited, 'splices' | 'lists'>,
): Step {
  const { label, operations, path = onlyPath(operations), before = '', after = '', merge } = gesture;
  const kept = keptSplices(bytes, splices);
  return {
    label,
    path,
    before,
    after,
    operations,
    splices: kept,
    lists,
    ...(merge !== undefined && { merge }),
  };
}

/** The last step merged with a gesture; none if they cancel out. */
function mergedStep(last: Step, { bytes }: ParsedFile, gesture: Gesture, result: Edited): Step[] {
  const back = backward(last.splices);
  const first = spliced(bytes, back);
  const ranges = back.map(({ start, end }, i) => {
    const { start: savedStart = 0, before } = last.splices[i] ?? {};
    return { start, end, savedStart, savedEnd: savedStart + (before?.length ?? 0) };
  });
  const both = changedAfter(ranges, result.splices, first, result.bytes);
  if (both.length === 0) return [];
  const operations = joined(last.operations, gesture.operations);
  const shift = operations.length - gesture.operations.length;
  const step: Step = {
    ...last,
    label: gesture.label,
    // A gesture of typed bytes has the text of everything typed so far.
    ...(isRaw(gesture) && { path: gesture.path ?? last.path, before: gesture.before ?? last.before }),
    after: gesture.after ?? last.after,
    operations,
    splices: splicesOf(both, first, result.bytes),
    lists: [...last.lists, ...result.lists.map((list) => ({ ...list, operation: list.operation + shift }))],
  };
  return [step];
}

function isRaw({ operations }: Gesture): boolean {
  return operations.every(({ op }) => op === 'bytes');
}

/** Operations of two gestures: a value that both set is set once. */
function joined(before: readonly EditOperation[], after: readonly EditOperation[]): readonly EditOperation[] {
  const alike =
    before.length === after.length && before.every((operation, i) => replaces(after[i], operation));
  return alike ? after : [...before, ...after];
}

/** Whether an operation overwrites everything that an earlier one did. */
function replaces(later: EditOperation | undefined, earlier: EditOperation): boolean {
  if (earlier.op === 'set') {
    // Fields missing from a struct are not written.
    return (
      later?.op === 'set' && later.path === earlier.path && fieldsOf(earlier.value) === fieldsOf(later.value)
    );
  }
  if (earlier.op !== 'bytes' || later?.op !== 'bytes') return false;
  return (
    earlier.start === later.start &&
    earlier.start + earlier.value.length === later.end &&
    earlier.end - earlier.start === earlier.value.length &&
    later.value.length === earlier.value.length
  );
}

function fieldsOf(value: EditValue): string {
  const isStruct = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
  return isStruct ? Object.keys(value).sort().join() : '';
}

function onlyPath(operations: readonly EditOperation[]): string {
  const [first] = operations;
  return operations.length === 1 && first && 'path' in first ? first.path : '';
}

function refusal(gesture: Gesture, { refused, canForce }: EditRefusal): Obstacle {
  if (!canForce) return { text: refused };
  const operations = gesture.operations.map(forced);
  return { text: refused, anyway: { label: 'Do it anyway', gesture: { ...gesture, operations } } };
}

/**
 * Whether a file is active and its content is an earlier one or derived from it by changes; false after a reload. Reads
 * signals.
 */
export function isActiveSince(file: OpenFile, since: Content): boolean {
  return activeFile.value === file && since.movesTo(file.content.value) !== null;
}

/** Applies splices to bytes. @param splices ascending, not overlapping */
export function spliced(bytes: Uint8Array, splices: readonly EditSplice[]): Uint8Array<ArrayBuffer> {
  const grown = splices.reduce((sum, { start, end, bytes: by }) => sum + by.length - (end - start), 0);
  const result = new Uint8Array(bytes.length + grown);
  let read = 0;
  let written = 0;
  const copy = (part: Uint8Array) => {
    result.set(part, written);
    written += part.length;
  };
  for (const { start, end, bytes: by } of splices) {
    copy(bytes.subarray(read, start));
    copy(by);
    read = end;
  }
  copy(bytes.subarray(read));
  return result;
}

/** Splices that apply a step to the bytes before it. */
export function forward(splices: readonly StepSplice[]): EditSplice[] {
  return splices.map(({ start, before, after }) => ({ start, end: start + before.length, bytes: after }));
}

/** Splices that undo a step in the bytes after it. */
export function backward(splices: readonly StepSplice[]): EditSplice[] {
  let shift = 0;
  return splices.map(({ start, before, after }) => {
    const at = start + shift;
    shift += after.length - before.length;
    return { start: at, end: at + after.length, bytes: before };
  });
}

/** Splices with the bytes that they replace, so that they can be undone. @param bytes the file before them */
function keptSplices(bytes: Uint8Array, splices: readonly EditSplice[]): StepSplice[] {
  return splices.map(({ start, end, bytes: by }) => ({ start, before: bytes.slice(start, end), after: by }));
}

function byteMoves(splices: readonly EditSplice[]): ByteMove[] {
  return splices.map(({ start, end, bytes }) => ({ start, end, length: bytes.length }));
}

/** Splices that turn some bytes into others. @param ranges where they differ */
export function splicesOf(
  ranges: readonly ChangedRange[],
  saved: Uint8Array,
  bytes: Uint8Array,
): StepSplice[] {
  return ranges.map(({ start, end, savedStart, savedEnd }) => ({
    start: savedStart,
    before: saved.slice(savedStart, savedEnd),
    after: bytes.slice(start, end),
  }));
}
