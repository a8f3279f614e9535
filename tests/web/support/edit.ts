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

/** Bytes [start, end) of a file and what stands there instead. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly instead: Uint8Array;
}

/** The bytes with [start, end) in another form; the offsets of the sections after follow. */
export function spliced(file: ParsedFile, start: number, end: number, instead: Uint8Array): Uint8Array {
  return edited(file, [{ start, end, instead }]);
}

/**
 * The same with several edits, which do not overlap.
 * @param bytes of the file, patched where nothing grew
 */
export function edited(file: ParsedFile, edits: readonly Edit[], bytes = file.bytes): Uint8Array {
  const inOrder = edits.toSorted((a, b) => a.start - b.start);
  const grownBefore = (offset: number) =>
    inOrder.reduce(
      (sum, { start, end, instead }) => (end <= offset ? sum + instead.length - (end - start) : sum),
      0,
    );
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, instead } of inOrder) {
    parts.push(bytes.subarray(at, start), instead);
    at = end;
  }
  const result = new Uint8Array(Buffer.concat([...parts, bytes.subarray(at)]));
  const view = new DataView(result.buffer);
  for (const section of file.children('')) {
    const next = file.children(section.path).find(({ name }) => name === 'NextSectionOffset');
    const value = next && new DataView(file.bytes.buffer).getUint32(file.bytes.byteOffset + next.start, true);
    if (!next || value === undefined || value === 0xffffffff) continue;
    view.setUint32(next.start + grownBefore(next.start), value + grownBefore(value), true);
  }
  return result;
}

/** A model with its first vertex so many times, all of them moved by so many units. */
export function withVertices(model: ParsedFile, count: number, moved: number): Uint8Array {
  const LOD = 'Pieces.Pieces[0].LODs[0]';
  const list = nodeAt(model, `${LOD}.Vertices`);
  const first = nodeAt(model, `${LOD}.Vertices[0]`);
  const location = nodeAt(model, `${LOD}.Vertices[0].Location`).start - first.start;
  const size = first.end - first.start;
  const vertices = new Uint8Array(count * size);
  const view = new DataView(vertices.buffer);
  for (let at = 0; at < vertices.length; at += size) {
    vertices.set(model.bytes.subarray(first.start, first.end), at);
    view.setFloat32(at + location, view.getFloat32(at + location, true) + moved, true);
  }
  const counter = nodeAt(model, `${LOD}.VertexCount`);
  const counted = patched(model, counter.start, (at) => at.setUint32(0, count, true));
  return edited(model, [{ start: list.start, end: list.end, instead: vertices }], counted);
}

/** Text as LithTech files hold it: its length in two bytes, then the characters. */
export function lithString(text: string): Uint8Array {
  return Uint8Array.from([text.length & 255, text.length >> 8, ...[...text].map((c) => c.charCodeAt(0))]);
}
