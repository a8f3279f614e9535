/** Archives that changed files go into: each is written once, when all of its files are known. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { rewriteNested } from '../../archive/rewrite.ts';
import { formatMegabytes } from '../../explain/describe.ts';
import { baseName } from '../../lib/file-names.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../output.ts';
import type { Target } from '../target.ts';
import type { InArchive, Outcome } from '../tasks.ts';
import { expectReplaceable, folderAt, notWritten, placeIn, temporaryFor, writeWhole } from '../write.ts';

interface ArchiveOutput {
  /** Path of the archive that the files were found in. */
  readonly source: string;
  readonly inPlace: boolean;
  /** By path in it. */
  readonly replaced: Map<string, Uint8Array>;
  /** Files of it that nothing came of yet. */
  pending: number;
}

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

  /** The place of a file in another archive, which has all that its own has. @throws {CommandError} when it is in none, or in two */
  placeIn(output: string, target: Target, first: Target): InArchive {
    const { kind, root } = target.origin;
    if (kind !== 'archive' || root !== first.origin.root)
      throw new CommandError(
        `${output} is one archive: only files of one archive go into it, with all else that it has.`,
      );
    const [from, to] = [root, output].map((path) => (/\.rez$/i.test(path) ? 'a REZ' : 'a zip'));
    if (from !== to && /\.(rez|zip|pk3)$/i.test(root))
      throw new CommandError(
        `${root} is ${from} and ${output} would be ${to}: give it the ending ${extname(root)}.`,
      );
    return this.#place(output, target, false);
  }

  #place(output: string, { name, origin: { root } }: Target, inPlace: boolean): InArchive {
    const archive = this.#outputs.get(output) ?? {
      source: root,
      inPlace,
      replaced: new Map(),
      pending: 0,
    };
    archive.pending++;
    this.#outputs.set(output, archive);
    return { output, path: name.slice(root.length + '!/'.length) };
  }

  /** Takes what came of one of its files. */
  add({ output, path }: InArchive, edited: Outcome<'edit'>): void {
    const archive = this.#outputs.get(output);
    if (!archive) return;
    archive.pending--;
    if ('problem' in edited) return;
    if (edited.bytes) archive.replaced.set(path, edited.bytes);
  }

  /**
   * Writes those of which all files are known: what they hold is let go. One of which nothing changes is not written, which
   * is said. Returns what went wrong, a sentence each.
   */
  async write(): Promise<string[]> {
    const problems: string[] = [];
    for (const [output, archive] of this.#outputs) {
      if (archive.pending > 0) continue;
      this.#outputs.delete(output);
      if (archive.replaced.size === 0) {
        if (!archive.inPlace)
          this.context.warn(`${output} was not written: nothing of ${archive.source} changes.`);
        continue;
      }
      try {
        await this.#write(output, archive);
      } catch (error) {
        if (this.context.stopSignal().aborted) throw error;
        problems.push(`${output}: ${notWritten(error)}`);
      }
    }
    return problems;
  }

  async #write(output: string, { source, inPlace, replaced }: ArchiveOutput): Promise<void> {
    const { context, force } = this;
    const path = inPlace ? await realpath(output) : output;
    if (inPlace) await expectReplaceable(path);
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
    const place = { root, path: name, output, temporary };
    await writeWhole({ ...place, target, force: force || inPlace, inPlace }, parts());
  }
}
