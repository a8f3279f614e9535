/** Long work in slices: between two of them, it reports progress and can be cancelled. */

/** Progress and cancellation of long work. */
export interface Watch {
  /** Called with the share of the work that is done, 0 to 1. */
  progress?(done: number): void;
  /** When aborted, the work rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds of work between two checks for cancellation. */
const SLICE = 20;

export class Pace {
  readonly #watch: Watch;
  #pausedAt = performance.now();

  constructor(watch: Watch = {}) {
    this.#watch = watch;
  }

  /**
   * Called between parts of the work: reports progress, and yields after a slice so that a cancellation can arrive.
   * @param done 0 to 1
   * @throws the signal's reason when cancelled
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

  /** Reports that all is done. @throws the signal's reason when cancelled */
  end(): void {
    this.#watch.signal?.throwIfAborted();
    this.#watch.progress?.(1);
  }
}
