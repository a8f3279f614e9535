/** Saving changed files of an archive: into a new archive with everything else unchanged. */

import type { Locator } from '../archive/locator.ts';
import { rewriteNested } from '../archive/rewrite.ts';
import type { Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { files } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { LongTask } from '../opening/long-task.ts';
import { saveTarget } from '../opening/save-target.ts';
import { loadRez } from '../store/lazy-cores.ts';
import { type LibraryFile, libraryFiles } from '../store/library.ts';
import { announcement } from '../store/notices.ts';
import { loadPart } from '../ui/parts.ts';

/** The archive that contains a file. */
export interface Container {
  /** `NOLF.REZ` */
  readonly name: string;
  readonly locator: Locator;
  /** The archive on the disk, where the browser gives it. */
  readonly handle: FileSystemFileHandle | null;
  /** Prefix of the paths of its entries. */
  readonly prefix: string;
}

/** The outermost archive around a file of the library; null for a file outside archives. */
export function containerOf({ source, path, locator }: LibraryFile): Container | null {
  if (!('of' in locator)) return null;
  if (source.locator) {
    const handle = handleOf(source.handle) ?? handleOf(source.locator);
    return { name: source.name, locator: source.locator, handle, prefix: '' };
  }
  const archive = libraryFiles
    .peek()
    .filter((file) => file.source === source && file.kind === 'archive' && path.startsWith(`${file.path}/`))
    .sort((a, b) => a.path.length - b.path.length)[0];
  return archive
    ? {
        name: baseName(archive.path),
        locator: archive.locator,
        handle: handleOf(archive.locator),
        prefix: `${archive.path}/`,
      }
    : null;
}

/** The file on the disk of a locator or handle. */
function handleOf(of: Locator | FileSystemHandle | undefined): FileSystemFileHandle | null {
  const handle = of && 'handle' in of ? of.handle : of;
  return handle && 'isSameEntry' in handle && handle.kind === 'file'
    ? (handle as FileSystemFileHandle)
    : null;
}

const MB = 2 ** 20;

/** A file and the bytes written of it. */
export interface Written {
  readonly file: OpenFile;
  readonly bytes: Uint8Array;
  readonly done: readonly Step[];
}

/**
 * Writes a new archive with all changed files of the archive that contains a file.
 * @returns the files whose changes are in it; null if the user cancels
 */
export async function saveIntoArchive({
  name,
  locator,
  handle,
  prefix,
}: Container): Promise<Written[] | null> {
  const ending = /\.\w{1,8}$/.exec(name)?.[0].toLowerCase() ?? '.rez';
  const isZip = ending !== '.rez';
  const type = isZip ? 'application/zip' : 'application/octet-stream';
  // Proposes another name: some browsers truncate the chosen file before the page is told.
  const proposed = name.replace(/(\.\w{1,8})?$/, ' changed$1');
  const kind = { description: isZip ? 'Zip archive' : 'REZ archive', type, ending };
  const target = await saveTarget(proposed, kind, handle);
  if (!target) return null;
  const changed = files.peek().filter(({ source, edits }) => {
    const around = source.entry && containerOf(source.entry);
    // Saved files too: they are in another new archive, not in the original.
    return around?.locator === locator && edits.peek().savedBytes !== null;
  });
  const written = changed.map((file): Written => {
    return { file, bytes: file.parsed.bytes, done: file.edits.peek().done };
  });
  const replaced = new Map(
    written.map(({ file, bytes }) => [(file.source.entry?.path ?? '').slice(prefix.length), bytes]),
  );
  let task: LongTask | null = null;
  try {
    const file = await rewriteNested(locator, name, { rez: () => loadPart(loadRez) }, replaced);
    if (file.size > target.maxBytes) {
      throw new Error(
        'it is too large for a download. Use a browser that can write to the disk, such as Chromium.',
      );
    }
    const total = Math.ceil(file.size / MB);
    task = new LongTask(
      `Saving ${name}`,
      (done) => `Saving ${name}: ${done} of ${formatCount(total)} MB…`,
      total,
    );
    let size = 0;
    for await (const part of file.parts()) {
      await target.write(part);
      const before = Math.floor(size / MB);
      size += part.length;
      await task.step(Math.floor(size / MB) - before);
      if (task.isCancelled) {
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
    task?.end();
  }
}
