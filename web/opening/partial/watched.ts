/** Bytes of a file that is partially loaded, as effects want them. */
import { signal } from '@preact/signals-core';
import { PartialBytes, type ReadRange } from './bytes.ts';

/** An effect that wanted bytes which were not there runs again when some have come. */
export class WatchedBytes extends PartialBytes {
  readonly #arrivals = signal(0);

  /** @param failed called when a slice could not be read; it is tried again when it is looked at again */
  constructor(size: number, readRange: ReadRange, failed: (reason: unknown) => void) {
    super(size, readRange, failed);
    this.onArrival(() => {
      this.#arrivals.value++;
    });
  }

  override at(start: number, end: number): Uint8Array | null {
    const bytes = super.at(start, end);
    if (!bytes) this.#arrivals.value;
    return bytes;
  }
}
