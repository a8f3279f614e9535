/** Changes to files of every kind that can be changed, and comparisons: a WebAssembly module of its own, loaded when needed. */
import type { RawEdited, RawEditing } from '@lithoscope/editing-module';
import createModule from '@lithoscope/editing-module';
import type { ParsedFile } from './parsed-file.ts';
import { ModuleStopped, Started } from './started.ts';
import type { Comparison, ComparisonColumns, KnownBytes, MatchedRange, Outline } from './types/compare.ts';
import type { Conversion, Edited, EditOperation, EditRefusal } from './types/edit.ts';
import { withdrawFixes } from './types/findings.ts';
import type { NewModel, NotWritten } from './types/new-model.ts';
import type {
  NewImage,
  NewTexture,
  PixelDistance,
  TextureVersion,
  WriteProgress,
  WrittenFormat,
  WrittenTexture,
} from './types/new-texture.ts';
import type { NodePairs, RetargetedOperations, RetargetOptions, RetargetWanted } from './types/retarget.ts';

export type { NewImage, NewTexture, PixelDistance, TextureVersion, WrittenFormat, WrittenTexture };

/** Files that are kept as they were read here: one that is changed again and again, and one beside it. */
const KEPT = 2;

export const STOPPED =
  'The part of Lithoscope that changes files stopped at this change. The file is as it was.';
export const NO_MEMORY = 'There is not enough memory for this change.';

export class Editing {
  readonly #core: Started<RawEditing>;
  /** The last that were asked for is the last here. A file that is released is let go. */
  readonly #kept = new Map<ParsedFile, RawEdited>();
  /** Those whose release is listened for. */
  readonly #heard = new WeakSet<ParsedFile>();

  /** @internal Use `load`. */
  protected constructor(core: Started<RawEditing>) {
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
    const isKnown = this.#kept.has(file);
    const mendable = file.isEditable ? this.#ask(file, (raw) => raw.mendable(), null) : null;
    // Most files are only looked at.
    if (!isKnown) this.#forget(file);
    withdrawFixes(file.findings, mendable);
  }

