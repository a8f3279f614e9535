/** Archives and folders that are gone or have changed: reports it once, and lists them again. */

import { reasonOf } from '../../store/core.ts';
import { type LibrarySource, librarySources } from '../../store/library.ts';
import { notify } from '../../store/notices.ts';
import { loadPart } from '../../ui/parts.ts';
import { effect, listen } from '../../ui/scope.ts';
import { folderOfHandle, handleSource, pickFiles, pickFolder } from '../source.ts';
import { asArchive, openInLibrary } from './arrive.ts';
import { lookAt } from './library-file.ts';
import type { NewSource } from './list.ts';

/** The report about a source, made each time it gets into a state. */
const SAID: Readonly<Record<'gone' | 'changed', string>> = {
  gone: 'has disappeared: its files cannot be read.',
  changed: 'has changed since its files were listed: they cannot be read until it is listed again.',
};

/** Reports changes of sources, and checks them when the user returns to the page, until the current scope ends. */
export function watchSources(): void {
  const said = new WeakMap<LibrarySource, string>();
  effect(() => {
    for (const source of librarySources.value) {
      const { value } = source.state;
      if ((value === 'gone' || value === 'changed') && said.get(source) !== value) {
        // After the report about the file whose reading revealed it, as this one has the button.
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

/** Label of the button of a source that is gone or has changed. */
export function againLabel(source: LibrarySource): string {
  return canListAgain(source) ? 'List again' : 'Choose again';
}

/** Whether a source still exists and has a handle or an address. */
function canListAgain({ state, handle, url }: LibrarySource): boolean {
  return state.value !== 'gone' && (handle !== undefined || url !== '');
}

/** Lists a source again; if it has neither handle nor address, the user chooses it again. */
export async function listAgain(source: LibrarySource): Promise<void> {
  try {
    const added = canListAgain(source) ? await wayBack(source) : await chooseAgain(source);
    if (!added) return;
    const name = added.kind === 'folder' ? added.folder.name : added.kind === 'archive' ? added.name : '';
    // A source with another name is added, not replaced.
    if (name.toLowerCase() !== source.name.toLowerCase()) return await openInLibrary([added]);
    const { replaceSource } = await loadPart(() => import('./open-source.ts'));
    await replaceSource(source, added);
  } catch (error) {
    notify(`${source.name} could not be listed: ${reasonOf(error)}`);
  }
}

async function wayBack({ name, kind, handle, url }: LibrarySource): Promise<NewSource | null> {
  if (handle) return asSource(handle);
  const { askForParts } = await loadPart(() => import('../../archive/http.ts'));
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
  if (!archive) notify(`${file.name} is not an archive that this page can read.`);
  return archive;
}

/** An archive or folder of the disk as a source; null if a file is not an archive. */
export async function asSource(
  handle: FileSystemFileHandle | FileSystemDirectoryHandle,
): Promise<NewSource | null> {
  if (handle.kind === 'directory') return { kind: 'folder', folder: folderOfHandle(handle) };
  // Throws if the file is gone.
  await handle.getFile();
  return asArchive(handleSource(handle));
}
