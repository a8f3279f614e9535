/** What operations do to a file, value by value, for people. */
import type { Edited, EditOperation, EditRefusal, ParsedFile } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { editValueToJson } from '../../changes/edit-json.ts';
import { bytesInWords, plannedChange } from '../../changes/fixes.ts';
import { transformInWords, wholeChangeInWords } from '../../changes/whole-changes.ts';
import { counted } from '../../explain/describe.ts';
import { preview } from '../../explain/preview.ts';
import { formatOffset } from '../../lib/hex.ts';

/** A value before and after; '' where there is none. */
export interface ChangedValue {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Changes of one file that are listed; the others are counted. */
export const MAX_LISTED = 1000;

/** Operations that are made one by one to see what each does, where they change lists. */
const MAX_STEPS = 50;

/** Characters of a value that are shown. */
const MAX_TEXT = 80;

/** The values that operations change. @param after the file with all of them; it is not released */
export function changedValues(
  editing: Editing,
  before: ParsedFile,
  after: ParsedFile,
  operations: readonly EditOperation[],
): ChangedValue[] {
  const isPlain = operations.every(({ op }) => op === 'set');
  if (isPlain) return operations.flatMap((operation) => changeOf(before, after, operation));
  if (operations.length > MAX_STEPS) return operations.map(inWords);
  const changes: ChangedValue[] = [];
  let file = before;
  for (const operation of operations) {
    const result: Edited | EditRefusal = editing.edit(file, [operation]);
    const next = 'refused' in result ? null : file.withBytes(result.bytes);
    changes.push(...(next ? changeOf(file, next, operation) : [inWords(operation)]));
    if (file !== before) file.release();
    file = next ?? before;
    // What is refused by itself may be right with the others.
    if (!next) return operations.map(inWords);
  }
  if (file !== before) file.release();
  return changes;
}

function changeOf(before: ParsedFile, after: ParsedFile, operation: EditOperation): ChangedValue[] {
  switch (operation.op) {
    case 'set':
      return differences(before, after, operation.path);
    case 'bytes':
    case 'remove':
      return [plannedChange(before, operation)];
    case 'convert':
      return [{ path: '', before: `version ${before.info.version}`, after: `version ${after.info.version}` }];
    default:
      return [inWords(operation)];
  }
}

/** The leaves below a node that differ; of lists of two lengths, how many elements. */
function differences(before: ParsedFile, after: ParsedFile, path: string): ChangedValue[] {
  const [old, made] = [before.resolve(path), after.resolve(path)];
  if (!old || !made) return [{ path, before: valueAt(before, path), after: valueAt(after, path) }];
  if (old.kind === 'leaf') return [{ path, before: valueAt(before, path), after: valueAt(after, path) }];
  const paths = before.paths(old.start, old.end);
  const others = after.paths(made.start, made.end);
  if (paths.length !== others.length || paths.length > MAX_LISTED) {
    const elements = (count: number) => counted(count, 'field');
    return [{ path, before: elements(paths.length), after: elements(others.length) }];
  }
  return paths.flatMap((leaf) => {
    const change = { path: leaf, before: valueAt(before, leaf), after: valueAt(after, leaf) };
    return change.before === change.after ? [] : [change];
  });
}

/** The operation itself, where nothing is known of the file. */
function inWords(operation: EditOperation): ChangedValue {
  switch (operation.op) {
    case 'set':
      return { path: operation.path, before: '', after: cut(editValueToJson(operation.value)) };
    case 'insert':
      return { path: operation.path, before: '', after: 'inserted' };
    case 'remove':
      return { path: operation.path, before: counted(operation.count ?? 1, 'element'), after: '' };
    case 'duplicate':
      return { path: operation.path, before: '', after: 'duplicated' };
    case 'move':
      return { path: operation.path, before: '', after: `moved to [${operation.to}]` };
    case 'bytes':
      return { path: formatOffset(operation.start), before: '', after: bytesInWords(operation.value) };
    case 'convert':
      return { path: '', before: '', after: `version ${operation.version}` };
    case 'transform':
      return { path: '', before: '', after: transformInWords(operation) };
    default:
      return { path: operation.path, before: '', after: wholeChangeInWords(operation) };
  }
}

function valueAt(file: ParsedFile, path: string): string {
  const node = file.resolve(path);
  return node ? cut(preview(file, node, 'exact')) : '';
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
