/** Zip writer: a zip that is written as it grows, and the paths of files in it. */
import { Zip, ZipPassThrough } from 'fflate';
import { safePath } from '../archive/paths.ts';
import type { LibraryFile } from '../store/library.ts';

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

/** A zip to which files are added one at a time. They are stored, not deflated, which is fast. */
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
    if (this.size + bytes.length > MAX_ZIP_BYTES) throw new Error('a zip holds at most 4 GB.');
    const entry = new ZipPassThrough(path);
    // Without a time, fflate would write the current one.
    entry.mtime = Math.min(Math.max(time ?? FIRST_TIME, FIRST_TIME), LAST_TIME);
    this.#zip.add(entry);
    entry.push(bytes, true);
    await this.#flush();
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

/** File name of a file saved alone. */
export function downloadName({ path }: LibraryFile): string {
  return safePath(path).split('/').at(-1) ?? '_';
}

/**
 * Paths of files in a zip: as in their source, made safe for any disk. With several sources, each gets a folder. Paths that
 * would coincide on a case-insensitive disk get numbers.
 */
export function zipPaths(files: readonly LibraryFile[]): string[] {
  const several = new Set(files.map(({ source }) => source)).size > 1;
  const taken = new Set<string>();
  return files.map(({ source, path }) => {
    const wanted = safePath(several ? `${source.name}/${path}` : path);
    let free = wanted;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = numbered(wanted, n);
    taken.add(free.toLowerCase());
    return free;
  });
}

/** `MODELS/HERO (2).ABC` */
function numbered(path: string, n: number): string {
  const dot = path.lastIndexOf('.');
  const at = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
  return `${path.slice(0, at)} (${n})${path.slice(at)}`;
}
