/** Zip directory (APPNOTE 6.3.10), read in slices, never the whole file. */

import { formatCount } from '../explain/describe.ts';
import { Crc32 } from '../lib/crc32.ts';
import { type ArchiveEntry, type ByteSource, type EntryPlace, Unreadable } from './locator.ts';
import { readablePath } from './paths.ts';
import { expectPossibleSize } from './zip-entry.ts';

/** Signatures of the records of a zip. */
export const ZIP_RECORDS = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  header: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
} as const;
const { header: HEADER, end: END, end64: END_64, end64Locator: END_64_LOCATOR } = ZIP_RECORDS;
export const END_64_BYTES = 56;
const END_BYTES = 22;
const END_64_LOCATOR_BYTES = 20;
const HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const MAX_COMMENT = 0xffff;

/** Bytes of the directory read at a time. */
const SLICE = 512 * 1024;

/** End records that are tried: a comment may be full of false ones. */
const MAX_ENDS = 64;

const NO_DIRECTORY =
  'The directory of the zip cannot be read: the zip is cut off at its end, or it is one part of several.';

/** Where the directory is, and what the end record says about it. */
export interface Directory {
  readonly offset: number;
  /** Upper bound of its end. */
  readonly end: number;
  /** Bytes before the zip, as in a self-extracting program: offsets count from their end. */
  readonly prefix: number;
  readonly count: number;
  /** `count` has 16 bits: of more entries it holds the lower ones. */
  readonly isShort: boolean;
  /** Pointers to the directory, or to the zip64 record that has one. */
  readonly pointers: readonly Pointer[];
}

/** An offset stored in a zip. */
interface Pointer {
  /** Its own position. */
  readonly at: number;
  readonly bytes: 4 | 8;
}

/** Finds the directory of a zip. Rejects with a sentence if there is none. */
export async function findDirectory(source: ByteSource): Promise<Directory> {
  const tail = Math.min(source.size, END_BYTES + MAX_COMMENT);
  const from = source.size - tail;
  const bytes = new DataView((await source.read(from, source.size)).buffer);
  let isSplit = false;
  let looked = 0;
  // The trailing comment may contain what looks like an end record.
  for (const exact of [true, false]) {
    for (let at = tail - END_BYTES; at >= 0 && looked < MAX_ENDS; at--) {
      if (bytes.getUint8(at) !== 0x50 || bytes.getUint32(at, true) !== END) continue;
      const isExact = at + END_BYTES + bytes.getUint16(at + 20, true) === tail;
      if (isExact !== exact) continue;
      looked++;
      const end = new DataView(bytes.buffer, at, END_BYTES);
      const found = await directoryOf(source, end, from + at);
      if (found === 'split') isSplit = true;
      else if (found) return found;
    }
  }
  throw new Unreadable(
    isSplit ? 'The zip is one part of several; put them together first (zip -s 0).' : NO_DIRECTORY,
  );
}

/** The directory that an end record points to; null if it is not there. */
async function directoryOf(
  source: ByteSource,
  record: DataView,
  position: number,
): Promise<Directory | 'split' | null> {
  const disks = [record.getUint16(4, true), record.getUint16(6, true)];
  const short = {
    count: record.getUint16(10, true),
    size: record.getUint32(12, true),
    offset: record.getUint32(16, true),
    position,
    isShort: true,
    pointers: [{ at: position + 16, bytes: 4 }] as readonly Pointer[],
  };
  const needs64 = short.count === 0xffff || short.size === 0xffffffff || short.offset === 0xffffffff;
  const said = (needs64 && (await end64(source, position))) || short;
  if (said === short && disks.some((disk) => disk > 0 && disk !== 0xffff)) return 'split';
  const { count, size, offset, isShort, pointers } = said;
  const end = said.position;
  if (count === 0 && size === 0) return { offset: end, end, prefix: 0, count, isShort, pointers };
  const place = (at: number, prefix: number) => ({ offset: at, end, prefix, count, isShort, pointers });
  // Where it points; else directly before the end record, if the zip was prefixed.
  if (await isHeader(source, offset)) return place(offset, 0);
  const before = said.position - size;
  return (await isHeader(source, before)) ? place(before, before - offset) : null;
}

/** The zip64 end record; null for none. */
async function end64(source: ByteSource, position: number) {
  const at = position - END_64_LOCATOR_BYTES;
  if (at < 0) return null;
  const locator = new DataView((await source.read(at, position)).buffer);
  if (locator.getUint32(0, true) !== END_64_LOCATOR) return null;
  for (const start of [bigNumber(locator, 8), at - END_64_BYTES]) {
    if (start < 0 || start + END_64_BYTES > at) continue;
    const record = new DataView((await source.read(start, start + END_64_BYTES)).buffer);
    if (record.getUint32(0, true) !== END_64) continue;
    const [count, size, offset] = [bigNumber(record, 32), bigNumber(record, 40), bigNumber(record, 48)];
    const pointers: Pointer[] = [
      { at: start + 48, bytes: 8 },
      { at: at + 8, bytes: 8 },
      { at: position + 16, bytes: 4 },
    ];
    return { count, size, offset, position: start, isShort: false, pointers };
  }
  return null;
}

