/** Writes zips (APPNOTE 6.3.10), sound ones and such as lie. */
import { deflateRawSync } from 'node:zlib';
import { Crc32 } from '../../web/lib/crc32.ts';
import { assembled, lengthOf, type Part, Writer } from './parts.ts';

/** A file to write. What is not said is what the content has. */
export interface ZipEntry {
  /** Bytes of the name; a text is written as UTF-8, and so marked. */
  readonly path: string | Uint8Array;
  readonly content: Part;
  readonly deflate?: boolean;
  /** The content as it is in the zip, where that was made before; of a method that nobody knows as well. */
  readonly packed?: Uint8Array<ArrayBuffer>;
  readonly crc?: number;
  readonly method?: number;
  readonly flags?: number;
  /** What the directory says. */
  readonly size?: number;
  readonly packedSize?: number;
  readonly offset?: number;
  /** After the other extra fields. */
  readonly extra?: Uint8Array;
  readonly disk?: number;
  /** The numbers of the entry are in a field of zip64. */
  readonly zip64?: boolean;
}

/** What the end record says instead of the truth. */
export interface ZipEnd {
  readonly count?: number;
  readonly size?: number;
  readonly offset?: number;
  readonly disk?: number;
  readonly comment?: Uint8Array;
  /** With the records of zip64 in front of it. */
  readonly zip64?: boolean;
}

/** The CRC-32 of a part. */
export function crcOf(content: Part): number {
  const crc = new Crc32();
  crc.add(assembled([content]));
  return crc.value;
}

/** Local time of all entries: 2001-05-10 00:46:08, in the form of DOS. */
const DOS_DATE = (21 << 9) | (5 << 5) | 10;
const DOS_TIME = (0 << 11) | (46 << 5) | 4;

/** A zip of these files, in their order. */
export function zipParts(entries: readonly ZipEntry[], end: ZipEnd = {}): Part[] {
  const parts: Part[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  const add = (part: Part) => {
    parts.push(part);
    at += lengthOf(part);
  };
  for (const entry of entries) {
    const { content, deflate = false, zip64 = false } = entry;
    const name = typeof entry.path === 'string' ? new TextEncoder().encode(entry.path) : entry.path;
    const data = entry.packed ?? (deflate ? Uint8Array.from(deflateRawSync(assembled([content]))) : content);
    const method = entry.method ?? (deflate || entry.packed ? 8 : 0);
    const flags = entry.flags ?? (typeof entry.path === 'string' ? 0x800 : 0);
    const crc = entry.crc ?? crcOf(content);
    const size = entry.size ?? lengthOf(content);
    const packedSize = entry.packedSize ?? lengthOf(data);
    const offset = entry.offset ?? at;
    const head = (writer: Writer) => writer.u16(flags).u16(method).u16(DOS_TIME).u16(DOS_DATE).u32(crc);
    const sizes = (writer: Writer) =>
      zip64 ? writer.u32(0xffffffff).u32(0xffffffff) : writer.u32(packedSize).u32(size);
    const big = new Writer();
    if (zip64) big.u16(1).u16(24).u64(size).u64(packedSize).u64(offset);
    const extra = [...big.bytes(), ...(entry.extra ?? [])];
    const local = head(new Writer().text('PK\x03\x04').u16(zip64 ? 45 : 20));
    add(sizes(local).u16(name.length).u16(0).raw(name).bytes());
    add(data);
    const header = head(
      new Writer()
        .text('PK\x01\x02')
        .u16(zip64 ? 45 : 20)
        .u16(20),
    );
    sizes(header)
      .u16(name.length)
      .u16(extra.length)
      .u16(0)
      .u16(entry.disk ?? 0)
      .u16(0)
      .u32(0);
    directory.push(
      header
        .u32(zip64 ? 0xffffffff : offset)
        .raw(name)
        .raw(extra)
        .bytes(),
    );
  }
  const start = at;
  for (const header of directory) add(header);
  const count = end.count ?? entries.length;
  const size = end.size ?? at - start;
  const offset = end.offset ?? start;
  if (end.zip64) {
    const record = new Writer().text('PK\x06\x06').u64(44).u16(45).u16(45).u32(0).u32(0);
    const position = at;
    add(record.u64(count).u64(count).u64(size).u64(offset).bytes());
    add(new Writer().text('PK\x06\x07').u32(0).u64(position).u32(1).bytes());
  }
  const last = new Writer()
    .text('PK\x05\x06')
    .u16(end.disk ?? 0)
    .u16(end.disk ?? 0);
  if (end.zip64) last.u16(0xffff).u16(0xffff).u32(0xffffffff).u32(0xffffffff);
  else last.u16(count).u16(count).u32(size).u32(offset);
  const comment = end.comment ?? new Uint8Array(0);
  add(last.u16(comment.length).raw(comment).bytes());
  return parts;
}
