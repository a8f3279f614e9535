/** What there is to say about the length of links. Pure. */
import { MOST_PACKED } from './pack.ts';

/** Some mail programs, chats and old servers cut longer addresses. */
const EVERYWHERE = 2000;
/** Most chats take no longer messages, most servers no longer lines. */
const OFTEN = 8000;

/** Where a link of that length can be sent. */
export function lengthAdvice(length: number): string {
  if (length <= EVERYWHERE) return 'Short enough for mail and chats.';
  return length <= OFTEN
    ? 'Some mail programs and chats cut links of this length: try it before you rely on it.'
    : 'Most mail programs and chats cut links of this length. It works as a bookmark, in a web page or in a text file.';
}

/** @param packed deflated bytes; null when they were not counted */
export function tooLargeToPack(packed: number | null): string {
  const most = `${MOST_PACKED / 1024} KB`;
  return packed === null
    ? `The file is too large: a link takes ${most} once packed.`
    : `Packed it has ${Math.ceil(packed / 1024)} KB, and a link takes ${most}.`;
}
