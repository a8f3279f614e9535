/** Makes a change of one file, and says which values changed. */
import type {
  Edited,
  EditOperation,
  EditRefusal,
  EditValue,
  Finding,
  LeafType,
  ParsedFile,
  StructureNode,
} from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import type { Written } from '../../archive/splice.ts';
import { editValueFromJson, editValueToJson, NoEdit } from '../../changes/edit-json.ts';
import {
  allRepairs,
  bytesInWords,
  plannedChange,
  transformInWords,
  wholeChangeInWords,
} from '../../changes/fixes.ts';
import { forced, missingFor, newErrors } from '../../changes/refusals.ts';
import type { RetargetReport } from '../../changes/retarget.ts';
import { counted } from '../../explain/describe.ts';
import { whyReadOnly } from '../../explain/formats.ts';
import { readLeaf } from '../../explain/value-text.ts';
import { isNumeric, preview } from '../../explain/values.ts';
import { isSerious } from '../../explain/verdict.ts';
import { bytesOfHex, formatOffset } from '../../lib/hex.ts';
import type { Change, EditSettings, Left } from '../tasks.ts';

/** Prefix of bytes. */
const HEX = /^hex:/i;

/**
 * The operation that an assignment means in a file.
 * @throws {NoEdit} with a sentence when the text is no value of the field
 */
export function assignment(
  file: ParsedFile,
  { path, text }: { readonly path: string; readonly text: string },
  allowErrors: boolean,
): EditOperation {
  const node = file.resolve(path);
  // The core reports a missing field.
  const value = node ? valueIn(text, node) : text;
  return { op: 'set', path, value, ...(allowErrors && { force: true }) };
}

function valueIn(text: string, { kind, type, start, end }: StructureNode): EditValue {
  if (HEX.test(text)) {
    const bytes = bytesOfHex(text.replace(HEX, ''));
    if (!bytes) throw new NoEdit('Write two hex digits per byte after “hex:”.');
    return bytes;
  }
  if (kind !== 'leaf') return editValueFromJson(text);
  const isText = type !== 'bytes' && !isNumeric(type);
  if (isText && /^".*"$/s.test(text)) return editValueFromJson(text);
  const read = readLeaf(text, type as LeafType, end - start);
  if ('problem' in read) throw new NoEdit(read.problem);
  return read.value;
}

