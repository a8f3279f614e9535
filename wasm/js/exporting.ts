/** A model on its way to a GLB: a part of the module of exchanges. */
import type { RawExport } from '@lithoscope/exchange-module';
import type {
  ExportedAnimation,
  ExportedMesh,
  ExportedParts,
  ExportedSkeleton,
  MorphPlan,
  WantedClip,
} from './types/export.ts';
import type { NotWritten } from './types/new-model.ts';

export class Exporting {
  readonly skeleton: ExportedSkeleton;
  readonly #raw: RawExport;
  /** Asks the module: a refusal where it stopped. */
  readonly #ask: <Answer>(question: () => Answer) => Answer | NotWritten;

  constructor(
    raw: RawExport,
    skeleton: ExportedSkeleton,
    ask: <Answer>(question: () => Answer) => Answer | NotWritten,
  ) {
    this.#raw = raw;
    this.skeleton = skeleton;
    this.#ask = ask;
  }

  /** Levels of a piece that share their vertices: one in v9+; v6: numbers of collapses. */
  mesh(piece: number, lods: readonly number[]): ExportedMesh | NotWritten {
    return this.#ask(() => this.#raw.mesh(piece, Uint32Array.from(lods)));
  }

  /** Another file whose animations are exported: the next number of `WantedClip.source`. @param bytes of the file */
  addSource(bytes: Uint8Array): NotWritten | null {
    return this.#ask(() => {
      const input = this.#raw.allocate(bytes.length);
      input?.set(bytes);
      return input ? this.#raw.addSource() : { refused: 'There is not enough memory for this export.' };
    });
  }

  /** An animation, a part of the work at each `next`. @param mostAdded keys that are added at most */
  *animation(clip: WantedClip, mostAdded: number): Generator<undefined, ExportedAnimation | NotWritten> {
    const refused = this.#ask(() => this.#raw.animate(clip, mostAdded));
    if (refused) return refused;
    for (;;) {
      const isMore = this.#ask(() => this.#raw.step());
      if (typeof isMore !== 'boolean') return isMore;
      if (!isMore) return this.#ask(() => this.#raw.animation());
      yield;
    }
  }

  /** The vertices of a level that animations move one by one; null without any. v6: piece 0 at level 0. @param most targets at most */
  morphs(
    piece: number,
    lod: number,
    clips: readonly WantedClip[],
    most: number,
  ): MorphPlan | NotWritten | null {
    return this.#ask(() => this.#raw.morphs(piece, lod, clips, most));
  }

  /**
   * What an export keeps of the model for the way back: its bytes, with zeros for the numbers that a merge computes from the
   * glTF (docs/export.md lists them).
   */
  keptFile(exported: ExportedParts): Uint8Array | NotWritten {
    return this.#ask(() => this.#raw.keptFile(exported));
  }

  /** Nothing may be asked after it. */
  release(): void {
    this.#ask(() => this.#raw.delete());
  }
}
