/** Archives and folders that are gone or have changed: said once, with the way back. */

import { askForParts } from '../../archive/http.ts';
import { reasonOf } from '../../store/core.ts';
import { type LibrarySource, librarySources } from '../../store/library.ts';
import { notify } from '../../store/notices.ts';
import { effect, listen } from '../../ui/scope.ts';
import { folderOfHandle, handleSource, pickFiles, pickFolder } from '../source.ts';
import { asArchive, openInLibrary } from './arrive.ts';
import { lookAt } from './library-file.ts';
import type { NewSource } from './list.ts';
import { replaceSource } from './open-source.ts';

/** What is said of a source in a state; once for each time that it comes into it. */
const SAID: Readonly<Record<'gone' | 'changed', string>> = {
  gone: 'is no longer where it was: its files cannot be read.',
  changed: 'has changed since its files were listed: they are not read before it is listed again.',
};

/** Says what becomes of the sources, and looks at them when the user comes back to the page, until the current scope ends. */
export function watchSources(): void {
  const said = new WeakMap<LibrarySource, string>();
  effect(() => {
    for (const source of librarySources.value) {
      const { value } = source.state;
      if ((value === 'gone' || value === 'changed') && said.get(source) !== value) {
        // After what is said of the file whose reading has shown it: this has the way back.
        setTimeout(() => say(source, value));
      }
      said.set(source, value);
    }
  });
  const look = () => {
    if (!document.hidden) for (const source of librarySources.peek()) if (source.handle) void lookAt(source);
  };
  listen(document, 'visibilitychange', look);
  listen(window, 'focus', look);
}

function say(source: LibrarySource, state: 'gone' | 'changed'): void {
  if (source.state.peek() !== state || !librarySources.peek().includes(source)) return;
  notify(`${source.name} ${SAID[state]}`, {
    label: againLabel(source),
    run: () => void listAgain(source),
  });
}

/** What the button of a source that is gone or has changed does, in words. */
export function againLabel(source: LibrarySource): string {
  return canListAgain(source) ? 'List it again' : 'Choose it again';
}

/** It is still there, and the page knows the way. */
function canListAgain({ state, handle, url }: LibrarySource): boolean {
  return state.value !== 'gone' && (handle !== undefined || url !== '');
}

/** Lists a source as it is now; the user chooses it again where the page has no way to it. */
export async function listAgain(source: LibrarySource): Promise<void> {
  try {
    const added = canListAgain(source) ? await wayBack(source) : await chooseAgain(source);
    if (!added) return;
    const name = added.kind === 'folder' ? added.folder.name : added.kind === 'archive' ? added.name : '';
    // Another one is not put in its place.
    if (name.toLowerCase() === source.name.toLowerCase()) await replaceSource(source, added);
    else await openInLibrary([added]);
  } catch (error) {
    notify(`${source.name} could not be listed: ${reasonOf(error)}`);
  }
}

async function wayBack({ name, kind, handle, url }: LibrarySource): Promise<NewSource | null> {
  if (handle) return asSource(handle);
  const parts = await askForParts(url, undefined, 1);
  if (!parts || (kind !== 'rez' && kind !== 'zip')) return null;
  const { size, version } = parts;
  return { kind: 'archive', name, archive: kind, locator: { url, size, version }, url };
}

async function chooseAgain({ kind }: LibrarySource): Promise<NewSource | null> {
  if (kind === 'folder') {
    const folder = await pickFolder();
    return folder && { kind, folder };
  }
  const [file] = await pickFiles(false);
  if (!file) return null;
  const archive = await asArchive(file);
  if (!archive) notify(`${file.name} is no archive that this page reads.`);
  return archive;
}

/** An archive or folder of the disk as a source; null for a file that is no archive. */
export async function asSource(
  handle: FileSystemFileHandle | FileSystemDirectoryHandle,
): Promise<NewSource | null> {
  if (handle.kind === 'directory') return { kind: 'folder', folder: folderOfHandle(handle) };
  // It is said when it is gone.
  await handle.getFile();
  return asArchive(handleSource(handle));
}