async function isHeader(source: ByteSource, at: number): Promise<boolean> {
  if (at < 0 || at + HEADER_BYTES > source.size) return false;
  return new DataView((await source.read(at, at + 4)).buffer).getUint32(0, true) === HEADER;
}

/** A 64-bit number; precision past 2⁵³ does not matter, as no file is that large. */
function bigNumber(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** Listing of a zip; see Listing. */
export interface ZipListing {
  readonly entries: ArchiveEntry[];
  readonly problems: string[];
}

/**
 * Lists a zip. Rejects with a sentence if it has no directory, and with the signal's reason.
 * @param limits of entries, and of bytes of their names
 */
export async function listZip(
  source: ByteSource,
  limits: { readonly entries: number; readonly text: number },
  pause: () => Promise<void>,
): Promise<ZipListing> {
  const directory = await findDirectory(source);
  const entries: ArchiveEntry[] = [];
  const problems: string[] = [];
  const files = { entries, ends: [] as number[] };
  let number = 0;
  let text = 0;
  for await (const header of headersOf(source, directory)) {
    if (header === 'cut') {
      problems.push('The directory of the zip is cut off.');
      break;
    }
    const { record } = header;
    number++;
    text += record.getUint16(28, true);
    if (entries.length === limits.entries || text > limits.text) {
      problems.push(`The zip has more entries than the ${formatCount(entries.length)} listed.`);
      break;
    }
    addEntry(files, record, directory);
    if (number % 4096 === 0) await pause();
  }
  const counted = directory.isShort ? number & 0xffff : number;
  if (counted !== directory.count && problems.length === 0) {
    problems.push(
      `The zip claims to have ${formatCount(directory.count)} entries, but its directory lists ${formatCount(number)}.`,
    );
  }
  const overlapping = refuseOverlaps(files.entries, files.ends);
  if (overlapping > 0)
    problems.push(`Entries of the zip overlap: ${formatCount(overlapping)} of them are not read.`);
  return { entries, problems };
}

/** A header of the directory. */
interface Header {
  readonly at: number;
  /** The whole record. */
  readonly record: DataView<ArrayBuffer>;
}

/** The headers of a directory in order; 'cut' last if the directory is truncated. */
export async function* headersOf(
  source: ByteSource,
  directory: Pick<Directory, 'offset' | 'end'>,
): AsyncGenerator<Header | 'cut'> {
  let at = directory.offset;
  let slice = new DataView(new ArrayBuffer(0));
  let sliceAt = at;
  /** Loads the next bytes into the slice; false if the directory ends before. */
  const reach = async (length: number) => {
    if (at + length > directory.end) return false;
    const end = Math.min(at + Math.max(SLICE, length), directory.end);
    slice = new DataView((await source.read(at, end)).buffer);
    sliceAt = at;
    return true;
  };
  const isIn = (length: number) => at - sliceAt + length <= slice.byteLength;
  for (;;) {
    if (!isIn(HEADER_BYTES) && !(await reach(HEADER_BYTES))) return;
    const head = new DataView(slice.buffer, at - sliceAt, HEADER_BYTES);
    if (head.getUint32(0, true) !== HEADER) return;
    const length =
      HEADER_BYTES + head.getUint16(28, true) + head.getUint16(30, true) + head.getUint16(32, true);
    if (!isIn(length) && !(await reach(length))) {
      yield 'cut';
      return;
    }
    yield { at, record: new DataView(slice.buffer, at - sliceAt, length) };
    at += length;
  }
}

/** Adds the entry of a header; skips folders. */
function addEntry(
  { entries, ends }: { entries: ArchiveEntry[]; ends: number[] },
  record: DataView,
  directory: Directory,
): void {
  const nameLength = record.getUint16(28, true);
  const name = new Uint8Array(record.buffer, record.byteOffset + HEADER_BYTES, nameLength);
  const flags = record.getUint16(8, true);
  const extra = extraFields(record, name);
  const stored = extra.name ?? nameText(name, (flags & 0x800) !== 0);
  const method = record.getUint16(10, true);
  const sizes = { packed: record.getUint32(20, true), size: record.getUint32(24, true) };
  const place: EntryPlace = {
    offset: (extra.offset ?? record.getUint32(42, true)) + directory.prefix,
    packed: extra.packed ?? sizes.packed,
    size: extra.size ?? sizes.size,
    storage: method === 0 ? 'plain' : 'deflate',
    crc: record.getUint32(16, true),
  };
  if (/[\\/]$/.test(stored) && place.size === 0) return;
  ends.push(place.offset + LOCAL_HEADER_BYTES + place.packed);
  const disk = record.getUint16(34, true);
  entries.push({
    path: readablePath(stored),
    place,
    time: extra.time ?? dosTime(record.getUint16(14, true), record.getUint16(12, true)),
    problem: problemOf(flags, method, disk, place, directory),
  });
}

/** Why an entry cannot be read, as far as the directory tells. */
function problemOf(
  flags: number,
  method: number,
  disk: number,
  place: EntryPlace,
  directory: Directory,
): string {
  // Bit 13: the names are hidden as well.
  if (flags & 0x2041) return 'It is encrypted.';
  if (method !== 0 && method !== 8)
    return `It is compressed with ${METHODS[method] ?? 'an unknown method'} (method ${method}), which is not supported.`;
  if (disk !== 0 && disk !== 0xffff) return 'It is in another part of the zip, which has several.';
  const { offset, packed, size } = place;
  if (!(offset >= 0 && offset + LOCAL_HEADER_BYTES + packed <= directory.offset))
    return 'It is outside the data of the zip.';
  if (method === 0 && packed !== size)
    return `It is stored uncompressed, but the zip gives two different sizes: ${formatCount(packed)} and ${formatCount(size)} bytes.`;
  try {
    if (method === 8) expectPossibleSize(place);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
  return '';
}

const METHODS: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'BZIP2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  97: 'WavPack',
  98: 'PPMd',
  99: 'AES encryption',
};

/** Values of extra fields, which replace those of the header. */
interface Extra {
  packed?: number;
  size?: number;
  offset?: number;
  time?: number;
  name?: string;
}

function extraFields(record: DataView, name: Uint8Array): Extra {
  const extra: Extra = {};
  for (const { id, start, length } of extraParts(
    record,
    HEADER_BYTES + name.length,
    record.getUint16(30, true),
  )) {
    const field = new DataView(record.buffer, record.byteOffset + start, length);
    if (id === ZIP64_FIELD) {
      for (const [key, place] of zip64Places(record, start, length)) extra[key] = bigNumber(record, place);
    } else if (id === 0x5455 && length >= 5 && field.getUint8(0) & 1) {
      extra.time = field.getInt32(1, true) * 1000;
    } else if (id === 0x7075 && length > 5 && field.getUint8(0) === 1) {
      const crc = new Crc32();
      crc.add(name);
      // A different checksum means that the field is of an older name.
      if (crc.value === field.getUint32(1, true))
        extra.name = UTF8.decode(new Uint8Array(field.buffer, field.byteOffset + 5, length - 5));
    }
  }
  return extra;
}

export const ZIP64_FIELD = 0x0001;

/** The extra fields of a header, with the offsets of their data; truncated ones are skipped. */
export function* extraParts(header: DataView, from: number, size: number) {
  let at = from;
  while (at + 4 <= from + size) {
    const id = header.getUint16(at, true);
    const length = header.getUint16(at + 2, true);
    const start = at + 4;
    at = start + length;
    if (at > from + size) return;
    yield { id, start, length };
  }
}

/** Offsets of the 32-bit numbers that a zip64 field may replace, in its order. */
const BIG = { size: 24, packed: 20, offset: 42 } as const;

/** Positions of the 64-bit numbers in a record. @param start of the data of its zip64 field */
export function zip64Places(record: DataView, start: number, length: number): Map<keyof typeof BIG, number> {
  const places = new Map<keyof typeof BIG, number>();
  let at = start;
  for (const key of Object.keys(BIG) as (keyof typeof BIG)[]) {
    if (record.getUint32(BIG[key], true) !== 0xffffffff || at + 8 > start + length) continue;
    places.set(key, at);
    at += 8;
  }
  return places;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Upper half of code page 437, the encoding of names that are not flagged as UTF-8. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Decodes a name: many programs write UTF-8 without the flag; other bytes are code page 437. */
function nameText(bytes: Uint8Array, isUtf8: boolean): string {
  if (isUtf8) return UTF8.decode(bytes);
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join(
      '',
    );
  }
}

/** DOS local time, in steps of two seconds; null if invalid. */
function dosTime(date: number, time: number): number | null {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  if (month < 1 || month > 12 || day < 1) return null;
  return new Date(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime();
}

/**
 * Refuses entries that overlap another, and all but the first that start at the same byte: a bomb makes many large files of
 * the same few bytes.
 * @param ends lower bound of each entry's end
 * @returns number of refused entries
 */
function refuseOverlaps(entries: ArchiveEntry[], ends: readonly number[]): number {
  const offset = (i: number) => entries[i]?.place.offset ?? 0;
  const order = Uint32Array.from(entries, (_, i) => i);
  if (order.some((i) => i > 0 && offset(i) <= offset(i - 1)))
    order.sort((a, b) => offset(a) - offset(b) || a - b);
  let count = 0;
  const refuse = (i: number) => {
    const entry = entries[i];
    if (!entry || entry.problem) return;
    entries[i] = { ...entry, problem: 'Its bytes overlap those of another entry.' };
    count++;
  };
  let before = order[0] ?? 0;
  for (const i of order.subarray(1)) {
    if (offset(i) === offset(before)) {
      refuse(i);
      continue;
    }
    if ((ends[before] ?? 0) > offset(i)) refuse(before);
    before = i;
  }
  return count;
}