  /**
   * For each finding of a file, 1 where something mends it. Repairs are tried out, which takes long in a file with many
   * findings. Null when there is no memory for it.
   * @throws {ModuleStopped} for a fault of the core
   */
  mendable(file: KnownBytes): Uint8Array | null {
    return this.#asked(() => {
      const raw = this.#read(file);
      const mendable = raw?.mendable() ?? null;
      raw?.delete();
      return mendable;
    });
  }

  /** What becomes of a model in another version (`info.conversions`); null when it cannot be converted to that. */
  conversion(file: ParsedFile, version: number): Conversion | null {
    return (file.isEditable && this.#ask(file, (raw) => raw.conversion(version), null)) || null;
  }

  /** Which nodes of a model follow which nodes of another one; a sentence when that cannot be said. */
  pairNodes(target: ParsedFile, source: ParsedFile, options: RetargetOptions = {}): NodePairs | NotWritten {
    return this.#askBoth(target, source, (mine, other) => mine.pairNodes(other, options));
  }

  /** The operations that add an animation of another model; a sentence when it cannot be added. */
  retarget(
    target: ParsedFile,
    source: ParsedFile,
    options: RetargetOptions,
    wanted: RetargetWanted,
  ): RetargetedOperations | NotWritten {
    return this.#askBoth(target, source, (mine, other) => mine.retarget(other, options, wanted));
  }

  /**
   * What sets two files apart, whatever they are. Both are read whole: a partially loaded file is compared to nothing.
   * Null when there is no memory for it.
   * @throws {ModuleStopped} for a fault of the core
   */
  compare(left: KnownBytes, right: KnownBytes): Comparison | null {
    const columns = this.compareColumns(left, right);
    if (!columns) return null;
    const { same, isPartial, groups, tallies } = columns;
    const ranges = { left: rangesOf(columns, columns.left), right: rangesOf(columns, columns.right) };
    return { same, isPartial, groups, tallies, ranges };
  }

  /** The same with its ranges as numbers. */
  compareColumns(left: KnownBytes, right: KnownBytes): ComparisonColumns | null {
    return this.#asked(() => {
      const mine = this.#read(left);
      const others = mine && this.#read(right);
      const columns = others && mine.compare(others);
      mine?.delete();
      others?.delete();
      return columns;
    });
  }

  /** The same of files whose bytes are not all there: of their parts, name and size. */
  compareOutlines(left: Outline, right: Outline): ComparisonColumns | null {
    return this.#asked((module) => module.compareOutlines(left, right));
  }

  /** The file of a new model. What of it no file can hold is refused by name, whatever it is. */
  compose(model: NewModel): Uint8Array | NotWritten {
    return this.#answer((module) => module.compose(model), { refused: STOPPED });
  }

  /**
   * The file of an image as a texture. What no file can hold is refused by name.
   * @param progress called with the share of the blocks that are compressed, 0 to 1
   */
  writeTexture(
    image: NewImage,
    texture: NewTexture,
    progress: WriteProgress | null = null,
  ): WrittenTexture | NotWritten {
    return this.#answer((module) => module.writeTexture(image, texture, progress), { refused: STOPPED });
  }

  /** The versions that `writeTexture` writes, the usual one first; none when the module has stopped. */
  textureVersions(): readonly TextureVersion[] {
    return this.#answer((module) => module.textureVersions(), []);
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

  /** An answer about two files, of which the module keeps as many. */
  #askBoth<Answer>(
    target: ParsedFile,
    source: ParsedFile,
    question: (target: RawEdited, source: RawEdited) => Answer | NotWritten,
  ): Answer | NotWritten {
    const answer = this.#answer<Answer | NotWritten | null>(
      () => {
        const other = this.#rawOf(source);
        const mine = other && this.#rawOf(target);
        return other && mine && question(mine, other);
      },
      { refused: STOPPED },
    );
    return answer ?? { refused: NO_MEMORY };
  }

  #answer<Answer>(question: (module: RawEditing) => Answer, stopped: Answer): Answer {
    try {
      return this.#asked(question);
    } catch (error) {
      if (!(error instanceof ModuleStopped)) throw error;
      return stopped;
    }
  }

  /** @throws {ModuleStopped} for a fault of the core */
  #asked<Answer>(question: (module: RawEditing) => Answer): Answer {
    try {
      return this.#core.ask(question);
    } catch (error) {
      if (error instanceof ModuleStopped) this.forgetAll();
      throw error;
    }
  }

  /** Null when there is no memory for it. */
  #rawOf(file: ParsedFile): RawEdited | null {
    const known = this.#kept.get(file);
    if (known) {
      this.#kept.delete(file);
      this.#kept.set(file, known);
      return known;
    }
    const [oldest] = this.#kept.keys();
    if (oldest && this.#kept.size >= KEPT) this.#forget(oldest);
    const raw = this.#read(file);
    if (!raw) return null;
    this.#kept.set(file, raw);
    if (!this.#heard.has(file)) file.onRelease(() => this.#forget(file));
    this.#heard.add(file);
    return raw;
  }

  /** Null when there is no memory for it. To be deleted by who asks. */
  #read({ bytes, kind }: KnownBytes): RawEdited | null {
    const raw = this.#core.make(this.#core.module.File);
    if (fill(raw, bytes) && kind && raw.read(kind)) return raw;
    raw.delete();
    return null;
  }

  /** Another instance of the module knows nothing of what this one had read. */
  protected forgetAll(): void {
    this.#kept.clear();
  }

  #forget(file: ParsedFile): void {
    this.#kept.get(file)?.delete();
    this.#kept.delete(file);
  }
}

/** Copies bytes into the memory of the module; false when there is no room. */
export function fill(raw: { allocate(size: number): Uint8Array | null }, bytes: Uint8Array): boolean {
  // The view dies with the next growth of the memory, so it is filled at once and dropped.
  const input = raw.allocate(bytes.length);
  input?.set(bytes);
  return input !== null;
}

function refusal(refused: string): EditRefusal {
  return { refused, operation: 0, canForce: false };
}

/** Numbers of a range in a column. */
const RANGE = 5;

function rangesOf({ rangeKinds }: ComparisonColumns, numbers: Uint32Array): MatchedRange[] {
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
