/** The SHA-256 of a file: by it, a link knows a file of the user's machine again. */
import type { ParsedFile } from '@lithoscope/core';
import { reasonOf } from '../store/core.ts';
import { withContent } from '../store/state.ts';

/** A digest is made of the whole file at once: more than this would fill the memory. */
const MOST_BYTES = 512 * 2 ** 20;

/** A digest, or why there is none, as a part of a sentence. */
export type Digest = { readonly sha256: string } | { readonly problem: string };

const digests = new WeakMap<ParsedFile, Promise<Digest>>();
/** Those that are there already, for whoever cannot wait. */
const known = new WeakMap<ParsedFile, string>();

/** The digest of a file, made once. Never rejects. */
export function digestOf(parsed: ParsedFile): Promise<Digest> {
  let digest = digests.get(parsed);
  if (!digest) {
    digest = makeDigest(parsed).catch((error) => ({ problem: reasonOf(error) }));
    digests.set(parsed, digest);
    void digest.then((made) => {
      if ('sha256' in made) known.set(parsed, made.sha256);
      else digests.delete(parsed);
    });
  }
  return digest;
}

/** The digest of a file that somebody has asked for before. */
export function knownDigest(parsed: ParsedFile): string | undefined {
  return known.get(parsed);
}

async function makeDigest(parsed: ParsedFile): Promise<Digest> {
  if (!globalThis.crypto?.subtle) {
    return { problem: 'browsers make checksums only for pages that come by https' };
  }
  if (parsed.size > MOST_BYTES) return { problem: 'it is too large for a checksum' };
  // A view into memory that others share is not taken.
  const bytes = new Uint8Array(await withContent(parsed, () => parsed.read(0, parsed.size)));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { sha256: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}
