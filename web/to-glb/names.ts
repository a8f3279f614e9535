/** Names: made unique for a GLB, and chosen by patterns. */
import type { AbcFile } from '@lithoscope/core';
import type { GlbClip, GlbSource } from './input.ts';

export class Names {
  readonly #taken = new Set<string>();
  /** By name: its last number, so that 100,000 nodes with the same name need no search each. */
  readonly #numbers = new Map<string, number>();

  /** The first free name, otherwise the last one with a number. */
  unique(first: string, ...others: string[]): string {
    const wanted = [first, ...others];
    const free = wanted.find((name) => !this.#taken.has(name));
    const last = wanted.at(-1) ?? first;
    let name = free ?? last;
    for (let i = (this.#numbers.get(last) ?? 1) + 1; this.#taken.has(name); i++) {
      name = `${last} ${i}`;
      this.#numbers.set(last, i);
    }
    this.#taken.add(name);
    return name;
  }
}

export interface MeantAnimations {
  /** In the order of the files. */
  readonly clips: readonly GlbClip[];
  /** Indices of the patterns that match one. */
  readonly meant: readonly number[];
  /** The names of all animations. */
  readonly known: readonly string[];
}

/** The animations that patterns match. @param patterns names in any case; `*` stands for any characters, `?` for one */
export function meantAnimations(
  patterns: readonly string[],
  file: AbcFile,
  sources: readonly GlbSource[],
): MeantAnimations {
  const matchers = patterns.map(nameMatcher);
  const clips: GlbClip[] = [];
  const meant = new Set<number>();
  const known = new Set<string>();
  for (const [i, { info }] of [file, ...sources.map((source) => source.file)].entries()) {
    for (const [animation, { name }] of info.animations.entries()) {
      known.add(name);
      const fitting = matchers.flatMap((matches, m) => (matches(name) ? [m] : []));
      for (const m of fitting) meant.add(m);
      if (fitting.length > 0) clips.push({ source: i - 1, animation });
    }
  }
  return { clips, meant: [...meant].sort((a, b) => a - b), known: [...known] };
}

/** The indices of the names that patterns match, and of the patterns that match one. @param patterns as in `meantAnimations` */
export function meantNames(
  patterns: readonly string[],
  names: readonly string[],
): { readonly indices: readonly number[]; readonly meant: readonly number[] } {
  const matchers = patterns.map(nameMatcher);
  const having = (list: readonly unknown[], is: (i: number) => boolean) => [...list.keys()].filter(is);
  return {
    indices: having(names, (i) => matchers.some((matches) => matches(names[i] ?? ''))),
    meant: having(patterns, (m) => names.some((name) => matchers[m]?.(name))),
  };
}

/** Matches names with a pattern in one pass with backtracking to the last star, so that no pattern takes long. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const wanted = pattern.toLowerCase();
  return (name) => {
    const text = name.toLowerCase();
    let at = 0;
    let star = -1;
    let from = 0;
    for (let i = 0; i < text.length; ) {
      const character = wanted[at];
      if (character === '*') {
        star = at++;
        from = i;
      } else if (character !== undefined && (character === '?' || character === text[i])) {
        at++;
        i++;
      } else if (star >= 0) {
        // The last star matches one character more.
        at = star + 1;
        i = ++from;
      } else return false;
    }
    while (wanted[at] === '*') at++;
    return at === wanted.length;
  };
}
