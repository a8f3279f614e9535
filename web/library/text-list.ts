/** Many texts that are searched at once, in any case. */
import { fits, type Pattern } from '../explain/query.ts';

/** Which texts fit a pattern: 1 or 0 for each, and how many. */
export interface Fitting {
  readonly fits: Uint8Array;
  count: number;
}

/** Texts that stand in one: one search in a long text is faster than many in short ones. */
const BLOCK = 4096;

interface Block {
  /** In lower case, with a character between two. */
  readonly text: string;
  /** Where each begins, and behind the last one where the next would. */
  readonly starts: Uint32Array;
}

export class TextList {
  /** In lower case. */
  readonly #texts: string[] = [];
  readonly #blocks: Block[] = [];
  /** As far as there were texts. */
  #known = new WeakMap<Pattern, Fitting>();

  add(text: string): void {
    this.#texts.push(text.toLowerCase());
  }

  clear(): void {
    this.#texts.length = 0;
    this.#blocks.length = 0;
    this.#known = new WeakMap();
  }

  /** Which of them fit; of one pattern only what was added since is looked at. */
  fitting(pattern: Pattern): Fitting {
    const { length } = this.#texts;
    const known = this.#known.get(pattern);
    if (known?.fits.length === length) return known;
    const from = known?.fits.length ?? 0;
    const fitting: Fitting = { fits: new Uint8Array(length), count: known?.count ?? 0 };
    if (known) fitting.fits.set(known.fits);
    if (pattern.how === 'part' && pattern.text !== '') this.#fitParts(pattern.text, from, fitting);
    else {
      for (let i = from; i < length; i++) if (fits(pattern, this.#texts[i] ?? '')) take(fitting, i);
    }
    this.#known.set(pattern, fitting);
    return fitting;
  }

  #fitParts(part: string, from: number, fitting: Fitting): void {
    for (let first = from - (from % BLOCK); first < this.#texts.length; first += BLOCK) {
      const { text, starts } = this.#blockAt(first);
      let nth = 0;
      for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at)) {
        while ((starts[nth + 1] ?? 0) <= at) nth++;
        const end = (starts[nth + 1] ?? 0) - 1;
        // What goes on in the next text is no find; else this one is done.
        const isWithin = at + part.length <= end;
        if (isWithin && first + nth >= from) take(fitting, first + nth);
        at = isWithin ? end + 1 : at + 1;
      }
    }
  }

  #blockAt(first: number): Block {
    const nth = first / BLOCK;
    const count = Math.min(BLOCK, this.#texts.length - first);
    let block = this.#blocks[nth];
    if (!block || block.starts.length !== count + 1) {
      const texts = this.#texts.slice(first, first + count);
      const starts = new Uint32Array(count + 1);
      texts.forEach((text, i) => {
        starts[i + 1] = (starts[i] ?? 0) + text.length + 1;
      });
      block = { text: texts.join('\n'), starts };
      this.#blocks[nth] = block;
    }
    return block;
  }
}

function take(fitting: Fitting, i: number): void {
  fitting.fits[i] = 1;
  fitting.count++;
}
