/**
 * What a link says about the page, as text behind the `#` (docs/links.md): `model=URL&anim=NAME&t=MS&lod=N&
 * sel=0xSTART+LENGTH&cam=X,Y,Z,X,Y,Z&v=1` and more. Pure.
 */
import {
  type Codec,
  camera,
  digest,
  layers,
  numbers,
  oneOf,
  range,
  reading,
  supplied,
  switched,
  text,
  texts,
  thousandths,
  whole,
} from './codecs.ts';
import { type ViewSettings, viewWords } from './view-words.ts';

/** Where the camera stands and what it looks at: six numbers, world space. */
export type Camera = readonly [number, number, number, number, number, number];

/** A file beside the model. */
export interface Supplied {
  /** Which child model it stands for, which slot it covers; absent: as the names say. */
  readonly place?: number;
  /** Its address; '' keeps a slot bare. */
  readonly url: string;
}

/** An animation over the base: numbers as the file counts. */
export interface LinkedLayer {
  readonly child: number;
  readonly animation: number;
  /** −1: all of every node. */
  readonly weightSet: number;
  readonly timeMs: number;
  readonly runs: boolean;
  readonly on: boolean;
}

/** How the user wants an odd v6 file to be read. */
export interface LinkedReading {
  readonly conjugateKeys?: boolean;
  readonly mirrorZ?: boolean;
  readonly restAnimation?: number;
}

export interface Link {
  /** Address of the file. */
  readonly model?: string;
  /** Name of a file without an address. */
  readonly name?: string;
  /** Its size, and the SHA-256 of its bytes as 64 hexadecimal digits: how it is known again. */
  readonly size?: number;
  readonly sha256?: string;
  /** Its bytes themselves: deflated, in base64url. Read as it is written; share/pack.ts judges it. */
  readonly data?: string;
  /** Files that lend animations. */
  readonly bases?: readonly Supplied[];
  /** Textures. */
  readonly textures?: readonly Supplied[];
  /** Names of such files that are on the machine of whoever made the link. */
  readonly local?: readonly string[];
  /** Animation by name, or by index as text. Absent: the bind pose. */
  readonly anim?: string;
  /** The child model that holds it, where its name alone would mean another. */
  readonly child?: number;
  /** Milliseconds, 0 … 2³², to a thousandth. */
  readonly timeMs?: number;
  readonly playing?: boolean;
  readonly mode?: 'once' | 'pingpong';
  readonly speed?: number;
  readonly layers?: readonly LinkedLayer[];
  readonly lod?: number;
  readonly lodByDistance?: boolean;
  /** Selected bytes. */
  readonly selection?: { readonly start: number; readonly length: number };
  readonly camera?: Camera;
  /** Pieces that are hidden. */
  readonly hidden?: readonly number[];
  /** Slots whose alpha counts. */
  readonly alpha?: readonly number[];
  readonly reading?: LinkedReading;
  /** It is about bytes: the view of a file that is open already stays. */
  readonly keepView?: boolean;
  /** Options of the view that are not as they are at first. */
  readonly view?: ViewSettings;
  /** Parts that this page does not know, as they are written: they stay in the address. */
  readonly others: readonly string[];
}

type Fields = Required<Omit<Link, 'others'>>;

/** How each part is written, in the order in which they stand. */
const PARTS: { readonly [Field in keyof Fields]: readonly [key: string, codec: Codec<Fields[Field]>] } = {
  model: ['model', text],
  name: ['name', text],
  size: ['size', whole],
  sha256: ['sha256', digest],
  bases: ['base', supplied],
  textures: ['tex', supplied],
  local: ['local', texts],
  anim: ['anim', text],
  child: ['child', whole],
  timeMs: ['t', thousandths],
  playing: ['play', switched],
  mode: ['mode', oneOf(['once', 'pingpong'])],
  speed: ['speed', thousandths],
  layers: ['layer', layers],
  lod: ['lod', whole],
  lodByDistance: ['lodauto', switched],
  selection: ['sel', range],
  camera: ['cam', camera],
  hidden: ['hide', numbers],
  alpha: ['alpha', numbers],
  reading: ['read', reading],
  view: ['view', viewWords],
  keepView: ['keep', switched],
  // Last: it may have hundreds of thousands of characters.
  data: ['data', text],
};

/** The keys this page reads and writes; `v` is the version of the link's own form. */
const KEYS: ReadonlySet<string> = new Set(['v', ...Object.values(PARTS).map(([key]) => key)]);

/** Reads a link; what is malformed counts as absent. Never throws. */
export function parseLink(hash: string): Link {
  const values = new Map<string, string[]>();
  const others: string[] = [];
  for (const written of hash.split('&')) {
    // At the head of an unknown part, a # would be taken for the link's own when the part moves to the front.
    const part = written.replace(/^#+/, '');
    const at = part.indexOf('=');
    const key = at < 0 ? part : part.slice(0, at);
    if (!KEYS.has(key)) {
      if (part !== '') others.push(part);
    } else if (at >= 0) {
      values.set(key, [...(values.get(key) ?? []), decode(part.slice(at + 1))]);
    }
  }
  const link: Record<string, unknown> = { others };
  for (const [field, [key, { read }]] of Object.entries(PARTS)) {
    const value = values.has(key) ? read(values.get(key) ?? []) : undefined;
    if (value !== undefined) link[field] = value;
  }
  return link as unknown as Link;
}

/** Writes a link, without the `#`; '' when it would say nothing. */
export function formatLink(link: Link): string {
  const parts = Object.keys(PARTS).flatMap((field) => written(link, field as keyof Fields));
  parts.push(...link.others);
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
function encode(word: string): string {
  return encodeURIComponent(word.replace(/\p{Surrogate}/gu, '\ufffd'));
}
