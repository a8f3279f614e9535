/** Values as the command line has them: `PATH=VALUE` → an operation. */
import type { EditOperation, EditValue, LeafType, ParsedFile, StructureNode } from '@lithoscope/core';
import { editValueFromJson, NoEdit } from '../../changes/edit-json.ts';
import { readLeaf } from '../../explain/value-text.ts';
import { isNumeric } from '../../explain/values.ts';
import { bytesOfHex } from '../../lib/hex.ts';

/** In front of bytes. */
const HEX = /^hex:/i;

/** `PATH=VALUE` at its first `=`, which no path has (it is written %3D there); null when there is none. */
export function splitAssignment(text: string): { path: string; text: string } | null {
  const at = text.indexOf('=');
  return at < 1 ? null : { path: text.slice(0, at).trim(), text: text.slice(at + 1) };
}

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
  // Of what is not there the core says so.
  const value = node ? valueIn(text, node) : text;
  return { op: 'set', path, value, ...(allowErrors && { force: true }) };
}

function valueIn(text: string, { kind, type, start, end }: StructureNode): EditValue {
  if (HEX.test(text)) {
    const bytes = bytesOfHex(text.replace(HEX, ''));
    if (!bytes) throw new NoEdit('Behind hex: stand two hex digits a byte.');
    return bytes;
  }
  if (kind !== 'leaf') return editValueFromJson(text);
  const isText = type !== 'bytes' && !isNumeric(type);
  if (isText && /^".*"$/s.test(text)) return editValueFromJson(text);
  const read = readLeaf(text, type as LeafType, end - start);
  if ('problem' in read) throw new NoEdit(read.problem);
  return read.value;
}
