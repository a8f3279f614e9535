/** Changes to files of every kind that can be changed, and comparisons: a WebAssembly module of its own, loaded when needed. */
import type { RawComparison, RawEdited, RawEditing } from '@lithoscope/editing-module';
import createModule from '@lithoscope/editing-module';
import type { ParsedFile } from './parsed-file.ts';
import { ModuleStopped, Started } from './started.ts';
import type { Comparison, MatchedRange } from './types/compare.ts';
import type { Conversion, Edited, EditOperation, EditRefusal } from './types/edit.ts';
import type { NewModel, NotWritten } from './types/new-model.ts';

/** Files that are kept as they were read here: one that is changed again and again, and one beside it. */
const KEPT = 2;

const STOPPED = 'The part of Lithoscope that changes files stopped at this change. The file is as it was.';
const NO_MEMORY = 'There is not enough memory for this change.';

export class Editing {
  readonly #core: Started<RawEditing>;
  /** The last that were asked for is the last here. A file that is released is let go. */
  readonly #read = new Map<ParsedFile, RawEdited>();
  /** Those whose release is listened for. */
  readonly #heard = new WeakSet<ParsedFile>();

  private constructor(core: Started<RawEditing>) {
    this.#core = core;
  }

  /**
   * Loads the WebAssembly module.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   */
  static async load(wasmBinary?: ArrayBuffer): Promise<Editing> {
    return new Editing(await Started.start(createModule, wasmBinary));
  }

  /** The bytes of a file after these changes, all or none of them; the file itself stays as it is. */
  edit(file: ParsedFile, operations: readonly EditOperation[]): Edited | EditRefusal {
    if (!file.isEditable) return refusal('The structure of this kind of file cannot be changed.');
    return this.#ask(file, (raw) => raw.edit(operations), refusal(STOPPED)) ?? refusal(NO_MEMORY);
  }

  /**
   * What mends a finding: the changes of *Fix*, none where nothing is safe.
   * @param finding index into `findings`; null: all findings of the code
   */
  fixes(file: ParsedFile, code: string, finding: number | null): readonly EditOperation[] {
    return (file.isEditable && this.#ask(file, (raw) => raw.fixes(code, finding ?? -1), [])) || [];
  }

  /**
   * Withdraws the words of *Fix* from the findings of a file that nothing mends although the catalogue has words for
   * their code.
   */
  settleFixes(file: ParsedFile): void {
    if (file.findings.every(({ fix }) => fix === '')) return;
    const isKnown = this.#read.has(file);
    const mendable = file.isEditable ? this.#ask(file, (raw) => raw.mendable(), null) : null;
    // Most files are only looked at.
    if (!isKnown) this.#forget(file);
    for (const [i, finding] of file.findings.entries()) if (!mendable?.[i]) finding.fix = '';
  }

  /** What becomes of a model in another version (9 to 12); null when it cannot be converted to that. */
  conversion(file: ParsedFile, version: number): Conversion | null {
    return (file.isEditable && this.#ask(file, (raw) => raw.conversion(version), null)) || null;
  }

  /**
   * What sets two files apart, whatever they are. Both are read whole: a partially loaded file is compared to nothing.
   * Null when there is no memory for it.
   * @throws {ModuleStopped} for a fault of the core
   */
  compare(left: ParsedFile, right: ParsedFile): Comparison | null {
    const known = [left, right].filter((file) => this.#read.has(file));
    const raw = this.#compared(left, right);
    for (const file of [left, right]) if (!known.includes(file)) this.#forget(file);
    return (
      raw && {
        same: raw.same,
        isPartial: raw.isPartial,
        groups: raw.groups,
        tallies: raw.tallies,
        ranges: { left: rangesOf(raw, raw.left), right: rangesOf(raw, raw.right) },
      }
    );
  }

  #compared(left: ParsedFile, right: ParsedFile): RawComparison | null {
    try {
      return this.#core.ask(() => {
        const mine = this.#rawOf(left);
        const others = mine && this.#rawOf(right);
        return others && mine.compare(others);
      });
    } catch (error) {
      // Another instance knows nothing of what this one had read.
      if (error instanceof ModuleStopped) this.#read.clear();
      throw error;
    }
  }

  /** The file of a new model. What of it no file can hold is refused by name, whatever it is. */
  compose(model: NewModel): Uint8Array | NotWritten {
    return this.#answer((module) => module.compose(model), { refused: STOPPED });
  }

  /** Bytes that are allocated in the memory of the module. */
  memory(): number {
    return this.#core.module.memory();
  }

  /** An answer about a file; null when there is no memory for it. @param stopped for a fault of the core */
  #ask<Answer>(file: ParsedFile, question: (raw: RawEdited) => Answer, stopped: Answer): Answer | null {
    return this.#answer(() => {
      const raw = this.#rawOf(file);
      return raw && question(raw);
    }, stopped);
  }

  #answer<Answer>(question: (module: RawEditing) => Answer, stopped: Answer): Answer {
    try {
      return this.#core.ask(question);
    } catch (error) {
      if (!(error instanceof ModuleStopped)) throw error;
      // Another instance knows nothing of what this one had read.
      this.#read.clear();
      return stopped;
    }
  }

  /** Null when there is no memory for it. */
  #rawOf(file: ParsedFile): RawEdited | null {
    const known = this.#read.get(file);
    if (known) {
      this.#read.delete(file);
      this.#read.set(file, known);
      return known;
    }
    const [oldest] = this.#read.keys();
    if (oldest && this.#read.size >= KEPT) this.#forget(oldest);
    const raw = new this.#core.module.File();
    // The view dies with the next growth of the memory, so it is filled at once and dropped.
    const input = raw.allocate(file.bytes.length);
    input?.set(file.bytes);
    if (!input || !file.kind || !raw.read(file.kind)) {
      raw.delete();
      return null;
    }
    this.#read.set(file, raw);
    if (!this.#heard.has(file)) file.onRelease(() => this.#forget(file));
    this.#heard.add(file);
    return raw;
  }

  #forget(file: ParsedFile): void {
    this.#read.get(file)?.delete();
    this.#read.delete(file);
  }
}

function refusal(refused: string): EditRefusal {
  return { refused, operation: 0, canForce: false };
}

/** Numbers of a range in a column. */
const RANGE = 5;

function rangesOf({ rangeKinds }: RawComparison, numbers: Uint32Array): MatchedRange[] {
  return Array.from({ length: numbers.length / RANGE }, (_, i) => {
    const [kind = 0, left = 0, leftEnd = 0, right = 0, rightEnd = 0] = numbers.subarray(
      i * RANGE,
      (i + 1) * RANGE,
    );
    return {
      kind: rangeKinds[kind] ?? 'changed',
      left: { start: left, end: leftEnd },
      right: { start: right, end: rightEnd },
    };
  });
}
