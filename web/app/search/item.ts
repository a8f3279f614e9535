/** What the search box lists: items of its sources, and how well they fit what is typed. */

/** Signs with which a text asks for one kind of thing only, and what that is; '' asks for all. */
export const MODES = [
  ['>', 'commands'],
  ['@', 'names'],
  ['#', 'bytes'],
  ['/', 'files'],
  ['?', 'guide'],
] as const;

type Mode = (typeof MODES)[number][0] | '';

/** What is typed, read once for all sources. */
export interface Query {
  readonly mode: Mode;
  /** Without the sign, and without spaces around it. */
  readonly text: string;
  readonly lower: string;
  /** In lower case. */
  readonly words: readonly string[];
}

export function queryOf(typed: string): Query {
  const mode = MODES.find(([sign]) => typed.trimStart().startsWith(sign))?.[0] ?? '';
  const text = typed.trimStart().slice(mode.length).trim();
  const lower = text.toLowerCase();
  return { mode, text, lower, words: lower.split(/\s+/) };
}

export interface Item {
  /** The same for items that lead to the same thing: only the best of them is listed. */
  readonly key: string;
  readonly name: string;
  /** Beside the name: its place, its size. */
  readonly detail?: string;
  /** At the right: `Animation`, `Open file`. */
  readonly kind: string;
  /** Paths of its icon. */
  readonly icon: readonly string[];
  /** The key of a command. */
  readonly shortcut?: string;
  /** Written for machines: a path. */
  readonly isCode?: boolean;
  /** What Tab writes into the field. */
  readonly completion?: string;
  go(): void;
}

/** How well an item fits, best first. `alike`: by a word that means the same. `offer`: it takes any text. */
const FITS = ['direct', 'exact', 'begins', 'word', 'within', 'alike', 'offer'] as const;

export type Fit = (typeof FITS)[number];

/** How well a name fits; null if it lacks one of the words. */
export function fitOf(name: string, { lower, words }: Query): Fit | null {
  if (lower === '') return 'within';
  const said = name.toLowerCase();
  if (!words.every((word) => said.includes(word))) return null;
  if (said === lower) return 'exact';
  if (said.startsWith(lower)) return 'begins';
  return words.every((word) => beginsWord(said, said.indexOf(word))) ? 'word' : 'within';
}

/** The better one of two. */
export function betterFit(a: Fit | null, b: Fit | null): Fit | null {
  if (!a || !b) return a ?? b;
  return FITS.indexOf(a) <= FITS.indexOf(b) ? a : b;
}

const beginsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** Takes an item, which is made only if there is room for it. */
type Add = (fit: Fit, make: () => Item | null) => void;

export interface Source {
  readonly mode: Mode;
  /** Adds what it has; yields often where there may be much. */
  find(query: Query, add: Add): Generator<void, void>;
}

/** Items of each fit of a source: for one text in one list of all, and where the list is its own. */
const LEAST_ROOM = 15;
const OWN_ROOM = 100;
/** All commands, before anything is typed. */
const WHOLE_ROOM = 400;

/** Items found so far. */
export class Found {
  readonly #lists = FITS.map((): Map<Source, Item[]> => new Map());
  readonly #room: number;

  constructor({ mode, text }: Query) {
    this.#room = text === '' ? WHOLE_ROOM : mode === '' ? LEAST_ROOM : OWN_ROOM;
  }

  add(source: Source, fit: Fit, make: () => Item | null): void {
    const lists = this.#lists[FITS.indexOf(fit)];
    const list = lists?.get(source) ?? [];
    if (list.length >= this.#room) return;
    const item = make();
    if (!item) return;
    list.push(item);
    lists?.set(source, list);
  }

  /** By fit, then in the order of the sources. */
  get best(): Item[] {
    const all = this.#lists.flatMap((lists) => [...lists.values()].flat());
    const keys = new Set<string>();
    return all.filter(({ key }) => {
      const isNew = !keys.has(key);
      keys.add(key);
      return isNew;
    });
  }
}
