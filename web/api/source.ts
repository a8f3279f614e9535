/** Where the bytes of a file come from. */
import { askForParts, rangeBytes } from '../archive/http.ts';
import { type ByteSource as Bytes, Unreadable } from '../archive/locator.ts';
import { readWhole } from '../archive/read.ts';
import { BlobSource, bytesSource } from '../archive/source.ts';
import { reasonOf } from '../lib/reason.ts';
import { checkOptions, type Kinds, LithoscopeError, SIGNAL, sentence } from './errors.ts';

/** Bytes that are read in parts, wherever they are: an archive of gigabytes is never read whole. */
export interface ByteSource {
  /** Bytes in all. */
  readonly size: number;
  /** The bytes [start, end), all of them; they lie inside. What it rejects with is passed on. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes of a file. An array is not copied: do not change it while the file is open. */
export type Input = Uint8Array | ArrayBuffer | Blob | ByteSource;

/** @internal Bytes in memory; null of what is read in parts. A Buffer becomes an array, whose `slice` copies. */
export function bytesIn(input: Input): Uint8Array<ArrayBuffer> | null {
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (!(input instanceof Uint8Array)) return null;
  const { buffer, byteOffset, length } = input;
  // Memory that threads share could change while it is read.
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : new Uint8Array(input);
}

/** @internal The name of a `File`; '' for other inputs. */
export function nameOf(input: Input): string {
  const { name } = Object(input) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}

/** @internal */
export function sourceOf(input: Input): Bytes {
  const bytes = bytesIn(input);
  if (bytes) return bytesSource(bytes);
  if (typeof Blob !== 'undefined' && input instanceof Blob) return new BlobSource(input);
  const source = input as ByteSource;
  if (typeof source?.read !== 'function' || !(Number.isSafeInteger(source.size) && source.size >= 0))
    throw new LithoscopeError(
      'WRONG_ARGUMENT',
      'A file can be opened from a Uint8Array, an ArrayBuffer, a Blob or a ByteSource.',
    );
  return {
    size: source.size,
    async read(start, end) {
      const bytes = bytesIn(await source.read(start, end));
      if (bytes?.length !== end - start)
        throw new LithoscopeError(
          'UNREADABLE',
          `The source returned ${bytes?.length ?? 'no'} bytes instead of ${end - start}.`,
        );
      // The reader takes the whole buffer, of which this may be a part.
      return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
    },
  };
}

/** @internal Maximum bytes that are read at once. */
export const MOST_BYTES = 2 ** 30;

/** @internal All bytes of a source. */
export function allOf(source: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  return readable(() => readWhole({ source }, MOST_BYTES));
}

/** @internal All bytes of a file. */
export async function bytesOf(input: Input): Promise<Uint8Array<ArrayBuffer>> {
  return bytesIn(input) ?? (await allOf(sourceOf(input)));
}

/** @internal Runs code that reads bytes; errors in reading become errors of this package. */
export async function readable<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new LithoscopeError('UNREADABLE', sentence(error.message), { cause: error });
  }
}

/** How a file at an address is read. */
export interface HttpOptions {
  /** Ends asking for it: this and every read then reject with its reason. */
  readonly signal?: AbortSignal;
}

const HTTP_OPTIONS: Kinds<HttpOptions> = { signal: SIGNAL };

/**
 * A file at an address, of which only the parts travel that are asked for (HTTP Range). Without cookies; a server of another
 * origin must allow it (CORS) and let `Content-Range` be seen.
 * @param url in a page also relative to the page
 * @throws {LithoscopeError} `UNREADABLE` when the address cannot be read, or the server gives the file only whole: fetch it
 *   then and open its bytes. Reads reject with `UNREADABLE` too when the server gives no more
 */
export async function httpSource(url: string | URL, options: HttpOptions = {}): Promise<ByteSource> {
  checkOptions(options, HTTP_OPTIONS);
  const { signal } = options;
  const asked = async <Result>(what: string, act: () => Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted();
    try {
      return await act();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RangeError)
        throw new LithoscopeError('WRONG_ARGUMENT', sentence(error.message), { cause: error });
      throw new LithoscopeError('UNREADABLE', sentence(`${what}: ${reasonOf(error)}`), { cause: error });
    }
  };
  const file = await asked('the address cannot be read', () => askForParts(absolute(url), signal));
  if (!file) throw new LithoscopeError('UNREADABLE', 'The server does not send parts of this file.');
  const bytes = rangeBytes(file, { signal });
  return {
    size: bytes.size,
    read: (start, end) => asked('the file can no longer be read', () => bytes.read(start, end)),
  };
}

/** Resolves relative addresses in pages and workers. */
function absolute(url: string | URL): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return new URL(url, location?.href).href;
}
