/** What files of every kind have in common: bytes, fields, findings, changes. */
import {
  type Comparison,
  type EditOperation,
  type EditRefusal,
  type EditSplice,
  type EngineVerdict,
  type Finding,
  type ListChange,
  ModuleStopped,
  type ParsedFile,
  type StructureNode,
} from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { allRepairs } from '../changes/fixes.ts';
import { forced, missingFor, newErrors } from '../changes/refusals.ts';
import { type FileComparison, fileComparison } from '../explain/differences.ts';
import { type Field, fieldsOf } from '../explain/field-lines.ts';
import { whyReadOnly } from '../explain/formats.ts';
import { reportData } from '../explain/report.ts';
import { decodeLeaf } from '../explain/values.ts';
import {
  check,
  checkOptions,
  FLAG,
  indexOf,
  instanceOf,
  type Kinds,
  LithoscopeError,
  listOf,
  TEXT,
} from './errors.ts';
import { editing, settled } from './modules.ts';

/** What was found in a file, as one entry of `lithoscope check --json`. */
export interface Report {
  /** The name that the file was opened with. */
  readonly file: string;
  /** Version of the format; 0 when it could not be read. */
  readonly version: number;
  /** What a game does with the file. */
  readonly engine: EngineVerdict;
  /** What ModelEdit does with it. */
  readonly modelEdit: EngineVerdict;
  /** What is wrong with it or worth knowing, at most 1,000. */
  readonly findings: readonly Finding[];
  /** There are more than are listed. */
  readonly truncated: boolean;
}

/** How a file is changed. */
export interface EditOptions {
  /** Makes what is refused by default: values out of range, and changes after which the file has new errors. */
  readonly force?: boolean;
}

const OPERATIONS = listOf({
  words: 'an operation with its `op`',
  includes: (value) => typeof Object(value).op === 'string',
});
const EDIT_OPTIONS: Kinds<EditOptions> = { force: FLAG };

/** What came of a change. The file that it was made of stays as it was. */
export interface EditResult<File> {
  /** The changed file, to be released like any other. Its `fileBytes` are what is saved. */
  readonly file: File;
  /** What the change did to the bytes: ascending, not touching each other. */
  readonly splices: readonly EditSplice[];
  /** Elements that came, went or moved. */
  readonly lists: readonly ListChange[];
  /** With `force`: errors that the file has now and had not before. */
  readonly newErrors: readonly Finding[];
}

/** What a repair did. */
export interface FixResult<File> {
  /** The mended file, to be released like any other. */
  readonly file: File;
  /** The changes that mend it, as `edit` takes them; none: nothing was mended. */
  readonly operations: readonly EditOperation[];
  /** Codes of the findings that were mended. */
  readonly codes: readonly string[];
}

/** A file that was opened. Its memory is freed by `release`, or else when it is garbage. */
export abstract class OpenedFile {
  /** What the bytes are: `model`, `texture`, `sprite`, `archive`, or `other` for all that is none of them. */
  abstract readonly kind: 'model' | 'texture' | 'sprite' | 'archive' | 'other';
  /** The name that it was opened with; '' for none. */
  readonly name: string;
  /** @internal */
  protected readonly parsed: ParsedFile;

  /** @internal */
  constructor(parsed: ParsedFile, name: string) {
    this.parsed = parsed;
    this.name = name;
  }

  /** @internal The parsed file, or an error when it was released. */
  protected get alive(): ParsedFile {
    if (this.parsed.isReleased) throw new LithoscopeError('RELEASED', 'The file was released.');
    return this.parsed;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.parsed.size;
  }

