/** Makes a change of one file. */
import type { EditOperation, Finding, ParsedFile } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import type { Written } from '../../archive/splice.ts';
import { NoEdit } from '../../changes/edit-json.ts';
import { allRepairs } from '../../changes/fixes.ts';
import { forced } from '../../changes/forced.ts';
import { newErrors } from '../../changes/new-errors.ts';
import { missingFor } from '../../explain/missing-field.ts';
import { isSerious } from '../../explain/verdict.ts';
import type { Change, EditSettings, Left } from '../tasks.ts';
import { type ChangedValue, changedValues } from './changes.ts';
import { assignment } from './value.ts';

/** A value that was changed. */
export interface AppliedValue extends ChangedValue {
  /** Of the finding that it mends; '' where none is meant. */
  readonly code: string;
}

/** Behind why something is refused that `--allow-errors` makes. */
export const ALLOWABLE = ' (--allow-errors makes the change all the same)';

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
  /** Errors and warnings that the file has afterwards, as `check` lists them. */
  readonly left: readonly Left[];
}

/** Changes a file, all or nothing; `fix` mends what it can. What the file contains never throws. */
export function apply(editing: Editing, file: ParsedFile, { change, allowErrors }: EditSettings): Applied {
  if (!file.isEditable) return refusal(file, 'Files of this kind cannot be changed.');
  if (change.kind === 'fix') return mended(editing, file, change.codes);
  if (change.kind === 'convert' && change.version === file.info.version)
    return { ...refusal(file, ''), refused: [], notes: [`It is of version ${change.version} already.`] };
  try {
    const operations = operationsOf(file, change, allowErrors);
    return changed(editing, file, operations, notesOf(editing, file, change), allowErrors);
  } catch (error) {
    if (!(error instanceof NoEdit)) throw error;
    return refusal(file, error.message);
  }
}

/** Nothing is changed. @param sentence why */
export function refusal(file: ParsedFile, sentence: string): Applied {
  return { made: null, size: file.size, values: [], refused: [sentence], notes: [], left: leftIn(file) };
}

function contentOf(file: ParsedFile, bytes: Uint8Array): Pick<Applied, 'made' | 'size'> {
  const isSame = Buffer.compare(bytes, file.bytes) === 0;
  const size = bytes.length;
  return { made: isSame ? null : { size, parts: () => [bytes] }, size };
}

function operationsOf(
  file: ParsedFile,
  change: Exclude<Change, { kind: 'fix' }>,
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
      return [{ op: 'convert', version: change.version }];
  }
}

/** What a conversion loses and adds. */
function notesOf(editing: Editing, file: ParsedFile, change: Change): readonly string[] {
  const conversion = change.kind === 'convert' ? editing.conversion(file, change.version) : null;
  return conversion ? [...conversion.lost, ...conversion.added] : [];
}

/** @param allowErrors goes on where the file has errors afterwards that it had not before: they are among the notes then */
function changed(
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
      return refusal(file, `The file would have an error then: ${error.message}${ALLOWABLE}`);
    const values = result.splices.length > 0 ? changedValues(editing, file, after, operations) : [];
    return {
      ...contentOf(file, result.bytes),
      values: values.map((value) => ({ ...value, code: '' })),
      refused: [],
      notes: [
        ...(result.splices.length > 0 ? notes : []),
        ...errors.map(({ message }) => `The file has an error now that it had not before: ${message}`),
      ],
      left: leftIn(after),
    };
  } finally {
    after.release();
  }
}

/** Mends one finding after the other until nothing is left that can be. */
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
      ...contentOf(file, result.bytes),
      values,
      refused: [...left].map((code) => `${code} was not fixed: nothing that is certain mends it here.`),
      notes: [],
      left: leftIn(after, ({ code, remedy }) =>
        isMeant(code) ? `No repair of it is certain. ${remedy}`.trimEnd() : 'Left out by --only.',
      ),
    };
  } finally {
    after.release();
  }
}

/** The errors and warnings of a file. @param why what is said of each; nothing by default */
export function leftIn(
  { findings }: Pick<ParsedFile, 'findings'>,
  why: (finding: Finding) => string = () => '',
): readonly Left[] {
  return findings.flatMap((finding) => {
    const { severity, code, count } = finding;
    return isSerious(severity) ? [{ severity, code, count, why: why(finding) }] : [];
  });
}
