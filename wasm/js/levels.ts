/** Levels of detail of the pieces of a draft or file, one piece after the other: a part of the module of exchanges. */
import type { RawLevels } from '@lithoscope/exchange-module';
import type { EditOperation } from './types/edit.ts';
import type { LevelWedges, MadeLevel } from './types/import.ts';
import type { NotWritten } from './types/new-model.ts';

export class Levels {
  readonly #raw: RawLevels;
  /** Asks the module: a refusal where it stopped. */
  readonly #ask: <Answer>(question: () => Answer) => Answer | NotWritten;

  constructor(raw: RawLevels, ask: <Answer>(question: () => Answer) => Answer | NotWritten) {
    this.#raw = raw;
    this.#ask = ask;
  }

  /** Goes to a mesh, of which levels are made then. */
  begin(mesh: number): LevelWedges | NotWritten {
    return this.#ask(() => this.#raw.start(mesh));
  }

  /**
   * By wedge 1 for one that must stay, as else triangles would face against the surface; empty: none would.
   * @param from, left three wedges of the last level a triangle: those that triangles were taken from, and those that are left
   */
  aroundTurned(from: Uint32Array, left: Uint32Array): Uint8Array | NotWritten {
    return this.#ask(() => this.#raw.aroundTurned(from, left));
  }

  /** The next level. @param left three wedges of the last one a triangle */
  keep(left: Uint32Array): MadeLevel | NotWritten {
    return this.#ask(() => this.#raw.keep(left));
  }

  /**
   * Of a file: changes that give it the levels that were made, in order.
   * @param distances up to which each level but the last is shown, units
   */
  operations(distances: readonly number[]): readonly EditOperation[] | NotWritten {
    return this.#ask(() => this.#raw.operations(Float64Array.from(distances)));
  }

  /** Nothing may be asked after it. */
  delete(): void {
    this.#ask(() => this.#raw.delete());
  }
}
