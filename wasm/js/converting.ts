/** Models from one format into another: a WebAssembly module of its own, loaded when needed. */
import type { RawConverted, RawConverting } from '@lithoscope/converting-module';
import createModule from '@lithoscope/converting-module';
import { ModuleStopped, Started } from './started.ts';
import type { ConvertedModel } from './types/convert.ts';
import type { Format } from './types/info.ts';
import type { NotWritten } from './types/new-model.ts';

const STOPPED = 'The part of Lithoscope that converts models stopped at this model.';
const NO_MEMORY = 'There is not enough memory to convert this model.';

/** A model as it was opened. */
export interface OpenedModel {
  /** All bytes; of packed text the text. */
  readonly bytes: Uint8Array;
  readonly info: { readonly format: Format };
}

export class Converting {
  readonly #core: Started<RawConverting>;

  private constructor(core: Started<RawConverting>) {
    this.#core = core;
  }

  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   */
  static async load(wasmBinary?: ArrayBuffer): Promise<Converting> {
    return new Converting(await Started.start(createModule, wasmBinary));
  }

  /** Everything that a model can be converted to: a format is its extension (`lta`), a version of ABC its number (`12`). */
  allTargets(): string[] {
    return this.#core.ask((module) => module.allTargets());
  }

  /** What this model can be converted to; nothing of what is no model, and without memory. */
  targets(file: OpenedModel): string[] {
    return this.#with(file, (raw) => raw.targets(), [], []);
  }

  /** The model in another format, all or nothing; a refusal says why not. @param target one of `targets` */
  convert(file: OpenedModel, target: string): ConvertedModel | NotWritten {
    return this.#with<ConvertedModel | NotWritten>(
      file,
      (raw) => raw.convert(target),
      { refused: NO_MEMORY },
      { refused: STOPPED },
    );
  }

  /** Bytes that are allocated in the memory of the module. */
  memory(): number {
    return this.#core.module.memory();
  }

  /** The answer about a file. @param without without memory for the file @param stopped for a fault of the core */
  #with<Answer>(
    { bytes, info }: OpenedModel,
    question: (raw: RawConverted) => Answer,
    without: Answer,
    stopped: Answer,
  ): Answer {
    try {
      const raw = this.#core.make(this.#core.module.File);
      try {
        const input = raw.allocate(bytes.length);
        // The view dies with the next growth of the memory, so it is filled at once and dropped.
        input?.set(bytes);
        return input && raw.read(info.format) ? question(raw) : without;
      } finally {
        raw.delete();
      }
    } catch (error) {
      if (!(error instanceof ModuleStopped)) throw error;
      return stopped;
    }
  }
}
