/**
 * Zip writer (APPNOTE 6.3.10): a zip that is written as it grows, of any size: numbers beyond 32 bits go into zip64 fields.
 * Times are UTC, so equal content gives equal bytes on every machine.
 */
import { Crc32 } from '../lib/crc32.ts';
import { deflated } from './deflate.ts';
import { Unwritable } from './splice.ts';
import { END_64_BYTES, ZIP_RECORDS, ZIP64_FIELD } from './zip-directory.ts';

/** Destination of the zip: a file or memory. */
export interface Sink {
  write(part: Uint8Array<ArrayBuffer>): Promise<void>;
}

type Part = Uint8Array<ArrayBuffer>;
type Parts = AsyncIterable<Part> | Iterable<Part>;

/** The methods of a zip (APPNOTE 4.4.5). */
const STORED = 0;
const DEFLATED = 8;

/** Stands for a number that is in the zip64 field. */
const BIG = 0xffff_ffff;
const BIG_COUNT = 0xffff;

/** Flags: checksum and sizes follow the data; the name is UTF-8. */
const DESCRIPTOR_FLAG = 0x8;
const UTF8_FLAG = 0x800;

/** The version that a reader needs: with Deflate and folders, with zip64. */
const VERSION = 20;
const VERSION_64 = 45;

const TIME_FIELD = 0x5455;
const MAX_NAME = 0xffff;

/** What Deflate adds to bytes that it cannot compress is far less: a file below this needs no zip64 field. */
const SURELY_SMALL = BIG - 2 ** 24;

/** Range of times in a zip. */
const FIRST_TIME = Date.UTC(1980, 0, 1);
const LAST_TIME = Date.UTC(2107, 11, 31);

/** Data of an entry as a zip has it. */
export interface PackedData {
  readonly storage: 'plain' | 'deflate';
  readonly crc: number;
  /** Bytes in the zip. */
  readonly packed: number;
  readonly size: number;
}

/** An entry whose data have been written. */
interface Entry extends PackedData {
  readonly name: Part;
  readonly time: number;
  readonly flags: number;
  readonly offset: number;
}

/** The parts of a zip in order: its entries, one after another, and its end. */
export class ZipParts {
  readonly #entries: Entry[] = [];
  /** Bytes so far. */
  size = 0;

  /**
   * An entry of which the data are here as a zip has them.
   * @param time modification time, ms since 1970; null if unknown
   */
  async *packed(path: string, data: PackedData, parts: Parts, time: number | null): AsyncGenerator<Part> {
    const entry = this.#entry(path, data, 0, time);
    const isBig = data.packed >= BIG || data.size >= BIG;
    yield this.#count(localHeader(entry, isBig));
    for await (const part of parts) yield this.#count(part);
    this.#entries.push(entry);
  }

  /** An entry whose size is known, of which the bytes come in parts: they are deflated on the way. */
  async *streamed(path: string, size: number, parts: Parts, time: number | null): AsyncGenerator<Part> {
    const unknown: PackedData = { storage: 'deflate', crc: 0, packed: 0, size: 0 };
    const entry = this.#entry(path, unknown, DESCRIPTOR_FLAG, time);
    const isBig = size > SURELY_SMALL;
    yield this.#count(localHeader(entry, isBig));
    const crc = new Crc32();
    const start = this.size;
    let length = 0;
    const counting = async function* () {
      for await (const part of parts) {
        crc.add(part);
        length += part.length;
        yield part;
      }
    };
    for await (const part of deflating(counting())) yield this.#count(part);
    const packed = this.size - start;
    if (!isBig && Math.max(length, packed) >= BIG)
      throw new Unwritable('It has become larger than it was said to be.');
    const whole = { ...entry, crc: crc.value, packed, size: length };
    yield this.#count(descriptor(whole, isBig));
    this.#entries.push(whole);
  }

  /** The directory. */
  *end(): Generator<Part> {
    const offset = this.size;
    for (const entry of this.#entries) yield this.#count(directoryHeader(entry));
    const count = this.#entries.length;
    const size = this.size - offset;
    const isBig = count >= BIG_COUNT || size >= BIG || offset >= BIG;
    if (isBig) yield this.#count(end64(count, size, offset, this.size));
    yield this.#count(
      new Record()
        .u32(ZIP_RECORDS.end)
        .u16(0, 0)
        .u16(Math.min(count, BIG_COUNT), Math.min(count, BIG_COUNT))
        .u32(Math.min(size, BIG), Math.min(offset, BIG))
        .u16(0)
        .bytes(),
    );
  }

  #entry(path: string, data: PackedData, flag: number, time: number | null): Entry {
    const name = new TextEncoder().encode(path);
    if (name.length > MAX_NAME) throw new Unwritable('Its path is longer than a zip can hold.');
    const isAscii = name.every((byte) => byte < 0x80);
    return {
      ...data,
      name,
      time: Math.min(Math.max(time ?? FIRST_TIME, FIRST_TIME), LAST_TIME),
      flags: flag | (isAscii ? 0 : UTF8_FLAG),
      offset: this.size,
    };
  }

  #count(part: Part): Part {
    this.size += part.length;
    return part;
  }
}

