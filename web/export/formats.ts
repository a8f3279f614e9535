/** Bytes and what they mean as text to be copied, format by format. No DOM. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { leafAt } from '../explain/field-lines.ts';
import { formatOffset, hexDigits } from '../explain/hex.ts';
import { toJson } from '../explain/json.ts';
import { decodeLeaf } from '../explain/values.ts';
import type { NodeRange } from '../store/state.ts';
import { nested } from './nested.ts';

export type CopyFormat = 'hex' | 'c' | 'json' | 'base64' | 'value' | 'path';

/** What is copied: the text, or why there is none. */
export type Copied =
  | {
      readonly text: string;
      /** Fields at the ends of the selection that it cuts, and that are not in the text. */
      readonly leftOut?: number;
      readonly refusal?: undefined;
    }
  | { readonly text?: undefined; readonly leftOut?: undefined; readonly refusal: string };

/** Above these nothing is copied: a clipboard is no place for them, and exports are. Bytes, and fields. */
const MOST_BYTES = 4 << 20;
const MOST_FIELDS = 100_000;

/** The selection of a file as text. */
export async function copied(
  format: CopyFormat,
  parsed: ParsedFile,
  name: string,
  selection: NodeRange,
): Promise<Copied> {
  const { start, end, path } = selection;
  if (format === 'path') {
    return path ? { text: path } : { refusal: 'These bytes have no path: they lie outside all sections.' };
  }
  if (end - start > MOST_BYTES) {
    return { refusal: `${tooMuch(counted(end - start, 'byte'))} Export them as a file instead.` };
  }
  if (format === 'json' || format === 'value') return copyFields(format, parsed, selection);
  const bytes = await parsed.read(start, end);
  if (format === 'hex') return { text: hexText(bytes) };
  if (format === 'base64') return { text: base64(bytes) };
  return {
    text: cArray(
      bytes,
      `${name}, ${selection.path || 'no section'}, ${counted(bytes.length, 'byte')} at ${formatOffset(start)}`,
    ),
  };
}

function tooMuch(what: string): string {
  return `${what} are too much for the clipboard.`;
}

/** `1F 00 A4` */
export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, hexDigits).join(' ');
}

function base64(bytes: Uint8Array): string {
  // As many at once as fit on the stack, in whole groups of three.
  const STEP = 3 * 4096;
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  }
  return text;
}

/** An array that compiles, with a comment that says where it is from. */
export function cArray(bytes: Uint8Array, from: string): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 12) {
    const row = Array.from(bytes.subarray(at, at + 12), (byte) => `0x${byte.toString(16).padStart(2, '0')}`);
    lines.push(`    ${row.join(', ')},`);
  }
  // A name may hold what ends a comment.
  const comment = from.replace(/[^ -~]/g, '?').replaceAll('*/', '*?');
  return `/* ${comment} */\nstatic const unsigned char data[${bytes.length}] = {\n${lines.join('\n')}\n};\n`;
}

/** A field, and where it stands below what is copied. */
interface Field {
  readonly path: string;
  readonly value: number | string;
}

async function copyFields(
  format: 'json' | 'value',
  parsed: ParsedFile,
  selection: NodeRange,
): Promise<Copied> {
  const { start, end, path } = selection;
  const node = wholeNode(parsed, selection);
  const leaves = parsed.leaves(start, end);
  if (leaves.offset.length > MOST_FIELDS) {
    return {
      refusal: `${tooMuch(counted(leaves.offset.length, 'field'))} Export the structure as JSON lines instead.`,
    };
  }
  const paths = parsed.paths(start, end);
  const bytes = await parsed.read(start, end);
  const fields: Field[] = [];
  let leftOut = 0;
  for (const [i, fieldPath] of paths.entries()) {
    const { offset, length, type } = leafAt(leaves, i);
    // Of bytes without fields, those that are selected; of a number, all or nothing.
    const from = type === 'bytes' ? Math.max(offset, start) : offset;
    const to = type === 'bytes' ? Math.min(offset + length, end) : offset + length;
    if (from < start || to > end) {
      leftOut++;
      continue;
    }
    const value =
      type === 'bytes'
        ? lowerHex(bytes.subarray(from - start, to - start))
        : decodeLeaf(bytes, from - start, length, type);
    fields.push({ path: fieldPath, value });
  }
  if (fields.length === 0)
    return { refusal: 'The selection holds no whole field: copy it as bytes instead.' };
  return { text: fieldsText(format, fields, node ? path : null), ...(leftOut > 0 ? { leftOut } : {}) };
}

/** @param within the path of the node that the fields are; null: each is named by its own */
function fieldsText(format: 'json' | 'value', fields: readonly Field[], within: string | null): string {
  if (format === 'value') return fields.map(({ value }) => valueText(value)).join(' ');
  if (within === null) return toJson(Object.fromEntries(fields.map(({ path, value }) => [path, value])), 0);
  return toJson(nested(fields.map(({ path, value }) => [path.slice(within.length), value])), 0);
}

/** The structure node that is selected as a whole; null for a range drawn by hand. */
function wholeNode(parsed: ParsedFile, { start, end, path }: NodeRange): StructureNode | null {
  const node = path === '' ? null : parsed.resolve(path);
  return node?.start === start && node.end === end ? node : null;
}

function valueText(value: number | string): string {
  return typeof value === 'number' ? toJson(value) : value;
}

function lowerHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
