/** A sample made longer, by vertices of which each is as the one before it. */
import { readFileSync } from 'node:fs';
import { CLOCKWORK } from '../../web/support/samples.ts';

/** `Pieces.Pieces[0].LODs[0].Vertices[40]`: where it begins, its bytes, its Location in it; and where VertexCount is. */
export const VERTEX = 0x3c6b;
export const VERTEX_SIZE = 68;
const VERTEX_LOCATION = 44;
const VERTEX_COUNT = 0x34ab;

/** The sample with copies of a vertex before it, all of them moved by so many units. */
export function withVertices(count: number, moved: number): Buffer {
  const sample = readFileSync(CLOCKWORK);
  const copy = Buffer.from(sample.subarray(VERTEX, VERTEX + VERTEX_SIZE));
  copy.writeFloatLE(copy.readFloatLE(VERTEX_LOCATION) + moved, VERTEX_LOCATION);
  sample.writeUInt32LE(sample.readUInt32LE(VERTEX_COUNT) + count, VERTEX_COUNT);
  // Along the chain of sections, each of which begins with its name and the offset of the next.
  for (let at = 0, next = 0; next !== 0xffffffff; at = next) {
    const field = at + 2 + sample.readUInt16LE(at);
    next = sample.readUInt32LE(field);
    if (next > VERTEX && next !== 0xffffffff) sample.writeUInt32LE(next + count * VERTEX_SIZE, field);
  }
  const copies = Buffer.alloc(count * VERTEX_SIZE, copy);
  return Buffer.concat([sample.subarray(0, VERTEX), copies, sample.subarray(VERTEX)]);
}
