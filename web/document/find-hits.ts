/** What was found in the bytes of the active file: the find panel says it, bytes and minimap mark it. */
import { type Signal, signal } from '@preact/signals-core';

export interface Hits {
  /** Id of the file that was searched. */
  readonly file: number;
  /** Where each hit begins, ascending. */
  readonly starts: Float64Array;
  /** Bytes of a hit; texts and numbers that are looked for have one length. */
  readonly length: number;
  /** Which hit is the current one, −1: none. */
  readonly current: number;
}

export const hits: Signal<Hits | null> = signal(null);
