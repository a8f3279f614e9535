/** The SHA-256 of a file, by which a link identifies a file without an address. */
import type { ParsedFile } from '@lithoscope/core';
import { reasonOf } from '../store/core.ts';
import { withContent } from './state.ts';

/** The browser takes the whole file at once for a digest. */
const MAX_BYTES = 512 * 2 ** 20;

/** A digest, or why there is none, as a part of a sentence. */
export type Digest = { readonly sha256: string } | { readonly problem: string };

interface Entry {
  readonly digest: Promise<Digest>;
  /** Once it is made. */
  sha256?: string;
}

const entries = new WeakMap<ParsedFile, Entry>();

/** The digest of a file, made once. Never rejects. */
export function digestOf(parsed: ParsedFile): Promise<Digest> {
  const known = entries.get(parsed);
  if (known) return known.digest;
  const entry: Entry = { digest: makeDigest(parsed).catch((error) => ({ problem: reasonOf(error) })) };
  entries.set(parsed, entry);
  void entry.digest.then((made) => {
    if ('sha256' in made) entry.sha256 = made.sha256;
    else entries.delete(parsed);
  });
  return entry.digest;
}

/** The digest of a file if it has been made. */
export function knownDigest(parsed: ParsedFile): string | undefined {
  return entries.get(parsed)?.sha256;
}

async function makeDigest(parsed: ParsedFile): Promise<Digest> {
  if (!globalThis.crypto?.subtle) {
    return { problem: 'browsers compute checksums only on https pages' };
  }
  if (parsed.size > MAX_BYTES) return { problem: 'it is too large for a checksum' };
  // A view into memory that others share is not taken.
  const bytes = new Uint8Array(await withContent(parsed, () => parsed.read(0, parsed.size)));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { sha256: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}
