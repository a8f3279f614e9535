/** Archives that changed files go into: each is written once, when all of its files are known. */
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { rewriteNested } from '../../archive/rewrite-nested.ts';
import { Unwritable } from '../../archive/splice.ts';
import { Unreadable } from '../../archive/unreadable.ts';
import { formatMegabytes } from '../../explain/describe.ts';
import { baseName } from '../../explain/file-names.ts';
import type { Context } from '../context.ts';
import { lowerFirst, UsageError } from '../output.ts';
import type { Target } from '../target.ts';
import { folderAt, notWritten, placeIn, temporaryFor, writeWhole } from '../write.ts';
import type { Destination } from './task.ts';

interface ArchiveOutput {
  /** Path of the archive that the files were found in. */
  readonly source: string;
  readonly inPlace: boolean;
  /** By path in it. */
  readonly replaced: Map<string, Uint8Array>;
  isRefused: boolean;
}

type InArchive = Extract<Destination, { kind: 'archive' }>;

export class ArchiveOutputs {
  /** By output. */
  readonly #outputs = new Map<string, ArchiveOutput>();

  constructor(
    private readonly context: Context,
    private readonly force: boolean,
  ) {}

  /** The place of a file in its own archive. */
  ownPlace(target: Target): InArchive {
    return this.#place(target.origin.root, target, true);
  }

  /** The place of a file in another archive, which has all that its own has. @throws {UsageError} when it is in none, or in two */
  placeIn(output: string, target: Target, first: Target): InArchive {
    const { kind, root } = target.origin;
    if (kind !== 'archive' || root !== first.origin.root)
      throw new UsageError(
        `${output} is one archive: only files of one archive go into it, with all else that it has.`,
      );
    const [from, to] = [root, output].map((path) => (/\.rez$/i.test(path) ? 'a REZ' : 'a zip'));
    if (from !== to && /\.(rez|zip|pk3)$/i.test(root))
      throw new UsageError(
        `${root} is ${from} and ${output} would be ${to}: give it the ending ${extname(root)}.`,
      );
    return this.#place(output, target, false);
  }

  #place(output: string, { name, origin: { root } }: Target, inPlace: boolean): InArchive {
    if (!this.#outputs.has(output))
      this.#outputs.set(output, { source: root, inPlace, replaced: new Map(), isRefused: false });
    return { kind: 'archive', output, path: name.slice(root.length + '!/'.length) };
  }

  add({ output, path }: InArchive, bytes: Uint8Array): void {
    this.#outputs.get(output)?.replaced.set(path, bytes);
  }

  /** Something of it was refused. */
  refuse(output: string): void {
    const archive = this.#outputs.get(output);
    if (archive) archive.isRefused = true;
  }

  /** Writes all of them; those of which nothing changes only in another place. Returns what went wrong, a sentence each. */
  async write(): Promise<string[]> {
    const problems: string[] = [];
    for (const [output, archive] of this.#outputs) {
      const { replaced, inPlace, isRefused } = archive;
      if (replaced.size === 0 && (inPlace || isRefused)) continue;
      try {
        await this.#write(output, archive);
      } catch (error) {
        if (this.context.stopSignal().aborted) throw error;
        const reason =
          error instanceof Unwritable || error instanceof Unreadable
            ? `not written, ${lowerFirst(error.message)}`
            : notWritten(error);
        problems.push(`${output}: ${reason}`);
      }
    }
    return problems;
  }

  async #write(output: string, { source, inPlace, replaced }: ArchiveOutput): Promise<void> {
    const { context, force } = this;
    const path = inPlace ? await realpath(output) : output;
    if (inPlace) await access(path, constants.W_OK);
    const root = await folderAt(dirname(path));
    const name = basename(path);
    const target = await placeIn({ root, path: name });
    const temporary = temporaryFor(root, name);
    const file = await rewriteNested({ file: source }, baseName(source), context, replaced);
    const signal = context.stopSignal();
    async function* parts() {
      let done = 0;
      for await (const part of file.parts()) {
        signal.throwIfAborted();
        context.progress.show(`Writing ${output}: ${formatMegabytes(done)} of ${formatMegabytes(file.size)}`);
        yield part;
        done += part.length;
      }
    }
    await writeWhole({ root, path: name, target, temporary, force: force || inPlace, inPlace }, parts());
  }
}