  /**
   * All bytes of the file, not a copy; none of an archive, which is never read whole, and after `release`. Of packed text (LTC)
   * those of the text, which paths and offsets are about.
   */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.parsed.bytes as Uint8Array<ArrayBuffer>;
  }

  /** What is saved: `bytes`, and of packed text (LTC) these, packed. Not a copy. */
  get fileBytes(): Uint8Array<ArrayBuffer> {
    return this.parsed.fileBytes as Uint8Array<ArrayBuffer>;
  }

  /** What is wrong with the file or worth knowing, at most 1,000; docs/findings.md lists all codes. They stay after `release`. */
  get findings(): readonly Finding[] {
    return this.parsed.findings;
  }

  /** Whether a game loads the file. */
  get engine(): EngineVerdict {
    return this.parsed.engine;
  }

  /** Whether ModelEdit loads the file. */
  get modelEdit(): EngineVerdict {
    return this.parsed.modelEdit;
  }

  /** Whether the file was released. */
  get isReleased(): boolean {
    return this.parsed.isReleased;
  }

  /** Name, version, verdicts and findings as plain data: one entry of `lithoscope check --json`. */
  report(): Report {
    return reportData({ name: this.name, file: this.parsed });
  }

  /**
   * Every field in file order; together they cover the file without gaps. The same as `lithoscope fields` prints.
   * @throws {LithoscopeError} `RELEASED`
   */
  async *fields(): AsyncGenerator<Field, void, undefined> {
    for await (const fields of fieldsOf(this.alive))
      for (const field of fields) {
        void this.alive;
        yield field;
      }
    // A file that was released meanwhile has no more fields.
    void this.alive;
  }

  /**
   * The row of the structure at a path: a section, struct, list or field; null when there is none. `''` is the file.
   * @param path as `Header.Version` or `Pieces.Pieces[0].Name` (docs/interfaces.md §2)
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  node(path: string): StructureNode | null {
    check('path', path, TEXT);
    return this.alive.resolve(path);
  }

  /**
   * What lies in the row at a path; empty for a field and an unknown path.
   * @param from index of the first
   * @param count at most so many
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  children(path: string, from = 0, count = 0xffffffff): StructureNode[] {
    check('path', path, TEXT);
    return this.alive.children(path, indexOf('from', from), indexOf('count', count));
  }

  /**
   * The rows around a byte, the section first and the field last; empty outside the file.
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  nodesAt(offset: number): StructureNode[] {
    return this.alive.ancestors(indexOf('offset', offset));
  }

  /**
   * The value of the field at a path, as in `Field.value`; null when there is none, and of what is no field.
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  async value(path: string): Promise<number | string | null> {
    check('path', path, TEXT);
    const node = this.alive.resolve(path);
    if (node?.kind !== 'leaf') return null;
    const bytes = await this.parsed.read(node.start, node.end);
    return decodeLeaf(bytes, 0, bytes.length, node.type as Field['type']);
  }

  /** Whether `edit` and `fix` can change it. */
  get isEditable(): boolean {
    return this.parsed.isEditable;
  }

  /**
   * Makes changes, all or none of them. What follows from a change is changed with it: offsets, counts, indices.
   * @returns the changed file; this one stays as it is
   * @throws {LithoscopeError} `REFUSED` with the reason, `NOT_FOUND` for a path that is not there, `NOT_EDITABLE`, `RELEASED`, `WRONG_ARGUMENT`
   */
  async edit(operations: readonly EditOperation[], options: EditOptions = {}): Promise<EditResult<this>> {
    check('operations', operations, OPERATIONS);
    checkOptions(options, EDIT_OPTIONS);
    const { force = false } = options;
    const { core, file } = await this.editor();
    const result = core.edit(file, force ? operations.map(forced) : operations);
    if ('refused' in result) throw refusal(result, missingFor(core, file, operations, result));
    const { bytes, splices, lists } = result;
    const after = file.withBytes(bytes);
    const errors = newErrors(file.findings, after.findings);
    const [error] = errors;
    if (error && !force) {
      after.release();
      throw new LithoscopeError('REFUSED', `The change would leave an error in the file: ${error.message}`, {
        canForce: true,
      });
    }
    return { file: this.like(await settled(after)), splices, lists, newErrors: errors };
  }

  /**
   * Mends what can be mended safely, and again what that brings to light.
   * @param codes only findings of these codes; absent: all
   * @returns the mended file; this one stays as it is
   * @throws {LithoscopeError} `NOT_EDITABLE`, `RELEASED`, `WRONG_ARGUMENT`
   */
  async fix(codes?: readonly string[]): Promise<FixResult<this>> {
    if (codes !== undefined) check('codes', codes, listOf(TEXT));
    const { core, file } = await this.editor();
    const { operations, codes: mended } = allRepairs(core, file, codes && new Set(codes));
    const result = core.edit(file, operations);
    if ('refused' in result) throw new LithoscopeError('REFUSED', result.refused);
    const after = await settled(file.withBytes(result.bytes));
    return { file: this.like(after), operations, codes: mended };
  }

  /** @internal What changes files, and this file, which is not released by then. */
  protected async editor(): Promise<{ readonly core: Editing; readonly file: ParsedFile }> {
    if (!this.alive.isEditable)
      throw new LithoscopeError(
        'NOT_EDITABLE',
        whyReadOnly(this.alive.info.format) || 'Files of this kind cannot be changed.',
      );
    const core = await editing();
    return { core, file: this.alive };
  }

  /** @internal What sets two files apart; null without the memory for it. */
  static async comparison(left: OpenedFile, right: OpenedFile): Promise<Comparison | null> {
    if (left.alive.isPartial || right.alive.isPartial)
      throw new LithoscopeError('UNREADABLE', 'Archives are not compared as a whole: open the files in it.');
    const core = await editing();
    return core.compare(left.alive, right.alive);
  }

  /** @internal A file of the same class. */
  protected abstract like(parsed: ParsedFile): this;

  /** Frees the memory of the file. `findings`, `engine`, `modelEdit`, `info`, `name` and `size` stay. Does nothing the second time. */
  release(): void {
    this.parsed.release();
  }

  /** The same as `release`, for `using`. */
  [Symbol.dispose](): void {
    this.release();
  }
}

function refusal({ refused, operation, canForce }: EditRefusal, missing: string): LithoscopeError {
  return missing
    ? new LithoscopeError('NOT_FOUND', missing, { operation })
    : new LithoscopeError('REFUSED', refused, { operation, canForce });
}

/** @internal */
export type Parts = ConstructorParameters<typeof OpenedFile>;

const FILE = instanceOf(OpenedFile, 'an opened file that is not a zip');

/**
 * Says what sets two files apart, by their structure: which elements were added, removed and moved, which fields changed, what
 * stood there before and after, and how far apart numbers are. Elements with names are paired by name, others by their bytes
 * and their place. The files may be of different versions or kinds: what has the same name is compared then.
 * @param left the file before
 * @param right the file after
 * @throws {LithoscopeError} `UNREADABLE` for an archive, which is never read whole, and when there is no memory for it;
 *   `RELEASED`, `STOPPED`, `WRONG_ARGUMENT`
 */
export async function compare(left: OpenedFile, right: OpenedFile): Promise<FileComparison> {
  check('left', left, FILE);
  check('right', right, FILE);
  try {
    const comparison = await OpenedFile.comparison(left, right);
    if (comparison) return fileComparison(comparison);
  } catch (error) {
    if (!(error instanceof ModuleStopped)) throw error;
    throw new LithoscopeError('STOPPED', error.message, { cause: error });
  }
  throw new LithoscopeError('UNREADABLE', 'There is not enough memory to compare these files.');
}
