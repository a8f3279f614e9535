/** What a server gave instead of a file, by its first bytes: the type that it states is often wrong. Pure. */
import { storedElsewhere, type Wanted, webPage } from './fetch-words.ts';

/** Enough for the white space and comments that pages begin with. */
const HEAD = 1024;

const PAGE =
  /^\s*(?:<!--[\s\S]*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body|title|script|meta)[\s>]/i;
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\//;

/** A sentence about a file that begins as none should; null when nothing speaks against it. */
export async function contentProblem(file: Blob, wanted: Wanted): Promise<string | null> {
  const bytes = await file.slice(0, HEAD).arrayBuffer();
  const text = new TextDecoder('latin1').decode(bytes).replace(/^ï»¿/, '');
  if (PAGE.test(text)) return webPage(wanted);
  return POINTER.test(text) ? storedElsewhere(wanted) : null;
}
