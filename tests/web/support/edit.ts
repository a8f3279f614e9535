/** Files made from others by edits whose outcome is known by construction. */
import type { ParsedFile, StructureNode } from '@lithoscope/core';

/** The node at a path; a test that names none is wrong. */
export function nodeAt(file: ParsedFile, path: string): StructureNode {
  const node = file.resolve(path);
  if (!node) throw new Error(`no ${path}`);
  return node;
}

/** The bytes with some of them written over. */
export function patched(file: ParsedFile, offset: number, write: (view: DataView) => void): Uint8Array {
  const bytes = file.bytes.slice();
  write(new DataView(bytes.buffer, bytes.byteOffset + offset));
  return bytes;
}

/** The bytes with [start, end) in another form; the offsets of the sections behind follow. */
export function spliced(file: ParsedFile, start: number, end: number, instead: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(file.size - (end - start) + instead.length);
  bytes.set(file.bytes.subarray(0, start));
  bytes.set(instead, start);
  bytes.set(file.bytes.subarray(end), start + instead.length);
  const view = new DataView(bytes.buffer);
  const grown = instead.length - (end - start);
  for (const section of file.children('')) {
    const next = file.children(section.path).find(({ name }) => name === 'NextSectionOffset');
    const value = next && new DataView(file.bytes.buffer).getUint32(file.bytes.byteOffset + next.start, true);
    if (!next || value === undefined || value === 0xffffffff || value < end) continue;
    view.setUint32(next.start + (next.start >= end ? grown : 0), value + grown, true);
  }
  return bytes;
}

/** Text as LithTech files hold it: its length in two bytes, then the characters. */
export function lithString(text: string): Uint8Array {
  return Uint8Array.from([text.length & 255, text.length >> 8, ...[...text].map((c) => c.charCodeAt(0))]);
}
