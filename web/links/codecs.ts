/** How the values of a link are written as text, and read from any text. Pure. */
import type { Camera, Link, LinkedLayer, LinkedReading, Supplied } from './link.ts';

/** One part of a link ⇄ the texts that stand behind its key. */
export interface Codec<T> {
  /** The value; undefined for what is malformed. */
  read(texts: readonly string[]): T | undefined;
  write(value: T): readonly string[];
  /** Its characters are harmless: they need no percent signs, which people could not read. */
  readonly plain?: true;
}

/** Times, sizes and offsets are u32 in the format. */
const LARGEST = 2 ** 32;

/** More numbers in one list are not read: no model has as many pieces. */
const LONGEST_LIST = 65_536;

/** What stands once: the first counts. */
function single<T>(read: (text: string) => T | undefined, write: (value: T) => string): Codec<T> {
  return { read: ([first = '']) => read(first), write: (value) => [write(value)] };
}

function plain<T>(codec: Codec<T>): Codec<T> {
  return { ...codec, plain: true };
}

/** What may stand several times; what is malformed among them is left out. */
function several<T>(read: (text: string) => T | undefined, write: (value: T) => string): Codec<readonly T[]> {
  return {
    read: (texts) => {
      const values = texts.map(read).filter((value) => value !== undefined);
      return values.length > 0 ? values : undefined;
    },
    write: (values) => values.map(write),
  };
}

const filled = (text: string) => text || undefined;
const same = (text: string) => text;

export const text: Codec<string> = single(filled, same);
export const texts: Codec<readonly string[]> = several(filled, same);

export const switched: Codec<boolean> = plain(
  single(
    (text) => (text === '1' ? true : undefined),
    () => '1',
  ),
);

export const whole: Codec<number> = plain(single((text) => number(text, /^\d+$/), String));

/** A number to a thousandth. */
export const thousandths: Codec<number> = plain(single((text) => number(text, /^\d+(\.\d{1,3})?$/), rounded));

export const digest: Codec<string> = plain(
  single((text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined), same),
);

export function oneOf<T extends string>(words: readonly T[]): Codec<T> {
  return plain(single((text) => words.find((word) => word === text), same));
}

/** `0,3,5-9`, in order. */
export const numbers: Codec<readonly number[]> = plain(single(readNumbers, writeNumbers));

/** `URL`, `2:URL` for a certain place; `:URL` where an address begins as a place would. */
export const supplied: Codec<readonly Supplied[]> = several(
  (text) => {
    const [, place = '', rest] = /^(\d*):(.*)$/s.exec(text) ?? [];
    const url = rest ?? text;
    if (place === '') return url === '' ? undefined : { url };
    const at = number(place, /^\d+$/);
    return at === undefined ? undefined : { place: at, url };
  },
  ({ place, url }) => (place !== undefined ? `${place}:${url}` : /^\d*:/.test(url) ? `:${url}` : url),
);

/** `0x6E07+12` */
export const range: Codec<NonNullable<Link['selection']>> = plain(
  single(
    (text) => {
      const [, start = '', length = ''] = /^0x([0-9a-f]+)\+(\d+)$/i.exec(text) ?? [];
      const selection = { start: Number.parseInt(start, 16), length: Number(length) };
      return start !== '' && selection.start + selection.length <= LARGEST ? selection : undefined;
    },
    ({ start, length }) => `0x${start.toString(16).toUpperCase()}+${length}`,
  ),
);

export const camera: Codec<Camera> = plain(
  single(
    (text) => {
      const [x, y, z, a, b, c, ...more] = text
        .split(',')
        .map((part) => (part === '' ? Number.NaN : Number(part)));
      const all = [x, y, z, a, b, c].every(Number.isFinite) && more.length === 0;
      return all ? ([x, y, z, a, b, c] as unknown as Camera) : undefined;
    },
    // A thousandth of a part is nothing that one could see.
    (numbers) => numbers.map((value) => String(Number(value.toPrecision(6)))).join(','),
  ),
);

/** `0:3,-1,250,runs,off`: child and animation, weight set, milliseconds. */
export const layers: Codec<readonly LinkedLayer[]> = plain(
  several(
    (text) => {
      const form = /^(\d+):(\d+),(-1|\d+),(\d+(?:\.\d{1,3})?)(,runs)?(,off)?$/;
      const [whole, child, animation, weightSet, timeMs, runs, off] = form.exec(text) ?? [];
      const values = [child, animation, weightSet, timeMs].map(Number);
      if (whole === undefined || values.some((value) => value > LARGEST)) return undefined;
      const [c = 0, a = 0, w = 0, t = 0] = values;
      return {
        child: c,
        animation: a,
        weightSet: w,
        timeMs: t,
        runs: runs !== undefined,
        on: off === undefined,
      };
    },
    ({ child, animation, weightSet, timeMs, runs, on }) =>
      `${child}:${animation},${weightSet},${rounded(timeMs)}${runs ? ',runs' : ''}${on ? '' : ',off'}`,
  ),
);

/** `conjugate:1,mirror:0,rest:3` */
export const reading: Codec<LinkedReading> = plain(
  single(
    (text) => {
      const [all, , conjugate, , mirror, , rest] =
        /^(conjugate:([01]),?)?(mirror:([01]),?)?(rest:(\d{1,9}))?$/.exec(text) ?? [];
      if (!all) return undefined;
      return {
        ...(conjugate && { conjugateKeys: conjugate === '1' }),
        ...(mirror && { mirrorZ: mirror === '1' }),
        ...(rest && { restAnimation: Number(rest) }),
      };
    },
    ({ conjugateKeys, mirrorZ, restAnimation }) =>
      [
        ...(conjugateKeys === undefined ? [] : [`conjugate:${Number(conjugateKeys)}`]),
        ...(mirrorZ === undefined ? [] : [`mirror:${Number(mirrorZ)}`]),
        ...(restAnimation === undefined ? [] : [`rest:${restAnimation}`]),
      ].join(','),
  ),
);

function number(text: string, form: RegExp): number | undefined {
  return form.test(text) && Number(text) <= LARGEST ? Number(text) : undefined;
}

function rounded(value: number): string {
  return String(Number(value.toFixed(3)));
}

function readNumbers(text: string): number[] | undefined {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? [];
    const count = Number(last) - Number(first);
    if (first === undefined || count < 0 || found.size + count >= LONGEST_LIST) return undefined;
    for (let value = Number(first); value <= Number(last); value++) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

function writeNumbers(values: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && value === run.last + 1) run.last = value;
    else runs.push({ first: value, last: value });
  }
  return runs.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}
