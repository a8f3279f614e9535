/**
 * Links as text after the `#` (docs/links.md): `model=URL&anim=NAME&t=MS&lod=N&sel=0xSTART+LENGTH&cam=X,Y,Z,X,Y,Z&v=1`
 * and more.
 */

import { addressWith } from '../ui/environment.ts';
import { LINK_LIMITS, LinkBudget } from './budget.ts';
import { type Codec, unknownOptions } from './codecs.ts';
import { FIELDS, type Link } from './link.ts';

const FIELD_LIST = Object.entries(FIELDS) as [keyof typeof FIELDS, Codec<unknown> & { key: string }][];

const VIEW = FIELDS.view.key;

/** Keys that this page reads and writes; `v` is the version of the link format. */
const KEYS: ReadonlySet<string> = new Set(['v', ...FIELD_LIST.map(([, { key }]) => key)]);

/**
 * Parses a link; malformed fields count as absent. Never throws.
 * @param budget bounds the work, and says afterwards what it did not cover
 */
export function parseLink(hash: string, budget = new LinkBudget()): Link {
  const values = new Map<string, string[]>();
  const unknownParts: string[] = [];
  for (const written of budget.split('parts', withinLimit(hash, budget), '&')) {
    // A # at the start of an unknown part would become the link's own if the part moved to the front.
    const part = written.replace(/^#+/, '');
    const at = part.indexOf('=');
    const key = at < 0 ? part : part.slice(0, at);
    if (!KEYS.has(key)) {
      if (part !== '') unknownParts.push(part);
    } else if (at >= 0) {
      const before = values.get(key);
      const value = decode(part.slice(at + 1));
      if (before) before.push(value);
      else values.set(key, [value]);
    }
  }
  const options = values.has(VIEW) ? unknownOptions(values.get(VIEW) ?? [], budget) : [];
  if (options.length > 0) unknownParts.push(`${VIEW}=${options.join()}`);
  const link: Record<string, unknown> = { unknownParts };
  for (const [field, { key, read }] of FIELD_LIST) {
    const texts = values.get(key);
    const value = texts && read(texts, budget);
    if (value !== undefined) link[field] = value;
  }
  return link as unknown as Link;
}

/** A link cut to the maximum length, between two parts. */
function withinLimit(hash: string, budget: LinkBudget): string {
  if (budget.take('characters', hash.length)) return hash;
  // Drops the part that would be cut.
  return hash.slice(0, Math.max(0, hash.lastIndexOf('&', LINK_LIMITS.characters)));
}

/** Formats a link without the `#`; '' for an empty one. */
export function formatLink(link: Link): string {
  const known = FIELD_LIST.flatMap(([field, { key, write, plain }]) =>
    link[field] === undefined
      ? []
      : write(link[field]).map((word) => `${key}=${plain ? word : encode(word)}`),
  );
  const parts = known.concat(link.unknownParts);
  return parts.length > 0 ? [...parts, 'v=1'].join('&') : '';
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    // A stray % is a plain character.
    return word;
  }
}

/** Half of a surrogate pair has no UTF-8: encodeURIComponent would throw. */
export function encode(word: string): string {
  return encodeURIComponent(word.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** The address of this page with a link. */
export function fullAddress(link: Link): string {
  return addressWith(formatLink(link));
}
