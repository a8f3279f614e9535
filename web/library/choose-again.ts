/** A source that is gone or has changed: the user shows where it is now. */

import { pickFiles, pickFolder } from '../files/pick.ts';
import { asArchive } from '../files/sources/arrive.ts';
import { replaceSource } from '../files/sources/open-source.ts';
import type { LibrarySource } from '../store/library.ts';
import { notify } from '../store/notices.ts';

/** Whether a source can be listed again from what the user chooses. */
export function canChooseAgain({ kind }: LibrarySource): boolean {
  return kind !== 'files';
}

/** Asks for the archive or folder, and lists it in the place of the source; its open files stay open. */
export async function chooseAgain(source: LibrarySource): Promise<void> {
  if (source.kind === 'folder') {
    const folder = await pickFolder();
    if (folder) await replaceSource(source, { kind: 'folder', folder });
    return;
  }
  const [file] = await pickFiles(false);
  if (!file) return;
  const archive = await asArchive(file);
  if (archive) await replaceSource(source, archive);
  else notify(`${file.name} is neither a REZ archive nor a zip.`);
}
