/** One merge into a file. What does not fit is refused, whatever it is. */
import type { RawMerge } from '@lithoscope/editing-module';
import { ModuleStopped } from './started.ts';
import type { EditOperation } from './types/edit.ts';
import type { GltfChannels } from './types/gltf.ts';
import type {
  MergedLevel,
  MergedNewPiece,
  MergedOldMesh,
  MergedSocket,
  MergeJoints,
  MergePrimitive,
  MergeStand,
} from './types/merge.ts';
import type {
  AddedAnimation,
  AnimationHead,
  MergedAnimation,
  MergePlayed,
  MergeStrings,
} from './types/merge-animations.ts';
import type { NotWritten } from './types/new-model.ts';

const STOPPED: NotWritten = {
  refused: 'The part of Lithoscope that changes files stopped at this merge. The file is as it was.',
};

export class Merging {
  readonly joints: MergeJoints;
  readonly #raw: RawMerge;
  readonly #onStop: () => void;

  /** @internal Use `Editing.merging`. @param onStop called for a fault of the core */
  constructor(raw: RawMerge, joints: MergeJoints, onStop: () => void) {
    this.#raw = raw;
    this.joints = joints;
    this.#onStop = onStop;
  }

  /** A level of a piece (v9+). */
  level(piece: number, lod: number, mesh: MergePrimitive): MergedLevel | NotWritten {
    return this.#ask((raw) => raw.level(piece, lod, mesh));
  }

  /** A level that is not in the glTF: its vertices stay where they are when nodes stand elsewhere in the bind pose. */
  rebound(piece: number, lod: number): NotWritten | null {
    return this.#ask((raw) => raw.rebound(piece, lod));
  }

  /** A piece that the file has not (v9+). */
  newPiece(mesh: MergePrimitive): MergedNewPiece | NotWritten {
    return this.#ask((raw) => raw.newPiece(mesh));
  }

  /** The mesh of version 6. @param more meshes that the file has not: their triangles come to it */
  oldMesh(mesh: MergePrimitive, more: readonly MergePrimitive[]): MergedOldMesh | NotWritten {
    return this.#ask((raw) => raw.oldMesh(mesh, more));
  }

  /** v6: how much of the mesh of the file a mesh has as it is, 0 to 1. */
  meshLikeness(mesh: MergePrimitive): number | NotWritten {
    return this.#ask((raw) => raw.meshLikeness(mesh));
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
  play(curves: GltfChannels, known: Float64Array | null): MergePlayed | NotWritten {
    return this.#ask((raw) => raw.play(curves, known));
  }

  /**
   * How the morph targets go with it.
   * @param node that has the mesh
   * @param rest weights of its targets without keys
   */
  playMorphs(curves: GltfChannels, node: number, rest: Float64Array): NotWritten | null {
    return this.#ask((raw) => raw.playMorphs(curves, node, rest));
  }

  /** Whether it has keys at these times, milliseconds, and at no others. */
  isAt(times: Float64Array): boolean | NotWritten {
    return this.#ask((raw) => raw.isAt(times));
  }

  /** How much of an animation of the file is as it, 0 to 1. */
  likeness(animation: number): number | NotWritten {
    return this.#ask((raw) => raw.likeness(animation));
  }

  /** An animation of the file with its keys, deformation and frame strings. */
  animation(animation: number, said: MergeStrings): MergedAnimation | NotWritten {
    return this.#ask((raw) => raw.animation(animation, said));
  }

  /** Vertices that the boxes of new animations are around. */
  show(mesh: MergePrimitive): NotWritten | null {
    return this.#ask((raw) => raw.show(mesh));
  }

  /** The animation that is played as one that the file has not. It has keys. */
  addAnimation(head: AnimationHead, said: MergeStrings): AddedAnimation | NotWritten {
    return this.#ask((raw) => raw.addAnimation(head, said));
  }

  /** Whether curves move the model as a whole. */
  movesWhole(curves: GltfChannels): boolean | NotWritten {
    return this.#ask((raw) => raw.movesWhole(curves));
  }

  /** Where a node of the glTF is that hangs on a joint. */
  standOf(node: number): MergeStand | NotWritten {
    return this.#ask((raw) => raw.standOf(node));
  }

  /** Writes where a socket of the file (v9+) is. @param node of the glTF that stands for it */
  socket(socket: number, node: number): MergedSocket | NotWritten {
    return this.#ask((raw) => raw.socket(socket, node));
  }

  /** Writes where nodes that were moved are in the bind pose (v9+). @returns those */
  writeBinds(): Uint32Array | NotWritten {
    return this.#ask((raw) => raw.writeBinds());
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
