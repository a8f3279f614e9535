/**
 * Limits on the cost of a link. Links are untrusted and read on the page's main thread: all readers take from one
 * budget. What exceeds it is ignored, and the user is told.
 */
import { counted, formatCount } from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';

/** Above the numbers in any link that this page writes. */
export const LINK_LIMITS = {
  /** A file of MAX_PACKED_BYTES has 350,000. */
  characters: 2 ** 20,
  parts: 2000,
  /** Entries of lists: numbers that are hidden, runs of them, options of the view. No model has as many pieces. */
  entries: 65_536,
  /** Each layer is posed separately. */
  layers: 64,
  /** Bases, models at sockets and skins: each is a request, or a file to unpack. */
  files: 64,
  /** Total size of the unpacked files. */
  bytes: MAX_PARSED_BYTES,
} as const;

export type LinkCost = keyof typeof LINK_LIMITS;

/** Total size of the files that are read of a bundle. They are not in the link, but on the disk or at an address. */
export const MAX_BUNDLE_BYTES = 512 * 2 ** 20;

/** The budget of one link: what is spent, and what was refused. */
export class LinkBudget {
  readonly #spent = new Map<LinkCost, number>();
  readonly #refused = new Set<LinkCost>();
  readonly #bytes: number;

  /** @param bytes total size of its files */
  constructor(bytes: number = LINK_LIMITS.bytes) {
    this.#bytes = bytes;
  }

  /** Takes all of an amount or nothing. @returns false if too little is left: the caller then ignores its input */
  take(cost: LinkCost, count = 1): boolean {
    if (count > this.left(cost)) {
      this.#refused.add(cost);
      return false;
    }
    this.#spent.set(cost, this.spent(cost) + count);
    return true;
  }

  left(cost: LinkCost): number {
    return (cost === 'bytes' ? this.#bytes : LINK_LIMITS[cost]) - this.spent(cost);
  }

  spent(cost: LinkCost): number {
    return this.#spent.get(cost) ?? 0;
  }

  /** The first items of a list, as far as the budget covers them. */
  first<T>(cost: LinkCost, list: readonly T[]): readonly T[] {
    const kept = list.slice(0, this.left(cost));
    this.take(cost, kept.length);
    if (kept.length < list.length) this.#refused.add(cost);
    return kept;
  }

  /** Parts of a text between separators, as far as the budget covers them. */
  *split(cost: LinkCost, text: string, separator: string): Generator<string> {
    for (let at = 0; at <= text.length; ) {
      if (!this.take(cost)) return;
      const end = text.indexOf(separator, at);
      yield text.slice(at, end < 0 ? text.length : end);
      if (end < 0) return;
      at = end + separator.length;
    }
  }

  /** What was ignored, as sentences; '' when nothing was. */
  get sentence(): string {
    const kept = Object.entries(KEPT).flatMap(([cost, said]) =>
      this.#refused.has(cost as LinkCost) ? [said] : [],
    );
    if (kept.length === 0) return '';
    return `This link exceeds the limits for links: ${kept.join('; ')}. The rest was ignored. If someone sent it to you, it may be malicious.`;
  }
}

/** What is used of a link beyond a limit. For bytes, the unpacker says it. */
const KEPT: Readonly<Record<Exclude<LinkCost, 'bytes'>, string>> = {
  characters: `only its first ${formatCount(LINK_LIMITS.characters)} characters were read`,
  parts: `only its first ${counted(LINK_LIMITS.parts, 'part')} were read`,
  entries: `its lists have more than ${formatCount(LINK_LIMITS.entries)} entries`,
  layers: `only its first ${counted(LINK_LIMITS.layers, 'layer')} were added`,
  files: `only the first ${formatCount(LINK_LIMITS.files)} of its bases, models and skins were loaded`,
};
