/** Clipboard formats: the selection as text. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import type { NodeRange } from '../document/selection.ts';
import { counted } from '../explain/describe.ts';
import { leafAt } from '../explain/field-lines.ts';
import { toJson } from '../explain/json.ts';
import { decodeLeaf } from '../explain/values.ts';
import { formatOffset, hexDigits, toBase64 } from '../lib/hex.ts';

export type CopyFormat = 'hex' | 'dump' | 'text' | 'python' | 'c' | 'json' | 'base64' | 'value' | 'path';

/** The text, or an error message. */
export type CopyResult =
  | {
      readonly text: string;
      /** Number of partly selected fields, which the text leaves out. */
      readonly omitted?: number;
      readonly error?: undefined;
    }
  | { readonly text?: undefined; readonly omitted?: undefined; readonly error: string };

/** Limits of a copy; larger selections are exported as files. */
const MAX_COPY_BYTES = 4 << 20;
const MAX_COPY_FIELDS = 100_000;

/** @param name of the file, for comments */
export async function formatSelection(
  format: CopyFormat,
  parsed: ParsedFile,
  name: string,
  selection: NodeRange,
): Promise<CopyResult> {
  const { start, end, path } = selection;
  if (format === 'path') {
    return path ? { text: path } : { error: 'These bytes have no path: they are outside all sections.' };
  }
  if (end - start > MAX_COPY_BYTES) {
    return { error: `${tooMany(counted(end - start, 'byte'))} Export them as a file instead.` };
  }
  if (format === 'json' || format === 'value') return copyFields(format, parsed, selection);
  const bytes = await parsed.read(start, end);
  if (format === 'hex') return { text: hexText(bytes) };
  if (format === 'dump') return { text: hexDump(bytes, start) };
  if (format === 'text') return { text: plainText(bytes) };
  if (format === 'python') return { text: pythonBytes(bytes) };
  if (format === 'base64') return { text: toBase64(bytes) };
  return {
    text: cArray(
      bytes,
      `${name}, ${selection.path || 'no section'}, ${counted(bytes.length, 'byte')} at ${formatOffset(start)}`,
    ),
  };
}

function tooMany(amount: string): string {
  return `${amount} are too many for the clipboard.`;
}

/** `1F 00 A4` */
function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, hexDigits).join(' ');
}

