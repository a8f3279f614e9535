/** A GLB or glTF that becomes a draft, a part of the work at each step. */
import type { RawDrafting } from '@lithoscope/exchange-module';
import type { MadeDraft, SceneContents, SeenVertices } from './types/drafting.ts';
import type { NotWritten } from './types/new-model.ts';

export class Drafting {
  readonly contents: SceneContents;
  readonly #raw: RawDrafting;
  /** Asks the module: a refusal where it stopped. */
  readonly #ask: <Answer>(question: () => Answer) => Answer | NotWritten;

  constructor(
    raw: RawDrafting,
    contents: SceneContents,
    ask: <Answer>(question: () => Answer) => Answer | NotWritten,
  ) {
    this.#raw = raw;
    this.contents = contents;
    this.#ask = ask;
  }

  /** Looks at vertices for the height. @param mesh index in `SceneContents.meshNodes` @returns a refusal, or null */
  look(mesh: number, vertices: SeenVertices): NotWritten | null {
    const refused = this.#ask(() => this.#raw.look(mesh, vertices));
    if (typeof refused !== 'string') return refused;
    return refused ? { refused } : null;
  }

  /** Along the Y of glTF when nothing plays, of what was looked at; 0 of nothing. */
  height(): number | NotWritten {
    return this.#ask(() => this.#raw.height());
  }

  /** False: all is done. */
  step(): boolean | NotWritten {
    return this.#ask(() => this.#raw.step());
  }

  /** 0 to 1. */
  done(): number {
    return this.#raw.done();
  }

  /** After the last step. */
  result(): MadeDraft | NotWritten {
    return this.#ask(() => this.#raw.result());
  }

  /** Nothing may be asked after it. */
  delete(): void {
    this.#ask(() => this.#raw.delete());
  }
}
