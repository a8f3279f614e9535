/** Reads a file of any size piece by piece, and lets the page live between the pieces. */
import type { ParsedFile } from '@lithoscope/core';
import type { Range } from '../../lib/hex.ts';

/** Bytes at a time: about a millisecond's work for what is computed of them here. */
const PIECE = 1 << 17;
/** Time of work without a pause, ms. */
const SLICE_MS = 8;

export interface ScanOptions {
  /** Stops the scan. */
  readonly signal: AbortSignal;
  /** @param share of the range that is read, 0 to 1 */
  readonly progress?: (share: number) => void;
}

/**
 * Gives `take` the bytes of a range in order.
 * @returns whether all were read: false when it was stopped, or the file was closed
 */
export async function scan(
  parsed: ParsedFile,
  { start, end }: Range,
  take: (bytes: Uint8Array, offset: number) => void,
  { signal, progress }: ScanOptions,
): Promise<boolean> {
  let since = performance.now();
  for (let at = start; at < end; at += PIECE) {
    const to = Math.min(at + PIECE, end);
    const bytes = await parsed.read(at, to);
    if (signal.aborted || bytes.length < to - at) return false;
    take(bytes, at);
    if (performance.now() - since < SLICE_MS) continue;
    progress?.((to - start) / (end - start));
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return false;
    since = performance.now();
  }
  return true;
}
