/** A GLB or glTF as the numbers of a draft: a part of the editing module. */
import type { RawDrafting } from '@lithoscope/editing-module';
import type {
  DraftingPieces,
  DraftingPrimitive,
  MadeAnimation,
  MadeMeshes,
  MeshFaults,
  SceneSkeleton,
  SeenVertices,
  SettledModel,
  WantedAnimation,
} from './types/drafting.ts';
import type { NotWritten } from './types/new-model.ts';

/** The skeleton first; then mesh by mesh what the nodes carry, which pieces are made of; then animations. */
export class Drafting {
  readonly skeleton: SceneSkeleton;
  readonly #raw: RawDrafting;
  /** Asks the module: a refusal where it stopped. */
  readonly #ask: <Answer>(question: () => Answer) => Answer | NotWritten;

  constructor(
    raw: RawDrafting,
    skeleton: SceneSkeleton,
    ask: <Answer>(question: () => Answer) => Answer | NotWritten,
  ) {
    this.#raw = raw;
    this.skeleton = skeleton;
    this.#ask = ask;
  }

  /** Looks at vertices for the height. @param mesh index in `DraftingScene.meshNodes` @returns a refusal, or null */
  look(mesh: number, vertices: SeenVertices): NotWritten | null {
    const refused = this.#ask(() => this.#raw.look(mesh, vertices));
    if (typeof refused !== 'string') return refused;
    return refused ? { refused } : null;
  }

  /** Along the Y of glTF when nothing plays, of what was looked at; 0 of nothing. */
  height(): number | NotWritten {
    return this.#ask(() => this.#raw.height());
  }

  /** Meshes of a primitive. @param mesh index in `DraftingScene.meshNodes` */
  add(mesh: number, primitive: DraftingPrimitive): MadeMeshes | NotWritten {
    return this.#ask(() => this.#raw.add(mesh, primitive));
  }

  faults(): MeshFaults | NotWritten {
    return this.#ask(() => this.#raw.faults());
  }

  /** The model when nothing plays, of pieces of the meshes until now. Animations come after it. */
  settle(pieces: DraftingPieces): SettledModel | NotWritten {
    return this.#ask(() => this.#raw.settle(pieces));
  }

  /**
   * Moves the model that was settled so that its origin is the middle of its box. All meshes are others then, and to be made
   * again. False: it has no box, and stays as it is.
   */
  centre(): boolean | NotWritten {
    return this.#ask(() => this.#raw.centre());
  }

  /** A part of the work at each `next`, which says how much is done, 0 to 1. Null: it has too many keys. */
  *animation(wanted: WantedAnimation): Generator<number, MadeAnimation | NotWritten | null> {
    const refused = this.#ask(() => this.#raw.animate(wanted));
    if (typeof refused !== 'string') return refused;
    if (refused) return { refused };
    for (;;) {
      const isMore = this.#ask(() => this.#raw.step());
      if (typeof isMore !== 'boolean') return isMore;
      if (!isMore) return this.#ask(() => this.#raw.animation());
      yield this.#raw.done();
    }
  }

  /** By node of the file: 1 when an animation until now has it elsewhere than the bind pose, a root than at the origin. */
  moved(): Uint8Array | NotWritten {
    return this.#ask(() => this.#raw.moved());
  }

  /** Nothing may be asked after it. */
  delete(): void {
    this.#ask(() => this.#raw.delete());
  }
}
