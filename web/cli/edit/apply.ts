/** Makes a change of one file. */
import { AbcFile, type EditOperation, type ParsedFile } from '@lithoscope/core';
import type { Written } from '../../archive/splice.ts';
import { NoEdit } from '../../explain/edit-json.ts';
import { newError } from '../../explain/new-errors.ts';
import { type ChangedValue, changedValues } from './changes.ts';
import type { Change } from './task.ts';
import { assignment } from './value.ts';

/** A value that was changed. */
export interface AppliedValue extends ChangedValue {
  /** Of the finding that it mends; '' where none is meant. */
  readonly code: string;
}

/** What a change made of a file. */
export interface Applied {
  /** The changed file; null: it is as it was. */
  readonly made: Written | null;
  /** Bytes of the file, changed or not. */
  readonly size: number;
  readonly values: readonly AppliedValue[];
  /** What was not done, a sentence each. */
  readonly refused: readonly string[];
  /** What is worth knowing of what was done, a sentence each. */
  readonly notes: readonly string[];
  /** Errors that the file has afterwards. */
  readonly errors: number;
}

/** Mended findings of one file, at most: a repair may bring to light what it hid. */
const MAX_REPAIRS = 1000;

/** Changes a file, all or nothing; `fix` mends what it can. What the file contains never throws. */
export function apply(file: ParsedFile, change: Change, force: boolean): Applied {
  if (!file.isEditable) return refusal(file, 'Files of this kind cannot be changed.');
  if (change.kind === 'fix') return mended(file, change.codes);
  try {
    return changed(file, operationsOf(file, change, force), notesOf(file, change));
  } catch (error) {
    if (!(error instanceof NoEdit)) throw error;
    return refusal(file, error.message);
  }
}

/** Nothing is changed. @param sentence why */
export function refusal(file: ParsedFile, sentence: string): Applied {
  return { made: null, size: file.size, values: [], refused: [sentence], notes: [], errors: errorsOf(file) };
}

function contentOf(file: ParsedFile, bytes: Uint8Array): Pick<Applied, 'made' | 'size'> {
  const isSame = Buffer.compare(bytes, file.bytes) === 0;
  const size = bytes.length;
  return { made: isSame ? null : { size, parts: () => [bytes] }, size };
}

function operationsOf(
  file: ParsedFile,
  change: Exclude<Change, { kind: 'fix' }>,
  force: boolean,
): EditOperation[] {
  switch (change.kind) {
    case 'set':
      return change.values.map((value) => {
        try {
          return assignment(file, value, force);
        } catch (error) {
          throw error instanceof NoEdit ? new NoEdit(`${value.path}: ${error.message}`) : error;
        }
      });
    case 'edit':
      return change.operations.map((operation) =>
        force && operation.op !== 'bytes' && operation.op !== 'convert' ? { ...operation, force } : operation,
      );
    case 'convert':
      return [{ op: 'convert', version: change.version }];
  }
}

/** What a conversion loses. */
function notesOf(file: ParsedFile, change: Change): readonly string[] {
  if (change.kind !== 'convert' || !(file instanceof AbcFile)) return [];
  return file.conversion(change.version)?.lost ?? [];
}

function changed(file: ParsedFile, operations: readonly EditOperation[], notes: readonly string[]): Applied {
  const result = file.edit(operations);
  if ('refused' in result) {
    const place = operations.length > 1 ? `Operation ${result.operation}: ` : '';
    const hint = result.canForce ? ' (--force does it all the same)' : '';
    return refusal(file, `${place}${result.refused}${hint}`);
  }
  const after = file.withBytes(result.bytes);
  try {
    const error = newError(file.findings, after.findings);
    if (error) return refusal(file, `The file would have an error then: ${error.message}`);
    const values = result.splices.length > 0 ? changedValues(file, after, operations) : [];
    return {
      ...contentOf(file, result.bytes),
      values: values.map((value) => ({ ...value, code: '' })),
      refused: [],
      notes: result.splices.length > 0 ? notes : [],
      errors: errorsOf(after),
    };
  } finally {
    after.release();
  }
}

/** Mends one finding after the other until nothing is left that can be. */
function mended(file: ParsedFile, codes: readonly string[] | null): Applied {
  const values: AppliedValue[] = [];
  const refused = new Map<string, string>();
  const isMeant = (code: string) => !refused.has(code) && (codes === null || codes.includes(code));
  let current = file;
  const release = () => {
    if (current !== file) current.release();
  };
  try {
    for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
      const finding = current.findings.find(({ code, fix }) => fix !== '' && isMeant(code));
      if (!finding) break;
      const { code } = finding;
      const mend = mendedOnce(current, code);
      if (typeof mend === 'string') {
        refused.set(code, `${code} was not fixed: ${mend}`);
        continue;
      }
      for (const value of changedValues(current, mend.file, mend.operations)) values.push({ ...value, code });
      release();
      current = mend.file;
    }
    return {
      ...contentOf(file, current.bytes),
      values,
      refused: [...refused.values()],
      notes: [],
      errors: errorsOf(current),
    };
  } finally {
    release();
  }
}

/** The file without findings of a code, or with fewer; or why not, a sentence. */
function mendedOnce(
  file: ParsedFile,
  code: string,
): { readonly file: ParsedFile; readonly operations: readonly EditOperation[] } | string {
  let reason = 'nothing safe is known for it here.';
  const own = [...file.findings.entries()].filter(([, finding]) => finding.code === code);
  // All at once; where that does not go, one that can be.
  for (const finding of [null, ...own.map(([index]) => index)]) {
    const operations = file.fixes(code, finding);
    if (operations.length === 0) continue;
    const result = file.edit(operations);
    if ('refused' in result) {
      reason = result.refused;
      continue;
    }
    const after = file.withBytes(result.bytes);
    if (countOf(after, code) < countOf(file, code)) return { file: after, operations };
    after.release();
    reason = 'the file would have it still.';
  }
  return reason;
}

function countOf({ findings }: ParsedFile, code: string): number {
  return findings.reduce((sum, finding) => sum + (finding.code === code ? finding.count : 0), 0);
}

/** How many errors a file has. */
export function errorsOf({ findings }: Pick<ParsedFile, 'findings'>): number {
  return findings.reduce((sum, { severity, count }) => sum + (severity === 'error' ? count : 0), 0);
}
