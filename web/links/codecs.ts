/** Codecs of link fields: between values and text. Any text can be read. */

import { type BookmarkData, colorNamed, MAX_BOOKMARKS, MAX_NAME, MAX_NOTE } from '../document/bookmark.ts';
import type { TrailOf } from '../document/open-file.ts';
import {
  type Background,
  type Coloring,
  FIGURE_HEIGHT,
  type Filtering,
  LIGHTINGS,
  MAX_FIELD_OF_VIEW,
  MAX_ONION,
  MIN_FIELD_OF_VIEW,
  ONION_STEPS,
  type Shading,
  VIEW_DEFAULTS,
  type ViewOptions,
} from '../document/view.ts';
import type { LinkBudget } from './budget.ts';

/** One field of a link ⇄ the texts after its key. */
export interface Codec<T> {
  /** The value; undefined if malformed. Parts that exceed the budget of the link are left out. */
  read(texts: readonly string[], budget: LinkBudget): T | undefined;
  write(value: T): readonly string[];
  /** Its characters need no percent-encoding. */
  readonly plain?: true;
}

/** Times, sizes and offsets are u32 in the format. */
const MAX_NUMBER = 2 ** 32;

/** A field that occurs once; the first occurrence counts. */
function single<T>(
  read: (text: string, budget: LinkBudget) => T | undefined,
  write: (value: T) => string,
): Codec<T> {
  return { read: ([first = ''], budget) => read(first, budget), write: (value) => [write(value)] };
}

function plain<T>(codec: Codec<T>): Codec<T> {
  return { ...codec, plain: true };
}

