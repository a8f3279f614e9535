/** Zip writer: a zip that is written as it grows. */
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import { Crc32 } from '../lib/crc32.ts';
import { deflated } from './deflate.ts';

/** Limits of a zip without zip64. */
export const MAX_ZIP_FILES = 65_535;
export const MAX_ZIP_BYTES = 0xffff_ffff;

/** Destination of the zip: a file or memory. */
export interface Sink {
  write(part: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Range of times in a zip. */
const FIRST_TIME = Date.UTC(1980, 0, 2);
const LAST_TIME = Date.UTC(2107, 0, 1);

/** The method of a zip (APPNOTE 4.4.5). */
const DEFLATE = 8;

/** A zip to which files are added one at a time. They are stored, which is fast, unless they are to be deflated. */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #sink: Sink;
  /** Parts that were produced and not yet written. */
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #error: Error | null = null;
  /** Bytes written. */
  size = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#zip = new Zip((error, part) => {
      if (error) this.#error = error;
      else this.#parts.push(part as Uint8Array<ArrayBuffer>);
    });
  }

  /**
   * Rejects with a phrase if the zip would exceed its limit.
   * @param time modification time, ms since 1970; null if unknown
   */
  async add(path: string, bytes: Uint8Array<ArrayBuffer>, time: number | null): Promise<void> {
    this.#begin(new ZipPassThrough(path), bytes.length, time).push(bytes, true);
    await this.#flush();
  }

  /** As `add`, deflated. */
  async addDeflated(path: string, bytes: Uint8Array<ArrayBuffer>, time: number | null): Promise<void> {
    const packed = await deflated(bytes);
    const crc = new Crc32();
    crc.add(bytes);
    const entry: ZipInputFile = { filename: path, size: bytes.length, crc: crc.value, compression: DEFLATE };
    this.#begin(entry, packed.length, time);
    entry.ondata?.(null, packed, true);
    await this.#flush();
  }

  #begin<Entry extends ZipInputFile>(entry: Entry, bytes: number, time: number | null): Entry {
    if (this.size + bytes > MAX_ZIP_BYTES) throw new Error('a zip holds at most 4 GB.');
    // Without a time, fflate would write the current one.
    entry.mtime = Math.min(Math.max(time ?? FIRST_TIME, FIRST_TIME), LAST_TIME);
    this.#zip.add(entry);
    return entry;
  }

  async end(): Promise<void> {
    this.#zip.end();
    await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#error) throw this.#error;
    const parts = this.#parts;
    this.#parts = [];
    for (const part of parts) {
      await this.#sink.write(part);
      this.size += part.length;
    }
  }
}
