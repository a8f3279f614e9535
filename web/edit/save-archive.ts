/** Changed files of an archive into a new one, with everything else as it is. */

import type { Locator } from '../archive/locator.ts';
import { rewriteNested } from '../archive/rewrite-nested.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../explain/file-names.ts';
import { Opening } from '../files/opening.ts';
import { saveTarget } from '../files/save-target.ts';
import { isUnsaved, type Step } from '../store/edits.ts';
import { type LibraryFile, libraryFiles } from '../store/library.ts';
import { announcement } from '../store/notices.ts';
import type { OpenFile } from '../store/open-file.ts';
import { loadRez } from '../store/rez.ts';
import { files } from '../store/state.ts';
import { loadPart } from '../ui/parts.ts';

/** The archive that an entry lies in, as a file of its own. */
export interface Container {
  /** `NOLF.REZ` */
  readonly name: string;
  readonly locator: Locator;
  /** What stands before the paths of its entries. */
  readonly prefix: string;
}

/** The outermost archive around a file of the library; null for one that lies in none. */
export function containerOf({ source, path, locator }: LibraryFile): Container | null {
  if (!('of' in locator)) return null;
  if (source.locator) return { name: source.name, locator: source.locator, prefix: '' };
  const archive = libraryFiles
    .peek()
    .filter((file) => file.source === source && file.kind === 'archive' && path.startsWith(`${file.path}/`))
    .sort((a, b) => a.path.length - b.path.length)[0];
  return archive
    ? { name: baseName(archive.path), locator: archive.locator, prefix: `${archive.path}/` }
    : null;
}

const MB = 2 ** 20;

/** A file as it was written. */
export interface Written {
  readonly file: OpenFile;
  readonly bytes: Uint8Array;
  readonly done: readonly Step[];
}

/**
 * Writes a new archive with all changed files of the one that a file lies in.
 * @returns the files whose changes are in it; null when the user chose no place or took it back
 */
export async function saveIntoArchive({ name, locator, prefix }: Container): Promise<Written[] | null> {
  const ending = /\.\w{1,8}$/.exec(name)?.[0].toLowerCase() ?? '.rez';
  const isZip = ending !== '.rez';
  const type = isZip ? 'application/zip' : 'application/octet-stream';
  const target = await saveTarget(name, { description: isZip ? 'Zip archive' : 'REZ archive', type, ending });
  if (!target) return null;
  const changed = files.peek().filter(({ source, edits }) => {
    const around = source.entry && containerOf(source.entry);
    return around?.locator === locator && isUnsaved(edits.peek());
  });
  const written = changed.map((file): Written => {
    return { file, bytes: file.parsed.bytes, done: file.edits.peek().done };
  });
  const replaced = new Map(
    written.map(({ file, bytes }) => [(file.source.entry?.path ?? '').slice(prefix.length), bytes]),
  );
  let opening: Opening | null = null;
  try {
    const file = await rewriteNested(locator, name, { rez: () => loadPart(loadRez) }, replaced);
    if (file.size > target.maxBytes) {
      throw new Error(
        'a download cannot hold so much. Use a browser that can write to the disk, as Chromium.',
      );
    }
    const total = Math.ceil(file.size / MB);
    opening = new Opening(
      `Saving ${name}`,
      (done) => `Saving ${name}: ${done} of ${formatCount(total)} MB…`,
      total,
    );
    let size = 0;
    for await (const part of file.parts()) {
      await target.write(part);
      const before = Math.floor(size / MB);
      size += part.length;
      await opening.step(Math.floor(size / MB) - before);
      if (opening.isCancelled) {
        await target.abandon();
        announcement.value = `${name} was not saved.`;
        return null;
      }
    }
    await target.finish();
    return written;
  } catch (error) {
    await target.abandon();
    throw error;
  } finally {
    opening?.end();
  }
}