/** A value before and after; '' where there is none. */
interface ChangedValue {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Changes of one file that are listed; further ones are counted. */
export const MAX_LISTED = 1000;

/** Operations that are applied one by one to see what each changes, when they change lists. */
const MAX_STEPS = 50;

/** Characters of a value that are shown. */
const MAX_TEXT = 80;

/** The values that operations change. @param after the file after all of them; the caller releases it */
function changedValues(
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
    // An operation that is refused alone may be valid together with the others.
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

/** The leaves below a node that differ; for lists of different lengths, the numbers of their fields. */
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

/** The operation in words, without the file. */
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

/** A value that was changed. */
export interface AppliedValue extends ChangedValue {
  /** Code of the finding that it repairs; otherwise ''. */
  readonly code: string;
}

/** Follows the reason of a refusal that `--allow-errors` overrides. */
export const ALLOWABLE = ' (--allow-errors makes the change anyway)';

/** The result of a change. */
export interface Applied {
  /** The changed file; null when nothing changed. */
  readonly made: Written | null;
  /** Size of the file after the change, bytes. */
  readonly size: number;
  readonly values: readonly AppliedValue[];
  /** What was refused, a sentence each. */
  readonly refused: readonly string[];
  /** Notes on the change, a sentence each. */
  readonly notes: readonly string[];
  /** Errors and warnings after the change, as `check` lists them. */
  readonly left: readonly Left[];
  /** Of a retarget: how the nodes were paired. */
  readonly retarget?: RetargetReport;
}

/** The settings of all changes that need no other file. */
interface OwnSettings extends Pick<EditSettings, 'allowErrors'> {
  readonly change: Exclude<Change, { kind: 'retarget' }>;
}

/** Changes a file, all or nothing; `fix` repairs what it can. The content of the file never makes this throw. */
export function apply(editing: Editing, file: ParsedFile, { change, allowErrors }: OwnSettings): Applied {
  if (!file.isEditable)
    return refusal(file, whyReadOnly(file.info.format) || 'Files of this kind cannot be changed.');
  if (change.kind === 'fix') return mended(editing, file, change.codes);
  if (change.kind === 'convert' && Number(change.target) === file.info.version)
    return unchanged(file, `It is already version ${change.target}.`);
  try {
    const operations = operationsOf(file, change, allowErrors);
    return changed(editing, file, operations, notesOf(editing, file, change), allowErrors);
  } catch (error) {
    if (!(error instanceof NoEdit)) throw error;
    return refusal(file, error.message);
  }
}

/** The result when there is nothing to do. @param note why, a sentence */
export function unchanged(file: ParsedFile, note: string): Applied {
  return { ...refusal(file, ''), refused: [], notes: [note] };
}

/** The result of a refused change. @param sentence why */
export function refusal(file: ParsedFile, sentence: string): Applied {
  return { made: null, size: file.size, values: [], refused: [sentence], notes: [], left: leftIn(file) };
}

/** @param after the changed file */
function contentOf(file: ParsedFile, after: ParsedFile): Pick<Applied, 'made' | 'size'> {
  const isSame = Buffer.compare(after.bytes, file.bytes) === 0;
  const { fileBytes } = isSame ? file : after;
  const size = fileBytes.length;
  return { made: isSame ? null : { size, parts: () => [fileBytes] }, size };
}

function operationsOf(
  file: ParsedFile,
  change: Exclude<Change, { kind: 'fix' | 'retarget' }>,
  allowErrors: boolean,
): EditOperation[] {
  switch (change.kind) {
    case 'set':
      return change.values.map((value) => {
        try {
          return assignment(file, value, allowErrors);
        } catch (error) {
          throw error instanceof NoEdit ? new NoEdit(`${value.path}: ${error.message}`) : error;
        }
      });
    case 'edit':
      return allowErrors ? change.operations.map(forced) : [...change.operations];
    case 'convert':
      return [{ op: 'convert', version: Number(change.target) }];
  }
}

/** What a conversion loses and adds, a sentence each. */
function notesOf(editing: Editing, file: ParsedFile, change: Change): readonly string[] {
  const conversion = change.kind === 'convert' ? editing.conversion(file, Number(change.target)) : null;
  return conversion ? [...conversion.lost, ...conversion.added] : [];
}

/** @param allowErrors accept new errors of the file, and list them in the notes */
export function changed(
  editing: Editing,
  file: ParsedFile,
  operations: readonly EditOperation[],
  notes: readonly string[],
  allowErrors: boolean,
): Applied {
  const result = editing.edit(file, operations);
  if ('refused' in result) {
    const place = operations.length > 1 ? `Operation ${result.operation}: ` : '';
    const hint = result.canForce ? ALLOWABLE : '';
    const sentence = missingFor(editing, file, operations, result) || result.refused;
    return refusal(file, `${place}${sentence}${hint}`);
  }
  const after = file.withBytes(result.bytes);
  try {
    const errors = newErrors(file.findings, after.findings);
    const [error] = errors;
    if (error && !allowErrors)
      return refusal(file, `The change would leave an error in the file: ${error.message}${ALLOWABLE}`);
    const values = result.splices.length > 0 ? changedValues(editing, file, after, operations) : [];
    return {
      ...contentOf(file, after),
      values: values.map((value) => ({ ...value, code: '' })),
      refused: [],
      notes: [
        ...(result.splices.length > 0 ? notes : []),
        ...errors.map(({ message }) => `The file now has an error that it did not have before: ${message}`),
      ],
      left: leftIn(after),
    };
  } finally {
    after.release();
  }
}

/** Repairs one finding after the other, until none is left that can be repaired. */
function mended(editing: Editing, file: ParsedFile, codes: readonly string[] | null): Applied {
  const values: AppliedValue[] = [];
  const only = codes ? new Set(codes) : undefined;
  const { operations } = allRepairs(editing, file, only, (code, before, after, done) => {
    for (const value of changedValues(editing, before, after, done)) values.push({ ...value, code });
  });
  const result = editing.edit(file, operations);
  if ('refused' in result) return refusal(file, result.refused);
  const after = file.withBytes(result.bytes);
  try {
    editing.settleFixes(after);
    const isMeant = (code: string) => !only || only.has(code);
    const left = new Set(
      after.findings.filter(({ code, fix }) => fix !== '' && isMeant(code)).map(({ code }) => code),
    );
    return {
      ...contentOf(file, after),
      values,
      refused: [...left].map((code) => `${code} was not fixed: no repair is certain here.`),
      notes: [],
      left: leftIn(after, ({ code, remedy }) =>
        isMeant(code) ? `No repair is certain. ${remedy}`.trimEnd() : 'Excluded by --only.',
      ),
    };
  } finally {
    after.release();
  }
}

/** The errors and warnings of a file. @param why a remark on each; none by default */
export function leftIn(
  { findings }: Pick<ParsedFile, 'findings'>,
  why: (finding: Finding) => string = () => '',
): readonly Left[] {
  return findings.flatMap((finding) => {
    const { severity, code, count } = finding;
    return isSerious(severity) ? [{ severity, code, count, why: why(finding) }] : [];
  });
}
