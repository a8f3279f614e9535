/** Opens archives in tabs, which show structure and bytes; the library lists their entries. */

import { blobOf } from '../../archive/read.ts';
import { type FileSource, OpenFile } from '../../document/open-file.ts';
import { activeId, addFiles, files } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { problemCounts } from '../../explain/verdict.ts';
import { reasonOf } from '../../store/core.ts';
import type { LibrarySource } from '../../store/library.ts';
import { dismissNotice, notify, spoken } from '../../store/notices.ts';
import { LongTask } from '../long-task.ts';
import { changed, settle } from '../reload.ts';
import { Twins } from '../twins.ts';
import { readArchive } from './read.ts';

const sources = new WeakMap<LibrarySource, FileSource>();

/** Opens an archive of the library in a tab; does nothing for other kinds of sources. */
export async function openLibraryArchive(library: LibrarySource): Promise<void> {
  const { name, locator, url, handle } = library;
  if (!locator) return;
  const made = sources.get(library) ?? {
    name,
    locator,
    ...(url && { url }),
    ...(handle?.kind === 'file' && { handle }),
    read: () => blobOf(locator),
  };
  sources.set(library, made);
  await openArchiveFile(made);
}

/**
 * Opens a REZ in a tab, or updates its tab if it is already open. Any other file opens too, for its bytes and findings.
 */
export async function openArchiveFile(source: FileSource): Promise<void> {
  dismissNotice();
  const { name } = source;
  const opening = new LongTask(`Opening ${name}`, () => `Reading the directories of ${name}…`, null);
  try {
    const parsed = await readArchive(source, opening.signal);
    if (opening.isCancelled) return parsed.release();
    const twin = await new Twins(files.peek()).of(source);
    if (twin) {
      settle(changed(twin, parsed, source));
      activeId.value = twin.id;
      return;
    }
    addFiles([new OpenFile(source, parsed)]);
    spoken.value = `${name} opened: ${counted(parsed.entryCount, 'entry')}, ${problemCounts(parsed).toLowerCase()}.`;
  } catch (error) {
    if (!opening.isCancelled) notify(reasonOf(error));
  } finally {
    opening.end();
  }
}