/** A zip to which files are added one at a time. They are stored, which is fast, unless they are to be deflated. */
export class ZipWriter {
  readonly #parts = new ZipParts();
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Bytes written. */
  get size(): number {
    return this.#parts.size;
  }

  /** @param time modification time, ms since 1970; null if unknown */
  async add(path: string, bytes: Part, time: number | null): Promise<void> {
    await this.#write(this.#parts.packed(path, storedData(bytes), [bytes], time));
  }

  /** As `add`, deflated. */
  async addDeflated(path: string, bytes: Part, time: number | null): Promise<void> {
    const { data, packed } = await deflatedData(bytes);
    await this.#write(this.#parts.packed(path, data, [packed], time));
  }

  async end(): Promise<void> {
    await this.#write(this.#parts.end());
  }

  async #write(parts: Parts): Promise<void> {
    for await (const part of parts) await this.#sink.write(part);
  }
}

function storedData(bytes: Part): PackedData {
  const crc = new Crc32();
  crc.add(bytes);
  return { storage: 'plain', crc: crc.value, packed: bytes.length, size: bytes.length };
}

/** Bytes deflated, unless that makes them larger. */
export async function deflatedData(bytes: Part): Promise<{ data: PackedData; packed: Part }> {
  const data = storedData(bytes);
  const packed = await deflated(bytes);
  if (packed.length >= bytes.length) return { data, packed: bytes };
  return { data: { ...data, storage: 'deflate', packed: packed.length }, packed };
}

/** Deflates bytes as they come. */
async function* deflating(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  const source = new ReadableStream<Part>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  const reader = source.pipeThrough(new CompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value as Part;
    }
  } finally {
    await reader.cancel();
  }
}

/** Little-endian numbers and bytes, one after another. */
class Record {
  readonly #bytes: number[] = [];

  u8(value: number): this {
    this.#bytes.push(value);
    return this;
  }

  u16(...values: readonly number[]): this {
    for (const value of values) this.#number(value, 2);
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.#number(value, 4);
    return this;
  }

  u64(...values: readonly number[]): this {
    for (const value of values) this.#number(value, 8);
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.#bytes.push(...bytes);
    return this;
  }

  bytes(): Part {
    return Uint8Array.from(this.#bytes);
  }

  #number(value: number, bytes: number): void {
    let rest = value;
    for (let i = 0; i < bytes; i++) {
      this.#bytes.push(rest % 256);
      rest = Math.floor(rest / 256);
    }
  }
}

/** What the header in the directory and the one before the data have in common. */
function common(record: Record, { flags, storage, time, crc, packed, size }: Entry, isBig: boolean): Record {
  const date = new Date(time);
  const seconds =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | Math.floor(date.getUTCSeconds() / 2);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return record
    .u16(isBig ? VERSION_64 : VERSION, flags, storage === 'plain' ? STORED : DEFLATED)
    .u16(seconds, day)
    .u32(crc, Math.min(packed, BIG), Math.min(size, BIG));
}

/** The time to the second, as Info-ZIP writes it. */
function timeField(time: number): Part {
  const seconds = Math.floor(time / 1000);
  // Flags: the time of modification alone.
  return new Record().u16(TIME_FIELD, 5).u8(1).u32(seconds).bytes();
}

function localHeader(entry: Entry, isBig: boolean): Part {
  const extra = new Record();
  // Both sizes, of which the places in the header then say that they are here.
  if (isBig) extra.u16(ZIP64_FIELD, 16).u64(entry.size, entry.packed);
  const fields = extra.raw(timeField(entry.time)).bytes();
  const shown = isBig ? { ...entry, packed: BIG, size: BIG } : entry;
  return common(new Record().u32(ZIP_RECORDS.local), shown, isBig)
    .u16(entry.name.length, fields.length)
    .raw(entry.name)
    .raw(fields)
    .bytes();
}

function descriptor({ crc, packed, size }: Entry, isBig: boolean): Part {
  const record = new Record().u32(ZIP_RECORDS.descriptor, crc);
  return (isBig ? record.u64(packed, size) : record.u32(packed, size)).bytes();
}

function directoryHeader(entry: Entry): Part {
  const big = [entry.size, entry.packed, entry.offset].filter((number) => number >= BIG);
  const extra = new Record();
  if (big.length > 0) extra.u16(ZIP64_FIELD, 8 * big.length).u64(...big);
  const fields = extra.raw(timeField(entry.time)).bytes();
  const isBig = big.length > 0;
  return common(new Record().u32(ZIP_RECORDS.header).u16(isBig ? VERSION_64 : VERSION), entry, isBig)
    .u16(entry.name.length, fields.length, 0, 0, 0)
    .u32(0, Math.min(entry.offset, BIG))
    .raw(entry.name)
    .raw(fields)
    .bytes();
}

/** The zip64 end record and its locator. @param at where it begins */
function end64(count: number, size: number, offset: number, at: number): Part {
  // Its own size does not count what comes before that number.
  return new Record()
    .u32(ZIP_RECORDS.end64)
    .u64(END_64_BYTES - 12)
    .u16(VERSION_64, VERSION_64)
    .u32(0, 0)
    .u64(count, count, size, offset)
    .u32(ZIP_RECORDS.end64Locator, 0)
    .u64(at)
    .u32(1)
    .bytes();
}
