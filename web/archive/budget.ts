/** How much an archive may unpack to, with all archives in it: a few kilobytes can say that they are terabytes. */
import { formatCount } from '../explain/describe.ts';

const GIGABYTE = 2 ** 30;

/** What any archive may unpack to; a larger one so many times its size. */
const LEAST = 4 * GIGABYTE;
const MOST_TIMES = 100;

export class UnpackBudget {
  readonly #limit: number;
  #taken = 0;

  /** @param size bytes of the outermost archive */
  constructor(size: number) {
    this.#limit = Math.max(LEAST, MOST_TIMES * size);
  }

  /**
   * Counts a deflated entry by the size that its directory declares, which is all that is ever inflated of it.
   * @returns why it is not read, a sentence; '' when it is
   */
  take(size: number): string {
    this.#taken += size;
    if (this.#taken <= this.#limit) return '';
    return `Not read: the archive unpacks to more than ${formatCount(Math.floor(this.#limit / GIGABYTE))} GB.`;
  }
}