/** Rows of 16 bytes as `xxd` writes them: `00000010: 4e6f 6465 …  Node…`. */
export function hexDump(bytes: Uint8Array, start: number): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16);
    let hex = '';
    row.forEach((byte, i) => {
      hex += (i % 2 === 0 && i > 0 ? ' ' : '') + byte.toString(16).padStart(2, '0');
    });
    const text = Array.from(row, (byte) => (isPrintable(byte) ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${(start + at).toString(16).padStart(8, '0')}: ${hex.padEnd(39)}  ${text}\n`);
  }
  return lines.join('');
}

/** The bytes as Latin-1; characters that are not visible, except line breaks and tabs, become dots. */
export function plainText(bytes: Uint8Array): string {
  const isText = (byte: number) => isPrintable(byte) || byte >= 0xa1 || [0x09, 0x0a, 0x0d].includes(byte);
  return Array.from(bytes, (byte) => (isText(byte) ? String.fromCharCode(byte) : '.')).join('');
}

/** A Python bytes literal, 16 bytes per line. */
export function pythonBytes(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    lines.push(
      Array.from(bytes.subarray(at, at + 16), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  }
  if (lines.length <= 1) return `b'${lines[0] ?? ''}'`;
  return `(\n${lines.map((line) => `    b'${line}'\n`).join('')})`;
}

const isPrintable = (byte: number) => byte >= 0x20 && byte < 0x7f;

/** A C array with a comment on its origin. */
export function cArray(bytes: Uint8Array, origin: string): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 12) {
    const row = Array.from(bytes.subarray(at, at + 12), (byte) => `0x${byte.toString(16).padStart(2, '0')}`);
    lines.push(`    ${row.join(', ')},`);
  }
  // A file name may contain the end of a comment.
  const comment = origin.replace(/[^ -~]/g, '?').replaceAll('*/', '*?');
  return `/* ${comment} */\nstatic const unsigned char data[${bytes.length}] = {\n${lines.join('\n')}\n};\n`;
}

/** A field with its full path. */
interface Field {
  readonly path: string;
  readonly value: number | string;
}

async function copyFields(
  format: 'json' | 'value',
  parsed: ParsedFile,
  selection: NodeRange,
): Promise<CopyResult> {
  const { start, end, path } = selection;
  const node = wholeNode(parsed, selection);
  const leaves = parsed.leaves(start, end);
  if (leaves.offset.length > MAX_COPY_FIELDS) {
    return {
      error: `${tooMany(counted(leaves.offset.length, 'field'))} Export the structure as JSON lines instead.`,
    };
  }
  const paths = parsed.paths(start, end);
  const bytes = await parsed.read(start, end);
  const fields: Field[] = [];
  let omitted = 0;
  for (const [i, fieldPath] of paths.entries()) {
    const { offset, length, type } = leafAt(leaves, i);
    // Uninterpreted bytes are clipped to the selection; other fields are copied whole or not at all.
    const from = type === 'bytes' ? Math.max(offset, start) : offset;
    const to = type === 'bytes' ? Math.min(offset + length, end) : offset + length;
    if (from < start || to > end) {
      omitted++;
      continue;
    }
    const value =
      type === 'bytes'
        ? lowerHex(bytes.subarray(from - start, to - start))
        : decodeLeaf(bytes, from - start, length, type);
    fields.push({ path: fieldPath, value });
  }
  if (fields.length === 0)
    return { error: 'The selection contains no complete field. Copy it as bytes instead.' };
  return { text: fieldsText(format, fields, node ? path : null), ...(omitted > 0 ? { omitted } : {}) };
}

/** @param within path of the selected node that the result is relative to; null: full paths as keys */
function fieldsText(format: 'json' | 'value', fields: readonly Field[], within: string | null): string {
  if (format === 'value') return fields.map(({ value }) => valueText(value)).join(' ');
  if (within === null) return toJson(Object.fromEntries(fields.map(({ path, value }) => [path, value])), 0);
  return toJson(nested(fields.map(({ path, value }) => [path.slice(within.length), value])), 0);
}

/** The structure node whose bytes are exactly the selection; null for none. */
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

/** A JSON value without null and booleans. */
export type Nested = number | string | Container;
type Container = Nested[] | { [name: string]: Nested };

/** Steps of a path: `.Name` or `Name`, and `[12]`. */
const STEP = /\[(\d+)\]|\.?([^.[]+)/g;

/**
 * Builds one value from fields by their paths: structs become objects, arrays lists.
 * @param fields paths relative to the value, `[0].X`; '' is the value itself
 * @example nested([['[0].X', 1], ['[0].Y', 2]]) // [{ X: 1, Y: 2 }]
 */
export function nested(fields: readonly (readonly [path: string, value: number | string])[]): Nested {
  const root: { value?: Nested } = {};
  for (const [path, value] of fields) put(root, stepsOf(path), value);
  return root.value ?? {};
}

/** Names and indices of a path, in order. */
function stepsOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(STEP), ([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function put(root: { value?: Nested }, steps: readonly (string | number)[], value: number | string): void {
  let [container, key]: [object, string | number] = [root, 'value'];
  for (const step of steps) {
    // Own properties only: a name may equal that of an inherited one.
    const existing: Container | undefined = Object.getOwnPropertyDescriptor(container, key)?.value;
    const inner: Container = existing ?? (typeof step === 'number' ? [] : {});
    define(container, key, inner);
    [container, key] = [inner, step];
  }
  define(container, key, value);
}

/** Defined, not assigned: a name may be `__proto__`. */
function define(container: object, key: string | number, value: Nested): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}
