/** One merge into a file. What does not fit is refused, whatever it is. */
import type { RawMerge } from '@lithoscope/editing-module';
import { ModuleStopped } from './started.ts';
import type { EditOperation } from './types/edit.ts';
import type { MergedLevel, MergedNewPiece, MergedOldMesh, MergeMesh } from './types/merge.ts';
import type {
  MergeAnimation,
  MergeChannel,
  MergedKeys,
  MergeMorphs,
  MergePlayed,
  MergeStrings,
  RewrittenAnimation,
} from './types/merge-animations.ts';
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

  /** A level of a piece (v9+). */
  level(piece: number, lod: number, mesh: MergeMesh): MergedLevel | NotWritten {
    return this.#ask((raw) => raw.level(piece, lod, mesh));
  }

  /** A level that is not in the glTF: its vertices stay where they are when nodes stand elsewhere in the bind pose. */
  rebound(piece: number, lod: number): NotWritten | null {
    return this.#ask((raw) => raw.rebound(piece, lod));
  }

  /** A piece that the file has not (v9+). */
  newPiece(mesh: MergeMesh): MergedNewPiece | NotWritten {
    return this.#ask((raw) => raw.newPiece(mesh));
  }

  /** The mesh of version 6. @param more meshes that the file has not: their triangles come to it */
  oldMesh(mesh: MergeMesh, more: readonly MergeMesh[]): MergedOldMesh | NotWritten {
    return this.#ask((raw) => raw.oldMesh(mesh, more));
  }

  /**
   * The morph targets of the mesh that `oldMesh` was given.
   * @param targets three numbers a vertex, in the axes and lengths of the glTF; empty: it moves nothing
   * @param off how far the export was off because it had not all frames, units
   */
  setTargets(targets: readonly Float32Array[], off: number): NotWritten | null {
    return this.#ask((raw) => raw.setTargets(targets, off));
  }

  /**
   * Plays an animation of the glTF: what is asked of animations is asked of this one, until the next.
   * @param known milliseconds of the keys of the file, by which it is found on the timeline of the glTF; null: time 0 is 0
   */
  play(channels: readonly MergeChannel[], known: Float64Array | null): MergePlayed | NotWritten {
    return this.#ask((raw) => raw.play(channels, known));
  }

  /** How the morph targets go with it. */
  playMorphs(curve: MergeMorphs): NotWritten | null {
    return this.#ask((raw) => raw.playMorphs(curve));
  }

  /** Its times, and those that steps and splines need, which are straight lines from key to key else. */
  moments(): Float64Array | NotWritten {
    return this.#ask((raw) => raw.moments());
  }

  /** Seven numbers a node, time after time. */
  poses(times: Float64Array): Float32Array | NotWritten {
    return this.#ask((raw) => raw.poses(times));
  }

  /** How much of an animation of the file is as it, 0 to 1. */
  likeness(animation: number): number | NotWritten {
    return this.#ask((raw) => raw.likeness(animation));
  }

  /** Patches the keys of an animation of the file: that one is deformed and written anew next. */
  keys(animation: number): MergedKeys | NotWritten {
    return this.#ask((raw) => raw.keys(animation));
  }

  /** Patches the deformation of that animation. @returns keys at which it was another */
  deform(): number | NotWritten {
    return this.#ask((raw) => raw.deform());
  }

  /** That animation with the keys that it has now; null for keys of an unknown form. */
  rewrite(strings: MergeStrings): RewrittenAnimation | NotWritten | null {
    return this.#ask((raw) => raw.rewrite(strings));
  }

  /** An animation that the file has not. */
  newAnimation(made: MergeAnimation): Uint8Array | NotWritten {
    return this.#ask((raw) => raw.newAnimation(made));
  }

  /** Writes floats over those of an element of a list of the file. */
  write(list: string, index: number, offset: number, values: readonly number[]): NotWritten | null {
    return this.#ask((raw) => raw.write(list, index, offset, Float64Array.from(values)));
  }

  /** What changed in its place until now. */
  operations(): EditOperation[] | NotWritten {
    return this.#ask((raw) => raw.operations());
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
