/**
 * Links as text behind the `#` (docs/links.md): `model=URL&anim=NAME&t=MS&lod=N&sel=0xSTART+LENGTH&cam=X,Y,Z,X,Y,Z&v=1`
 * and more.
 */

import { addressWith } from '../ui/address.ts';
import { LINK_LIMITS, LinkBudget } from './budget.ts';
import {
  attached,
  bookmarks,
  type Codec,
  camera,
  digest,
  interpretation,
  layers,
  numbers,
  oneOf,
  packedFiles,
  range,
  supplied,
  switched,
  text,
  texts,
  thousandths,
  unknownOptions,
  viewOptions,
  whole,
} from './codecs.ts';
import type { Link } from './link.ts';

type Fields = Required<Omit<Link, 'unknownParts'>>;

/** How each part is written, in the order in which they stand. */
const PARTS: { readonly [Field in keyof Fields]: readonly [key: string, codec: Codec<Fields[Field]>] } = {
  model: ['model', text],
  entry: ['entry', text],
  name: ['name', text],
  size: ['size', whole],
  sha256: ['sha256', digest],
  bases: ['base', supplied],
  attached: ['attach', attached],
  textures: ['tex', supplied],
  local: ['local', texts],
  find: ['find', text],
  anim: ['anim', text],
  child: ['child', whole],
  timeMs: ['t', thousandths],
  playing: ['play', switched],
  mode: ['mode', oneOf(['once', 'pingpong', 'next'])],
  speed: ['speed', thousandths],
  layers: ['layer', layers],
  lod: ['lod', whole],
  lodByDistance: ['lodauto', switched],
  selection: ['sel', range],
  camera: ['cam', camera],
  bookmarks: ['mark', bookmarks],
  hidden: ['hide', numbers],
  alpha: ['alpha', numbers],
  reading: ['read', interpretation],
  view: ['view', viewOptions],
  keepView: ['keep', switched],
  // Last: they may have hundreds of thousands of characters.
  data: ['data', text],
  packedBases: ['basedata', packedFiles],
  packedTextures: ['texdata', packedFiles],
};

const [VIEW] = PARTS.view;

/** The keys this page reads and writes; `v` is the version of the link's own form. */
const KEYS: ReadonlySet<string> = new Set(['v', ...Object.values(PARTS).map(([key]) => key)]);

/**
 * Reads a link; what is malformed counts as absent. Never throws.
 * @param budget bounds the work, and says afterwards what it did not cover
 */
export function parseLink(hash: string, budget = new LinkBudget()): Link {
  const values = new Map<string, string[]>();
  const unknownParts: string[] = [];
  for (const written of budget.split('parts', withinLimit(hash, budget), '&')) {
    // At the head of an unknown part, a # would be taken for the link's own when the part moves to the front.
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
  for (const [field, [key, { read }]] of Object.entries(PARTS)) {
    const texts = values.get(key);
    const value = texts && read(texts, budget);
    if (value !== undefined) link[field] = value;
  }
  return link as unknown as Link;
}

/** The head of a link that is longer than any that this page writes. */
function withinLimit(hash: string, budget: LinkBudget): string {
  if (budget.take('characters', hash.length)) return hash;
  // The part that would be cut in two is none.
  return hash.slice(0, Math.max(0, hash.lastIndexOf('&', LINK_LIMITS.characters)));
}

/** Writes a link, without the `#`; '' when it would say nothing. */
export function formatLink(link: Link): string {
  const known = Object.keys(PARTS).flatMap((field) => written(link, field as keyof Fields));
  const parts = known.concat(link.unknownParts);
  return parts.length > 0 ? [...parts, 'v=1'].join('&') : '';
}

function written<Field extends keyof Fields>(link: Link, field: Field): string[] {
  const value = link[field] as Fields[Field] | undefined;
  if (value === undefined) return [];
  const [key, { write, plain }] = PARTS[field];
  return write(value).map((word) => `${key}=${plain ? word : encode(word)}`);
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    // A stray % is just a character.
    return word;
  }
}

/** Half of a surrogate pair has no UTF-8: encodeURIComponent would throw. */
export function encode(word: string): string {
  return encodeURIComponent(word.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** The address that a link makes with this page. */
export function fullAddress(link: Link): string {
  return addressWith(formatLink(link));
}
