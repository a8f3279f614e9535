/** Changes fields of a REZ archive itself: names of entries, title, times. The content of entries is changed as files in it. */
import type { EditOperation, EditValue, LeafType, StructureNode } from '@lithoscope/core';
import type { RezFile } from '@lithoscope/rez';
import type { Openers } from '../../archive/opened.ts';
import { rezWithFields } from '../../archive/rez-rewrite.ts';
import { type Splice, Unwritable } from '../../archive/splice.ts';
import { NoEdit } from '../../changes/edit-json.ts';
import { decodeLeaf } from '../../explain/values.ts';
import type { Change, EditSettings } from '../tasks.ts';
import { ALLOWABLE, type Applied, type AppliedValue, assignment, leftIn, refusal } from './apply.ts';

/** Sets fields of header and directories, all or none. A name may change its length. */
export async function applyToRez(
  openers: Openers,
  name: string,
  file: RezFile,
  { change, allowErrors }: EditSettings,
): Promise<Applied> {
  // Problems of the archive itself are reported and left.
  if (change.kind === 'fix')
    return {
      ...refusal(file, ''),
      refused: [],
      left: leftIn(file, () => 'Archives themselves are not repaired.'),
    };
  try {
    const splices: Splice[] = [];
    const values: AppliedValue[] = [];
    for (const operation of operationsOf(file, change, allowErrors)) {
      const { node, bytes } = fieldOf(file, operation);
      const old = await file.read(node.start, node.end);
      if (Buffer.compare(old, bytes) === 0) continue;
      splices.push({ start: node.start, end: node.end, bytes: filled(bytes, old, node) });
      const text = (of: Uint8Array) => String(decodeLeaf(of, 0, of.length, node.type as LeafType));
      values.push({ path: node.path, before: text(old), after: text(bytes), code: '' });
    }
    if (splices.length === 0)
      return { made: null, size: file.size, values, refused: [], notes: [], left: leftIn(file) };
    const source = {
      size: file.size,
      read: async (start: number, end: number) => (await file.read(start, end)).slice(),
    };
    const made = await rezWithFields(source, splices);
    const after = await (await openers.rez()).open(made.size, made.read, { name });
    try {
      const worse = worseThan(file, after);
      if (worse && (!allowErrors || worse.severity === 'error')) {
        const hint = worse.severity === 'error' ? '' : ALLOWABLE;
        return refusal(file, `The change would leave a problem in the archive: ${worse.message}${hint}`);
      }
      return { made, size: made.size, values, refused: [], notes: [], left: leftIn(after) };
    } finally {
      after.release();
    }
  } catch (error) {
    if (error instanceof NoEdit || error instanceof Unwritable) return refusal(file, error.message);
    throw error;
  }
}

function operationsOf(
  file: RezFile,
  change: Exclude<Change, { kind: 'fix' }>,
  allowErrors: boolean,
): readonly EditOperation[] {
  if (change.kind === 'edit') return change.operations;
  if (change.kind === 'set') return change.values.map((value) => assignment(file, value, allowErrors));
  throw new NoEdit('In an archive itself, only fields can be set.');
}

/** The field that an operation sets, and its bytes. */
function fieldOf(file: RezFile, operation: EditOperation): { node: StructureNode; bytes: Uint8Array } {
  if (operation.op !== 'set') throw new NoEdit('In an archive itself, only fields can be set.');
  const node = file.resolve(operation.path);
  if (!node) throw new NoEdit(`${operation.path} is not in the archive.`);
  if (node.kind !== 'leaf' || node.type === 'bytes')
    throw new NoEdit(`${node.path} is not a field of the header or of an entry.`);
  return { node, bytes: bytesOf(operation.value, node) };
}

function bytesOf(value: EditValue, { path, type, start, end }: StructureNode): Uint8Array {
  const length = end - start;
  if (value instanceof Uint8Array) {
    const isText = type === 'cstring' && value.indexOf(0) === value.length - 1;
    if (value.length !== length && !isText)
      throw new NoEdit(`${path} has ${length} bytes, not ${value.length}.`);
    return value;
  }
  if (type === 'cstring' || type === 'chars') {
    if (typeof value !== 'string') throw new NoEdit(`${path} takes text.`);
    const codes = Array.from(value, (character) => character.codePointAt(0) ?? 0);
    if (codes.some((code) => code === 0 || code > 0xff))
      throw new NoEdit(`${path} takes text in Latin-1, without zeros.`);
    const bytes = Uint8Array.from(codes);
    if (type === 'cstring') return Uint8Array.from([...bytes, 0]);
    if (bytes.length > length) throw new NoEdit(`${path} can have at most ${length} characters.`);
    return bytes;
  }
  const most = 2 ** (8 * length) - 1;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw new NoEdit(`${path} takes a whole number from 0 to ${most}.`);
  return Uint8Array.from({ length }, (_, i) => Math.floor(value / 2 ** (8 * i)) & 255);
}

/** Text of a field of fixed length, padded like the old one: with blanks or zeros. */
function filled(bytes: Uint8Array, old: Uint8Array, { type }: StructureNode): Uint8Array {
  if (type !== 'chars' || bytes.length === old.length) return bytes;
  const whole = new Uint8Array(old.length).fill(old.at(-1) === 0x20 ? 0x20 : 0);
  whole.set(bytes);
  return whole;
}

/** The first error or warning with more places than before. */
function worseThan(before: RezFile, after: RezFile) {
  const countIn = ({ findings }: RezFile, wanted: string) =>
    findings.reduce((sum, { code, count }) => sum + (code === wanted ? count : 0), 0);
  return after.findings.find(
    ({ code, severity }) =>
      (severity === 'error' || severity === 'warning') && countIn(after, code) > countIn(before, code),
  );
}
