/** Packed files in links: deflated bytes as base64url. */

import { formatMegabytes } from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { toBase64 } from '../lib/hex.ts';

/** Maximum size of deflated bytes in a link. */
export const MAX_PACKED_BYTES = 256 * 1024;

const DAMAGED =
  'The file in this link is damaged: the link was truncated or changed in transit. Ask for it again.';

/** Deflates a file; null if the browser cannot. */
export async function deflate(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  if (typeof CompressionStream === 'undefined') return null;
  try {
    const packed = file.stream().pipeThrough(new CompressionStream('deflate-raw'));
    return new Uint8Array(await new Response(packed).arrayBuffer());
  } catch {
    // Older browsers have the class, but not this format.
    return null;
  }
}

/** Inflates a packed file. Rejects with a sentence for the user. @param limit maximum size of the result */
export async function unpack(text: string, limit = MAX_PARSED_BYTES): Promise<Blob> {
  const packed = fromBase64Url(text);
  if (!packed) throw new Error(DAMAGED);
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser cannot unpack the file in this link. Open the link in a current browser.');
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      size += step.value.length;
      if (size > limit) {
        void reader.cancel();
        break;
      }
      parts.push(step.value);
    }
  } catch (cause) {
    throw new Error(DAMAGED, { cause });
  }
  if (size > limit) {
    throw new Error(
      `The content of this link unpacks to more than ${formatMegabytes(MAX_PARSED_BYTES)}, so it was not opened: such a link may be malicious.`,
    );
  }
  return new Blob(parts);
}

/** Bytes of a packed file. */
export function packedSize(text: string): number {
  return Math.floor((text.length * 3) / 4);
}

/** Base64url without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64url; null if malformed. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+=*$/.test(text)) return null;
  try {
    const plain = atob(text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
