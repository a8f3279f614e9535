/**
 * Files at addresses, read in parts (HTTP Range): only the requested ranges are transferred.
 *
 * Only the request header `Range` is sent: any other, even `If-Range`, would need a CORS preflight. Instead each response is
 * compared with the first one.
 */
import type { ByteSource } from './locator.ts';

/** A file whose server supports ranges, as the server describes it. */
export interface RangeFile {
  readonly url: string;
  /** Bytes. */
  readonly size: number;
  /** Its ETag or modification time, if exposed to the page; else ''. */
  readonly version: string;
}

/** Size of a block, and number of cached blocks: small neighbouring reads are one request. */
const BLOCK = 64 * 1024;
const KEPT_BLOCKS = 64;
/** Longer reads are not cached. */
const MAX_KEPT_READ = 16 * BLOCK;
/** Time limit without progress. */
const TIMEOUT_MS = 30_000;

const REQUEST = {
  credentials: 'omit',
  // Blocks are cached here.
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

/**
 * Asks a server for the first bytes of a file.
 * @param bytes how many
 * @returns the file with these bytes; null if the server does not support ranges or does not tell the size
 */
export async function askForParts(
  url: string,
  signal?: AbortSignal,
  bytes = BLOCK,
): Promise<(RangeFile & { readonly head: Uint8Array<ArrayBuffer> }) | null> {
  const ending = new AbortController();
  const ended = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  try {
    const headers = { Range: `bytes=0-${bytes - 1}` };
    const answer = await fetch(url, { ...REQUEST, headers, signal: ended });
    if (answer.status !== 206 || !mayRead(answer, url)) return null;
    const size = sizeIn(answer) ?? (await sizeByHead(url, ended));
    if (size === null) return null;
    const head = await bytesIn(answer, Math.min(bytes, size), () => {});
    return { url, size, version: versionOf(answer), head };
  } finally {
    // If the server sends the whole file, the rest is not read.
    ending.abort();
  }
}

/**
 * The file as bytes.
 * @param block bytes of one request at least
 * @param signal ends what is asked for: reads reject with its reason
 */
export function rangeBytes(
  file: { readonly url: string; readonly size: number; readonly version?: string },
  { block = BLOCK, signal }: { readonly block?: number; readonly signal?: AbortSignal | undefined } = {},
): ByteSource {
  return new RangeBytes({ version: '', ...file }, block, signal);
}

class RangeBytes implements ByteSource {
  /** By number, least recently used first. */
  readonly #blocks = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(
    private readonly file: RangeFile,
    private readonly block: number,
    private readonly signal: AbortSignal | undefined,
  ) {}

  get size(): number {
    return this.file.size;
  }

  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!(start >= 0 && start <= end && end <= this.size)) throw new RangeError('outside the file');
    if (start === end) return new Uint8Array(0);
    if (end - start > MAX_KEPT_READ) return readPart(this.file, start, end, this.signal);
    const first = Math.floor(start / this.block);
    const last = Math.floor((end - 1) / this.block);
    this.#ask(first, last);
    const all = new Uint8Array(end - start);
    for (let number = first; number <= last; number++) {
      const base = number * this.block;
      const bytes = await this.#blocks.get(number);
      if (!bytes) continue;
      const from = Math.max(0, start - base);
      all.set(bytes.subarray(from, end - base), base + from - start);
    }
    return all;
  }

  /** Requests the missing ones of these blocks, neighbours in one request. */
  #ask(first: number, last: number): void {
    for (let number = first; number <= last; number++) {
      const known = this.#blocks.get(number);
      if (!known) continue;
      this.#blocks.delete(number);
      this.#blocks.set(number, known);
    }
    for (let from = first; from <= last; from++) {
      if (this.#blocks.has(from)) continue;
      let to = from + 1;
      while (to <= last && !this.#blocks.has(to)) to++;
      const part = readPart(this.file, from * this.block, Math.min(to * this.block, this.size), this.signal);
      for (let number = from; number < to; number++) {
        const at = (number - from) * this.block;
        const bytes = part.then((all) => all.subarray(at, at + this.block));
        this.#blocks.set(number, bytes);
        // A failed block is requested again.
        bytes.catch(() => this.#blocks.get(number) === bytes && this.#blocks.delete(number));
      }
    }
    const needed = last - first + 1;
    for (const number of this.#blocks.keys()) {
      if (this.#blocks.size <= Math.max(KEPT_BLOCKS, needed)) break;
      if (number < first || number > last) this.#blocks.delete(number);
    }
  }
}

/** Rejects with a sentence for the user. */
async function readPart(
  file: RangeFile,
  start: number,
  end: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { url, size, version } = file;
  const host = new URL(url).host;
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), TIMEOUT_MS);
  };
  wait();
  try {
    const headers = { Range: `bytes=${start}-${end - 1}` };
    const ended = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
    const answer = await fetch(url, { ...REQUEST, headers, signal: ended });
    if (!mayRead(answer, url)) throw new Sentence(`${host} redirects to an address that is not https.`);
    const now = versionOf(answer);
    const sizeNow = sizeIn(answer) ?? size;
    const isOther = sizeNow !== size || (version !== '' && now !== '' && now !== version);
    if (isOther || answer.status === 416) throw new Sentence(`The file at ${host} has changed.`);
    if (answer.status !== 206)
      throw new Sentence(`${host} did not send part of the file (it answered ${answer.status}).`);
    return await bytesIn(answer, end - start, wait);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof Sentence) throw cause;
    throw new Sentence(
      ending.signal.aborted
        ? `${host} sent nothing for ${TIMEOUT_MS / 1000} seconds.`
        : `${host} did not answer.`,
    );
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** An error for the user. */
class Sentence extends Error {}

/** @param came called for each received chunk */
async function bytesIn(answer: Response, length: number, came: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const reader = answer.body?.getReader();
  let at = 0;
  for (;;) {
    const step = await reader?.read();
    if (!step || step.done) break;
    came();
    if (at + step.value.length > length) throw new Sentence('The server sent more than was requested.');
    bytes.set(step.value, at);
    at += step.value.length;
  }
  if (at < length) throw new Sentence('The connection was interrupted.');
  return bytes;
}

/** Whether the response came, after redirects, over https or from the same origin. */
function mayRead(answer: Response, asked: string): boolean {
  const { protocol, origin } = new URL(answer.url || asked);
  return protocol === 'https:' || origin === new URL(asked).origin;
}

/** `bytes 0-65535/1234` → 1234. Null if unknown, or not exposed to the page (CORS). */
function sizeIn({ headers }: Response): number | null {
  const [, size] = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return size === undefined ? null : Number(size);
}

/** Content-Length is always exposed by CORS, unlike Content-Range. */
async function sizeByHead(url: string, signal: AbortSignal): Promise<number | null> {
  const answer = await fetch(url, { ...REQUEST, method: 'HEAD', signal });
  const length = answer.ok ? Number(answer.headers.get('content-length') ?? 0) : 0;
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

function versionOf({ headers }: Response): string {
  const tag = headers.get('etag') ?? '';
  // A weak ETag does not identify bytes.
  return tag !== '' && !tag.startsWith('W/') ? tag : (headers.get('last-modified') ?? '');
}
