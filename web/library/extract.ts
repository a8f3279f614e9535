/** Extraction of library files to the disk: one file as it is, several as a zip. */
import { ZipWriter } from '../archive/zip-writer.ts';
import { counted, formatCount, formatMegabytes } from '../explain/describe.ts';
import { modelName } from '../lib/file-names.ts';
import { LongTask } from '../opening/long-task.ts';
import { type SaveKind, type SaveTarget, saveTarget } from '../opening/save-target.ts';
import { sourceOf } from '../opening/sources/library-file.ts';
import { reasonOf } from '../store/core.ts';
import type { LibraryFile } from '../store/library.ts';
import { announcement, dismissNotice, notify } from '../store/notices.ts';
import { saveBlob } from '../ui/clipboard.ts';
import { downloadName, zipPaths } from './zip.ts';

/** Details of a notice; further ones are only counted. */
const MAX_DETAILS = 200;

/** Saves files; for a zip the user chooses where, if the browser can ask. */
export async function extractFiles(files: readonly LibraryFile[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  dismissNotice();
  try {
    if (files.length === 1) await extractOne(first);
    else await extractZip(files);
  } catch (error) {
    notify(`Not extracted: ${reasonOf(error)}`);
  }
}

async function extractOne(file: LibraryFile): Promise<void> {
  const name = downloadName(file);
  // Not with its own type: the browser might display it.
  saveBlob(name, new Blob([await sourceOf(file).read()], { type: 'application/octet-stream' }));
  announcement.value = `Saved ${name}.`;
}

export const ZIP: SaveKind = { description: 'Zip archive', type: 'application/zip', ending: '.zip' };

async function extractZip(files: readonly LibraryFile[]): Promise<void> {
  const target = await saveTarget(zipName(files), ZIP);
  if (!target) return;
  const total = files.length;
  const words = (done: string) => `Extracting ${done} of ${formatCount(total)}…`;
  const task = new LongTask('Extracting files', words, total);
  const zip = new ZipWriter(target);
  const paths = zipPaths(files);
  const failures: string[] = [];
  let isDone = false;
  try {
    for (const [i, file] of files.entries()) {
      if (task.isCancelled) break;
      const bytes = await bytesOf(file, failures);
      if (bytes) {
        expectRoom(zip.size + bytes.length, target);
        await zip.add(paths[i] ?? '', bytes, file.time);
      }
      await task.step();
    }
    if (!task.isCancelled && failures.length < total) {
      await zip.end();
      await target.finish();
      isDone = true;
    }
  } finally {
    task.end();
    if (!isDone) await target.abandon();
  }
  say(total, failures, isDone);
}

async function bytesOf(file: LibraryFile, failures: string[]): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await (await sourceOf(file).read()).arrayBuffer());
  } catch (error) {
    failures.push(`${file.path}: ${reasonOf(error)}`);
    return null;
  }
}

/** Throws the end of a sentence if the target of a zip cannot hold so many bytes. */
export function expectRoom(size: number, { maxBytes }: SaveTarget): void {
  if (size <= maxBytes) return;
  const limit = formatMegabytes(maxBytes);
  throw new Error(
    `in this browser, which keeps it in memory, a zip holds at most ${limit}, and these files are larger. Select fewer.`,
  );
}

/** The first lines of a list, and how many more there are. */
export function listed(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_DETAILS;
  return rest > 0 ? [...lines.slice(0, MAX_DETAILS), `and ${formatCount(rest)} more`] : [...lines];
}

function say(total: number, failures: readonly string[], isDone: boolean): void {
  if (failures.length > 0) {
    const result = isDone ? 'The others are in the zip.' : 'Nothing was extracted.';
    notify(`${counted(failures.length, 'file')} could not be read. ${result}`, undefined, listed(failures));
  } else {
    announcement.value = isDone ? `Extracted ${counted(total, 'file')}.` : 'Extraction cancelled.';
  }
}

/** `NOLF.zip`, or `library.zip` for several sources. */
export function zipName(files: readonly LibraryFile[]): string {
  const [first] = files;
  const isOne = first && files.every(({ source }) => source === first.source);
  const name = isOne ? first.source.name.replace(/\.(rez|zip|pk3|lith)$/i, '') : 'library';
  return `${modelName(name) || 'library'}.zip`;
}
