/** One merge into a file, a part of the work at each step. */
import type { RawMerge } from '@lithoscope/exchange-module';
import { ModuleStopped } from './started.ts';
import type { Merged } from './types/merge.ts';
import type { NotWritten } from './types/new-model.ts';

const STOPPED: NotWritten = {
  refused: 'The part of Lithoscope that changes files stopped at this merge. The file is as it was.',
};

export class Merging {
  readonly #raw: RawMerge;
  readonly #onStop: () => void;

  /** @internal Use `Editing.merging`. @param onStop called for a fault of the core */
  constructor(raw: RawMerge, onStop: () => void) {
    this.#raw = raw;
    this.#onStop = onStop;
  }

  /** False: all is done. */
  step(): boolean | NotWritten {
    return this.#ask((raw) => raw.step());
  }

  /** How much is done before the next step, 0 to 1. */
  done(): number {
    return this.#raw.done();
  }

  /** After the last step. */
  result(): Merged | NotWritten {
    return this.#ask((raw) => raw.result());
  }

  /** Frees its memory. Nothing else may be asked then. */
  release(): void {
    this.#ask((raw) => raw.delete());
  }

  #ask<Answer>(question: (raw: RawMerge) => Answer): Answer | NotWritten {
    try {
      return question(this.#raw);
    } catch (error) {
      if (!(error instanceof ModuleStopped)) throw error;
      this.#onStop();
      return STOPPED;
    }
  }
}
