/** Reading of a large entry no more than its beginning, when that is enough to know what it is. */
import type { Locator } from './locator.ts';
import { readHead, readWhole } from './read.ts';

/** Larger ones are looked at first: no game has a model, texture or sprite of this size. */
const LARGE = 8 * 2 ** 20;

/** Bytes that tell what a file is. */
const HEAD = 1024;

/**
 * All bytes of a file; of a large deflated entry that begins as nothing known its beginning alone, so that a bomb is not
 * inflated. Rejects with a sentence.
 * @param limit the most bytes that it may have
 */
export async function readKnown(
  locator: Locator,
  limit: number,
  isKnown: (head: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array<ArrayBuffer>> {
  if ('of' in locator && locator.place.storage === 'deflate') {
    const { size } = locator.place;
    if (size > LARGE && size <= limit) {
      const head = await readHead(locator, HEAD);
      if (!(await isKnown(head))) return head;
    }
  }
  return readWhole(locator, limit);
}
