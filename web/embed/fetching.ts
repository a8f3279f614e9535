/** Fetching the files of an element; failures become sentences. */

import { formatMegabytes } from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { fileName, rawAddress } from '../opening/remote/address.ts';
import { inTurn } from '../opening/remote/turns.ts';

/** Time limit without progress. */
const TIMEOUT_MS = 30_000;
/** Characters of an address in a sentence. */
const MAX_SHOWN = 200;
/** Allowed schemes; `blob:` for files made by scripts of the page. */
const SCHEMES = ['https:', 'http:', 'blob:'];

/** A fetched file. */
export interface Fetched {
  /** The last part of its path. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An error of loading; its message is a sentence. */
export class LoadError extends Error {}

/**
 * The absolute address. Throws a LoadError with a sentence.
 * @param base of relative addresses
 */
export function fullAddress(address: string, base: string): URL {
  const shown = address.length > MAX_SHOWN ? `${address.slice(0, MAX_SHOWN)}…` : address;
  if (!URL.canParse(address, base)) throw new LoadError(`“${shown}” is not a valid address.`);
  const url = new URL(address, base);
  if (!SCHEMES.includes(url.protocol)) {
    throw new LoadError(
      `“${shown}” cannot be loaded: the viewer loads only https and http addresses, and blob: addresses of this page.`,
    );
  }
  if (url.username || url.password) {
    throw new LoadError(
      `The address of ${fileName(url)} contains a user name or password, which the viewer does not send.`,
    );
  }
  return url.protocol === 'blob:' ? url : new URL(rawAddress(url) ?? url);
}

/** Received part of a file, 0 … 1; null if its size is unknown. */
export type Progress = (part: number | null) => void;

/** Fetches a file in turn. Rejects with a LoadError, or with the signal's reason. */
export function fetchBytes(url: URL, signal: AbortSignal, progress?: Progress): Promise<Fetched> {
  return inTurn(() => fetchNow(url, signal, progress), signal);
}

async function fetchNow(url: URL, signal: AbortSignal, progress?: Progress): Promise<Fetched> {
  const name = nameOf(url);
  const waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => waiting.abort(new LoadError(`${name} could not be loaded: nothing was received for 30 seconds.`)),
      TIMEOUT_MS,
    );
  };
  const ended = AbortSignal.any([signal, waiting.signal]);
  restartTimer();
  try {
    const response = await fetch(url, { signal: ended, referrerPolicy: 'no-referrer' });
    if (!response.ok) {
      throw new LoadError(`${name} could not be loaded: the server answered ${response.status}.`);
    }
    const total = Number(response.headers.get('content-length') ?? 0);
    if (total > MAX_PARSED_BYTES) throw new LoadError(tooLarge(name));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let received = 0;
    const reader = response.body?.getReader();
    for (;;) {
      const step = await reader?.read();
      if (!step || step.done) break;
      restartTimer();
      parts.push(step.value);
      received += step.value.length;
      if (received > MAX_PARSED_BYTES) throw new LoadError(tooLarge(name));
      progress?.(total > 0 ? Math.min(received / total, 1) : null);
    }
    const bytes = new Uint8Array(received);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return { name, bytes };
  } catch (cause) {
    if (ended.aborted) throw ended.reason;
    if (cause instanceof LoadError) throw cause;
    throw new LoadError(
      `${name} could not be loaded: ${url.host || 'this page'} did not respond, or does not allow other pages to read its files (CORS).`,
      { cause },
    );
  } finally {
    clearTimeout(timer);
    // Ends the request if the file is refused halfway.
    waiting.abort();
  }
}

/** Name of a file; a blob: address has it after the #. */
function nameOf(url: URL): string {
  const named = url.protocol === 'blob:' ? url.hash.slice(1) : '';
  if (named === '') return fileName(url);
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}

function tooLarge(name: string): string {
  return `${name} is too large: the viewer loads files of up to ${formatMegabytes(MAX_PARSED_BYTES)}.`;
}
