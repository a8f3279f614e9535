/** Models from and to other formats, with all that changes files: a WebAssembly module of its own, loaded when needed. */
import type { RawExchange } from '@lithoscope/exchange-module';
import createModule from '@lithoscope/exchange-module';
import { Drafting } from './drafting.ts';
import { Editing, fill, NO_MEMORY, STOPPED } from './editing.ts';
import { Exporting } from './exporting.ts';
import { Levels } from './levels.ts';
import { Merging } from './merging.ts';
import { ModuleStopped, Started } from './started.ts';
import type { DraftingSettings, DraftingSource } from './types/drafting.ts';
import type { ExportSettings } from './types/export.ts';
import type { ImportNote } from './types/gltf.ts';
import type { ImportDraft, ImportMade, ImportMesh, ImportSettings } from './types/import.ts';
import type { MergeSettings, MergeSource, NotTheFile } from './types/merge.ts';
import type { NotWritten } from './types/new-model.ts';

export type { Merging };

export class Exchange extends Editing {
  readonly #exchange: Started<RawExchange>;

  private constructor(core: Started<RawExchange>) {
    super(core);
    this.#exchange = core;
  }

  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   */
  static override async load(wasmBinary?: ArrayBuffer): Promise<Exchange> {
    return new Exchange(await Started.start(createModule, wasmBinary));
  }

  /**
   * The file of a draft, a part of the work at each `next`, which says how much is done, 0 to 1. What of the draft does not
   * fit together is refused, whatever it is.
   */
  *importing(draft: ImportDraft, settings: ImportSettings): Generator<number, ImportMade | NotWritten> {
    try {
      const raw = this.#exchange.make(this.#exchange.module.Import);
      try {
        raw.begin(draft, settings);
        while (raw.step()) yield raw.done();
        return raw.result();
      } finally {
        raw.delete();
      }
    } catch (error) {
      if (!(error instanceof ModuleStopped)) throw error;
      this.forgetAll();
      return { refused: STOPPED };
    }
  }

  /** What games and ModelEdit would not take of a file. @param bytes of the file */
  limitsOf(bytes: Uint8Array): readonly ImportNote[] | NotWritten {
    return this.#step(() => this.#exchange.module.limitsOf(bytes));
  }

  /** Begins a draft of a glTF; what of it does not fit together is refused. To be deleted by who asks. */
  drafting(source: DraftingSource, settings: DraftingSettings): Drafting | NotWritten {
    const raw = this.#exchange.make(this.#exchange.module.Drafting);
    const contents = this.#step(() => raw.begin(source, settings));
    if (!('refused' in contents)) return new Drafting(raw, contents, this.#step);
    this.#step(() => raw.delete());
    return contents;
  }

  /**
   * Begins levels of detail of meshes. To be deleted by who asks.
   * @param binds by node 12 numbers, row-major
   */
  levels(meshes: readonly ImportMesh[], binds: Float64Array): Levels | NotWritten {
    const raw = this.#exchange.make(this.#exchange.module.Levels);
    const wrong = this.#step(() => raw.begin(meshes, binds));
    if (!wrong) return new Levels(raw, this.#step);
    this.#step(() => raw.delete());
    return wrong;
  }

  /**
   * The same of level 0 of each piece of a file, which is to get the levels. Null: some vertex is not moved by any node.
   * @param bytes of the file
   */
  levelsAgain(bytes: Uint8Array): Levels | NotWritten | null {
    const raw = this.#exchange.make(this.#exchange.module.Levels);
    const answer = this.#step(() => raw.beginAgain(bytes));
    if (answer === true) return new Levels(raw, this.#step);
    this.#step(() => raw.delete());
    return answer || null;
  }

  /** Begins an export of a model. To be released by who asks. @param bytes of the file */
  exporting(bytes: Uint8Array, settings: ExportSettings): Exporting | NotWritten {
    const raw = this.#exchange.make(this.#exchange.module.Export);
    const skeleton = this.#step(() => (fill(raw, bytes) ? raw.begin(settings) : { refused: NO_MEMORY }));
    if (!('refused' in skeleton)) return new Exporting(raw, skeleton, this.#step);
    this.#step(() => raw.delete());
    return skeleton;
  }

  /**
   * Begins a merge of a glTF into a file. To be released by who asks.
   * @param bytes of the file
   */
  merging(
    bytes: Uint8Array,
    source: MergeSource,
    settings: MergeSettings,
  ): Merging | NotTheFile | NotWritten {
    const raw = this.#exchange.make(this.#exchange.module.Merge);
    const wrong = this.#step(() => (fill(raw, bytes) ? raw.begin(source, settings) : { refused: NO_MEMORY }));
    if (!wrong) return new Merging(raw, () => this.forgetAll());
    this.#step(() => raw.delete());
    return wrong;
  }

  /** Asks a work that takes several questions; a refusal for a fault of the core. */
  readonly #step = <Answer>(question: () => Answer): Answer | NotWritten => {
    try {
      return this.#exchange.ask(question);
    } catch (error) {
      if (!(error instanceof ModuleStopped)) throw error;
      this.forgetAll();
      return { refused: STOPPED };
    }
  };
}