/** A field that may be repeated; malformed occurrences are left out. @param cost budget that each takes */
function several<T>(
  read: (text: string) => T | undefined,
  write: (value: T) => string,
  cost: 'files' | 'layers' | null = null,
): Codec<readonly T[]> {
  return {
    read: (texts, budget) => {
      const counting = cost === null ? texts : budget.first(cost, texts);
      const values = counting.map(read).filter((value) => value !== undefined);
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

export function oneOf<const T extends string>(words: readonly T[]): Codec<T> {
  return plain(single((text) => words.find((word) => word === text), same));
}

/** `0,3,5-9`, in order. */
export const numbers: Codec<readonly number[]> = plain(single(readNumbers, writeNumbers));

/** `n3,s0`: nodes and sockets; malformed ones are left out. */
export const trails: Codec<readonly TrailOf[]> = plain({
  read([text = ''], budget) {
    const found = [...budget.split('entries', text, ',')].flatMap((word): TrailOf[] => {
      const [, part, index] = /^([ns])(\d{1,9})$/.exec(word) ?? [];
      if (!part) return [];
      return [part === 'n' ? { node: Number(index) } : { socket: Number(index) }];
    });
    return found.length > 0 ? found : undefined;
  },
  write: (values) => [
    values.map(({ node, socket }) => (socket === undefined ? `n${node}` : `s${socket}`)).join(','),
  ],
});

/** A file beside the model. */
export interface Supplied {
  /** Index of its child model or slot; absent: by name. */
  readonly place?: number;
  /** It belongs to the model at this socket; absent: to the model itself. */
  readonly socket?: number;
  /** Its address; '' keeps a slot bare. */
  readonly url: string;
}

/**
 * `URL`, `2:URL` for a certain place, `4.2:URL` for one of the model at socket 4; `:URL` where an address begins as a place
 * would.
 */
export const supplied: Codec<readonly Supplied[]> = several(
  (text) => {
    const [, socket, place = '', rest] = /^(?:(\d{1,9})\.)?(\d*):(.*)$/s.exec(text) ?? [];
    const url = rest ?? text;
    const at = number(place, /^\d+$/);
    if (place === '' ? url === '' : at === undefined) return undefined;
    return {
      ...(at !== undefined && { place: at }),
      ...(socket !== undefined && { socket: Number(socket) }),
      url,
    };
  },
  ({ place, socket, url }) => (socket === undefined ? placed(place, url) : `${socket}.${place ?? ''}:${url}`),
  'files',
);

/** A file beside the model that is in the link. */
export interface PackedFile extends Pick<Supplied, 'place'> {
  readonly name: string;
  /** Its bytes: deflated, in base64url. */
  readonly data: string;
}

/** `NAME,DATA`, with a place as `supplied` has it. */
export const packedFiles: Codec<readonly PackedFile[]> = several(
  (text) => {
    const [, place = '', name = '', data = ''] = /^(?:(\d{0,9}):)?(.+),([\w-]+)$/s.exec(text) ?? [];
    return name === '' ? undefined : { ...(place !== '' && { place: Number(place) }), name, data };
  },
  ({ place, name, data }) => placed(place, `${name},${data}`),
  'files',
);

/** A word after its place; a word that looks like a place gets an empty one. */
function placed(place: number | undefined, word: string): string {
  return place !== undefined ? `${place}:${word}` : /^(\d+\.)?\d*:/.test(word) ? `:${word}` : word;
}

/** A model at a socket, with indices in the files. */
export interface LinkedAttachment {
  readonly socket: number;
  readonly url: string;
  /** Its clip, in its own file; −1 is the bind pose. */
  readonly child: number;
  readonly animation: number;
  readonly timeMs: number;
  readonly shown: boolean;
}

/** `2@URL`, `2,0:1,250@URL` with child, animation and milliseconds, `,off` before the @ when it is hidden. */
export const attached: Codec<readonly LinkedAttachment[]> = several(
  (text) => {
    const form = /^(\d{1,9})(?:,(\d{1,9}):(\d{1,9}),(\d+(?:\.\d{1,3})?))?(,off)?@(.+)$/s;
    const [whole, socket, child, animation, time = '0', off, url = ''] = form.exec(text) ?? [];
    const timeMs = number(time, /./);
    if (whole === undefined || timeMs === undefined) return undefined;
    return {
      socket: Number(socket),
      child: Number(child ?? 0),
      animation: Number(animation ?? -1),
      timeMs,
      shown: off === undefined,
      url,
    };
  },
  ({ socket, child, animation, timeMs, shown, url }) => {
    const plays = animation < 0 ? '' : `,${child}:${animation},${rounded(timeMs)}`;
    return `${socket}${plays}${shown ? '' : ',off'}@${url}`;
  },
  'files',
);

/** `0x6E07+12` */
export const range: Codec<{ readonly start: number; readonly length: number }> = plain(
  single(
    (text) => {
      const [, start = '', length = ''] = /^0x([0-9a-f]+)\+(\d+)$/i.exec(text) ?? [];
      const selection = { start: Number.parseInt(start, 16), length: Number(length) };
      return start !== '' && selection.start + selection.length <= MAX_NUMBER ? selection : undefined;
    },
    ({ start, length }) => `0x${start.toString(16).toUpperCase()}+${length}`,
  ),
);

/** Position and target of the camera: six numbers in world space. */
export type Camera = readonly [number, number, number, number, number, number];

/** A camera farther away would show nothing, and its numbers would not fit 32-bit floats. */
const MAX_CAMERA = 1e24;

/**
 * `0x6E07+12,blue,NAME`, with the note after a line break; repeated. Anything beyond MAX_BOOKMARKS and the maximum
 * lengths is left out.
 */
export const bookmarks: Codec<readonly BookmarkData[]> = {
  read(texts) {
    const marks = texts.slice(0, MAX_BOOKMARKS).flatMap((text) => readBookmark(text) ?? []);
    return marks.length > 0 ? marks : undefined;
  },
  write: (marks) =>
    marks.map(({ start, end, color, name, note }) => {
      const place = `0x${start.toString(16).toUpperCase()}+${end - start}`;
      return `${place},${color},${name}${note ? `\n${note}` : ''}`;
    }),
};

function readBookmark(text: string): BookmarkData | null {
  const [, from = '', length = '', color = '', name = '', note = ''] =
    /^0x([0-9a-f]{1,8})\+(\d{1,10}),([a-z]{0,10}),([^\n]*)(?:\n([\s\S]*))?$/i.exec(text) ?? [];
  const start = Number.parseInt(from, 16);
  const end = start + Number(length);
  if (!(end > start && end <= MAX_NUMBER)) return null;
  return {
    start,
    end,
    color: colorNamed(color),
    name: name.slice(0, MAX_NAME),
    note: note.slice(0, MAX_NOTE),
  };
}

export const camera: Codec<Camera> = plain(
  single(
    (text) => {
      const [x, y, z, a, b, c, ...more] = text
        .split(',', 7)
        .map((part) => (part === '' ? Number.NaN : Number(part)));
      // Written so that NaN fails; three's numbers for the card have 32 bits.
      const all =
        [x, y, z, a, b, c].every((part = Number.NaN) => Math.abs(part) <= MAX_CAMERA) && more.length === 0;
      return all ? ([x, y, z, a, b, c] as unknown as Camera) : undefined;
    },
    // Six digits: a smaller difference is invisible.
    (numbers) => numbers.map((value) => String(Number(value.toPrecision(6)))).join(','),
  ),
);

/** An animation layer, with indices in the file. */
export interface LinkedLayer {
  readonly child: number;
  readonly animation: number;
  /** −1: full weight for all nodes. */
  readonly weightSet: number;
  readonly timeMs: number;
  readonly runs: boolean;
  readonly on: boolean;
}

/** `0:3,-1,250,runs,off`: child and animation, weight set, milliseconds. */
export const layers: Codec<readonly LinkedLayer[]> = plain(
  several(
    (text) => {
      const form = /^(\d+):(\d+),(-1|\d+),(\d+(?:\.\d{1,3})?)(,runs)?(,off)?$/;
      const [whole, child, animation, weightSet, timeMs, runs, off] = form.exec(text) ?? [];
      const values = [child, animation, weightSet, timeMs].map(Number);
      if (whole === undefined || values.some((value) => value > MAX_NUMBER)) return undefined;
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
    'layers',
  ),
);

/** The chosen interpretation of an ambiguous v6 file. */
interface LinkedInterpretation {
  readonly conjugateKeys?: boolean;
  readonly mirrorZ?: boolean;
  readonly restAnimation?: number;
}

/** `conjugate:1,mirror:0,rest:3` */
export const interpretation: Codec<LinkedInterpretation> = plain(
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

const CHOICES = {
  shading: ['textured', 'shaded', 'flat', 'wire'] satisfies Shading[],
  coloring: ['none', 'weights', 'influences', 'winding'] satisfies Coloring[],
  lighting: LIGHTINGS,
  // A link has no picture for the background.
  background: ['theme', 'dark', 'light', 'checker', 'color'] satisfies Background[],
  filtering: ['smooth', 'texels'] satisfies Filtering[],
} as const;

/** How the values of other options are read. */
const VALUES: { readonly [Option in keyof ViewOptions]?: (text: string) => ViewOptions[Option] | undefined } =
  {
    fieldOfView: (text) => within(text, { min: MIN_FIELD_OF_VIEW, max: MAX_FIELD_OF_VIEW }),
    onionBefore: (text) => within(text, { min: 0, max: MAX_ONION }),
    onionAfter: (text) => within(text, { min: 0, max: MAX_ONION }),
    onionStep: (text) => ONION_STEPS.find((step) => String(step) === text),
    figureHeight: (text) => within(text, FIGURE_HEIGHT),
    backgroundColor: (text) => (/^[0-9a-f]{6}$/.test(text) ? `#${text}` : undefined),
  };

/** Shorter names of options in a link. */
const SHORT: Readonly<Record<string, string>> = { fieldOfView: 'fov' };
const LONG: Readonly<Record<string, string>> = { fov: 'fieldOfView' };

/** `skeleton,-grid,shading:flat,fov:45`: only options that differ from the defaults. */
export const viewOptions: Codec<Partial<ViewOptions>> = {
  read(texts, budget) {
    const settings: Record<string, unknown> = {};
    for (const word of budget.split('entries', texts.join(), ',')) {
      const [option, value] = readWord(word);
      if (value !== undefined && value !== defaultOf(option)) settings[option] = value;
    }
    return Object.keys(settings).length > 0 ? settings : undefined;
  },
  write: (settings) => [Object.entries(settings).map(writeWord).join(',')],
  plain: true,
};

/** View options that this page does not know, as of a newer page. Malformed values of known options are dropped. */
export function unknownOptions(texts: readonly string[], budget: LinkBudget): string[] {
  return [...budget.split('entries', texts.join(), ',')].filter((word) => {
    const [, name = ''] = /^-?([a-z]\w*)(:[\w.-]*)?$/i.exec(word) ?? [];
    return name !== '' && !Object.hasOwn(LONG, name) && !Object.hasOwn(VIEW_DEFAULTS, name);
  });
}

function readWord(word: string): [option: string, value?: unknown] {
  const at = word.indexOf(':');
  if (at < 0) {
    const option = word.replace(/^-/, '');
    return [option, typeof defaultOf(option) === 'boolean' ? option === word : undefined];
  }
  const written = word.slice(0, at);
  const option = Object.hasOwn(LONG, written) ? (LONG[written] ?? '') : written;
  const value = word.slice(at + 1);
  if (Object.hasOwn(VALUES, option)) return [option, VALUES[option as keyof typeof VALUES]?.(value)];
  const choices: readonly string[] = Object.hasOwn(CHOICES, option)
    ? CHOICES[option as keyof typeof CHOICES]
    : [];
  return [option, choices.find((choice) => choice === value)];
}

function writeWord([option, value]: [string, unknown]): string {
  if (typeof value === 'boolean') return value ? option : `-${option}`;
  return `${SHORT[option] ?? option}:${String(value).replace('#', '')}`;
}

function within(text: string, { min, max }: { readonly min: number; readonly max: number }) {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function defaultOf(option: string): unknown {
  return Object.hasOwn(VIEW_DEFAULTS, option) ? VIEW_DEFAULTS[option as keyof ViewOptions] : undefined;
}

function number(text: string, form: RegExp): number | undefined {
  return form.test(text) && Number(text) <= MAX_NUMBER ? Number(text) : undefined;
}

function rounded(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** Each number visited counts, not each one found: a range may be repeated any number of times. */
function readNumbers(text: string, budget: LinkBudget): number[] | undefined {
  const found = new Set<number>();
  for (const part of budget.split('entries', text, ',')) {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? [];
    const more = Number(last) - Number(first);
    if (first === undefined || more < 0 || !budget.take('entries', more)) return undefined;
    for (let value = Number(first); value <= Number(last); value++) found.add(value);
  }
  return Array.from(Uint32Array.from(found).sort());
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
