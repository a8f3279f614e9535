/** Rewriting zips (APPNOTE 6.3.10): entries are replaced; deflated ones stay deflated. */

import { Crc32 } from '../lib/crc32.ts';
import { deflated } from './deflate.ts';
import type { ArchiveEntry, ByteSource, EntryPlace } from './locator.ts';
import {
  type NewFile,
  numberPatch,
  type Patch,
  type Splice,
  Splices,
  spliced,
  Unwritable,
} from './splice.ts';
import { extraParts, findDirectory, headersOf, ZIP64_FIELD, zip64Places } from './zip-directory.ts';
import { zipDataStart } from './zip-entry.ts';

const TOO_LARGE = 'It would be larger than 4 GB, the most that this zip can hold.';
/** Greatest 32-bit size or offset; 0xffffffff refers to a zip64 field. */
const MAX_SIZE = 0xfffffffe;
const HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const DESCRIPTOR = 0x08074b50;
/** Flag: checksum and sizes follow the data. */
const HAS_DESCRIPTOR = 8;

/** New content of an entry. */
interface Content {
  /** Replaces its local header and data. */
  readonly splice: Splice;
  readonly method: 0 | 8;
  readonly crc: number;
  /** Compressed and uncompressed bytes. */
  readonly packed: number;
  readonly size: number;
}

/** Entries keep their order; everything after a replaced one moves. */
export async function zipWith(
  source: ByteSource,
  replaced: readonly (readonly [ArchiveEntry, Uint8Array])[],
): Promise<NewFile> {
  const directory = await findDirectory(source);
  // Readable entries have distinct offsets.
  const contents = new Map<number, Content>();
  for (const [entry, bytes] of replaced)
    contents.set(entry.place.offset, await contentOf(source, entry, bytes));
  const splices = new Splices([...contents.values()].map(({ splice }) => splice));
  const patches: Patch[] = [];
  const patch = (at: number, bytes: 2 | 4 | 8, value: number) => {
    if (bytes === 4 && value > MAX_SIZE) throw new Unwritable(TOO_LARGE);
    patches.push(numberPatch(at, value, bytes));
  };
  const open = new Map(contents);
  for await (const header of headersOf(source, directory)) {
    if (header === 'cut') break;
    const { at, record } = header;
    const fields = fieldsOf(record);
    const offset = numberAt(record, fields.offset);
    const start = offset + directory.prefix;
    if (splices.isInside(start)) throw new Unwritable('Entries of the zip overlap.');
    const moved = start < directory.offset ? splices.moved(start) : start;
    if (moved !== start) patch(at + fields.offset.at, fields.offset.bytes, offset + moved - start);
    const content = open.get(start);
    if (!content) continue;
    open.delete(start);
    const { method, crc, packed, size } = content;
    patch(at + 8, 2, record.getUint16(8, true) & ~HAS_DESCRIPTOR);
    patch(at + 10, 2, method);
    patches.push(numberPatch(at + 16, crc, 4));
    patch(at + fields.packed.at, fields.packed.bytes, packed);
    patch(at + fields.size.at, fields.size.bytes, size);
  }
  for (const { at, bytes } of directory.pointers) {
    const offset = numberAt(new DataView((await source.read(at, at + bytes)).buffer), { at: 0, bytes });
    // The placeholder of a zip64 number stays.
    if (bytes === 8 || offset <= MAX_SIZE) patch(at, bytes, offset + splices.grown);
  }
  return spliced(source, splices, patches);
}

/** Position of a number in a header. */
interface Field {
  readonly at: number;
  readonly bytes: 4 | 8;
}

function numberAt(view: DataView, { at, bytes }: Field): number {
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

/** Positions of the numbers that zip64 may move. */
function fieldsOf(record: DataView): Record<'size' | 'packed' | 'offset', Field> {
  const fields: Record<'size' | 'packed' | 'offset', Field> = {
    size: { at: 24, bytes: 4 },
    packed: { at: 20, bytes: 4 },
    offset: { at: 42, bytes: 4 },
  };
  const extraAt = HEADER_BYTES + record.getUint16(28, true);
  for (const { id, start, length } of extraParts(record, extraAt, record.getUint16(30, true))) {
    if (id !== ZIP64_FIELD) continue;
    for (const [key, at] of zip64Places(record, start, length)) fields[key] = { at, bytes: 8 };
  }
  return fields;
}

async function contentOf(source: ByteSource, { place }: ArchiveEntry, bytes: Uint8Array): Promise<Content> {
  const dataStart = await zipDataStart(source, place);
  const dataEnd = dataStart + place.packed;
  const checksum = new Crc32();
  checksum.add(bytes);
  const crc = checksum.value;
  const packed = place.storage === 'deflate' ? await deflated(new Uint8Array(bytes)) : null;
  const isSmaller = packed !== null && packed.length < bytes.length;
  const [method, data] = isSmaller ? ([8, packed] as const) : ([0, bytes] as const);
  const numbers = { method, crc, packed: data.length, size: bytes.length };
  const old = new DataView((await source.read(place.offset, dataStart)).buffer);
  const header = localHeader(old, numbers);
  const whole = new Uint8Array(header.length + data.length);
  whole.set(header);
  whole.set(data, header.length);
  const hasDescriptor = (old.getUint16(6, true) & HAS_DESCRIPTOR) > 0;
  const end = dataEnd + (hasDescriptor ? await descriptorAt(source, dataEnd, place) : 0);
  return { splice: { start: place.offset, end, bytes: whole }, ...numbers };
}

/** The local header of an entry with new numbers, without a zip64 field. */
function localHeader(
  old: DataView<ArrayBuffer>,
  { method, crc, packed, size }: Omit<Content, 'splice'>,
): Uint8Array {
  const extraAt = LOCAL_HEADER_BYTES + old.getUint16(26, true);
  const all = new Uint8Array(old.buffer, old.byteOffset, old.byteLength);
  let kept = [all];
  for (const { id, start, length } of extraParts(old, extraAt, old.getUint16(28, true))) {
    if (id === ZIP64_FIELD) kept = [all.subarray(0, start - 4), all.subarray(start + length)];
  }
  const header = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0));
  header.set(kept[0] ?? all);
  header.set(kept[1] ?? [], kept[0]?.length ?? 0);
  const view = new DataView(header.buffer);
  view.setUint16(6, old.getUint16(6, true) & ~HAS_DESCRIPTOR, true);
  view.setUint16(8, method, true);
  view.setUint32(14, crc, true);
  view.setUint32(18, packed, true);
  view.setUint32(22, size, true);
  view.setUint16(28, header.length - extraAt, true);
  return header;
}

/** Bytes of the data descriptor after the data; 0 for none. */
async function descriptorAt(
  source: ByteSource,
  at: number,
  { crc, packed, size }: EntryPlace,
): Promise<number> {
  const view = new DataView((await source.read(at, Math.min(at + 24, source.size))).buffer);
  const start = view.byteLength >= 4 && view.getUint32(0, true) === DESCRIPTOR ? 4 : 0;
  for (const bytes of [4, 8] as const) {
    const length = start + 4 + 2 * bytes;
    if (view.byteLength < length || view.getUint32(start, true) !== crc) continue;
    const isPacked = numberAt(view, { at: start + 4, bytes }) === packed;
    if (isPacked && numberAt(view, { at: start + 4 + bytes, bytes }) === size) return length;
  }
  return 0;
}
