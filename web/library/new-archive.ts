/** New archives: empty ones, and ones with the files of a folder. They are changes of an archive that has nothing yet. */
import type { ArchiveKind } from '../archive/locator.ts';
import { packArchive } from '../archive/pack.ts';
import { blobOf } from '../archive/read.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { LongTask } from '../opening/long-task.ts';
import { addSources } from '../opening/sources/open-source.ts';
import { reasonOf } from '../store/core.ts';
import { loadRez } from '../store/lazy-cores.ts';
import { type LibraryFile, type LibrarySource, librarySources } from '../store/library.ts';
import { announcement, notify } from '../store/notices.ts';
import { showPanel } from '../ui/layout.ts';
import { loadPart } from '../ui/parts.ts';
import { changeArchive } from './contents.ts';

const TOOLS = { rez: () => loadPart(loadRez) };
const ENDINGS: Readonly<Record<ArchiveKind, string>> = { rez: 'REZ', zip: 'zip' };

/** Adds an archive without files to the library, where files are added to it and it is saved. */
export async function newArchive(kind: ArchiveKind): Promise<void> {
  try {
    const source = await emptyArchive(kind, 'NEW');
    if (source) announcement.value = `${source.name} has no files yet: drop some on it.`;
  } catch (error) {
    notify(`No archive was made: ${reasonOf(error)}`);
  }
}

/** Adds an archive with all files of a source to the library. */
export async function archiveOf(
  kind: ArchiveKind,
  { name }: LibrarySource,
  files: readonly LibraryFile[],
): Promise<void> {
  const total = files.length;
  const task = new LongTask(
    `Adding the files of ${name}`,
    (done) => `Adding ${done} of ${formatCount(total)} files…`,
    total,
  );
  try {
    const changes = [];
    for (const { path, locator, time } of files) {
      if (task.isCancelled) return;
      // Read when the archive is saved.
      const blob = await blobOf(locator);
      const known = time ?? (blob instanceof File ? blob.lastModified : null);
      changes.push({ kind: 'add', path, file: { size: blob.size, time: known, locator } } as const);
      await task.step();
    }
    const source = await emptyArchive(kind, kind === 'rez' ? name.toUpperCase() : name);
    if (source) changeArchive(source, `Add ${counted(total, 'file')} of ${name}`, changes);
  } catch (error) {
    notify(`No archive was made of ${name}: ${reasonOf(error)}`);
  } finally {
    task.end();
  }
}

async function emptyArchive(kind: ArchiveKind, name: string): Promise<LibrarySource | null> {
  const packed = await packArchive(kind, [], TOOLS);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of packed.parts()) parts.push(part);
  const added = { kind: 'archive', name: freeName(name, ENDINGS[kind]), archive: kind } as const;
  const [source = null] = await addSources([{ ...added, locator: { blob: new Blob(parts) } }]);
  showPanel('library');
  return source;
}

/** A name that no source of the library has: `NEW.REZ`, `NEW2.REZ`… */
function freeName(name: string, ending: string): string {
  const taken = new Set(librarySources.peek().map((source) => source.name.toLowerCase()));
  for (let i = 1; ; i++) {
    const free = `${name}${i > 1 ? i : ''}.${ending}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}
