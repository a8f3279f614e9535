/** Long work in slices: between two of them it tells how much is done, and can be stopped. */
import type { ImportWatch } from './options.ts';

/** Milliseconds of work between two looks at whether it was cancelled. */
const SLICE = 25;

export class Pace {
  readonly #watch: ImportWatch;
  #pausedAt = performance.now();

  constructor(watch: ImportWatch = {}) {
    this.#watch = watch;
  }

  /**
   * Between two parts of the work: tells how much is done, and lets the thread hear of a cancel when a slice is over.
   * @param done 0 to 1
   * @throws the reason, when it was cancelled
   */
  async step(done: number): Promise<void> {
    const { signal } = this.#watch;
    if (performance.now() - this.#pausedAt > SLICE) {
      this.#watch.progress?.(done);
      await new Promise((resolve) => setTimeout(resolve));
      this.#pausedAt = performance.now();
    }
    signal?.throwIfAborted();
  }

  /** That all is done. @throws the reason, when it was cancelled */
  end(): void {
    this.#watch.signal?.throwIfAborted();
    this.#watch.progress?.(1);
  }
}
