/** Names: made unique for a GLB, and chosen by patterns. */
import type { AbcFile } from '@lithoscope/core';
import type { GlbClip, GlbSource } from './input.ts';

export class Names {
  readonly #taken = new Set<string>();
  /** By name: the last number behind it, so that 100,000 nodes of one name cost no search each. */
  readonly #numbers = new Map<string, number>();

  /** The first of the names that is free, else the last with a number behind it. */
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
  /** Indices of the patterns that mean one. */
  readonly meant: readonly number[];
  /** The names of all animations. */
  readonly known: readonly string[];
}

/** @param patterns names in any case; `*` stands for any characters, `?` for one */
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

/** Which of some names are meant: their indices, and those of the patterns that mean one. @param patterns as above */
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

/** Whether a name is meant: walks over both, so that no pattern takes long. */
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
        // The last star takes one more.
        at = star + 1;
        i = ++from;
      } else return false;
    }
    while (wanted[at] === '*') at++;
    return at === wanted.length;
  };
}
