/** A file of the library as a source. Apart from how sources are opened: skins and child models are read through it. */

import { isRemote } from '../../archive/locator.ts';
import type { FileSource } from '../../document/open-file.ts';
import { reasonOf } from '../../store/core.ts';
import type { LibraryFile } from '../../store/library.ts';
import { loadPart } from '../../ui/parts.ts';
import { lookAt } from './state.ts';

const sources = new WeakMap<LibraryFile, FileSource>();

/** A file of the library as what `openSources` takes: of one file always the same, as sources are compared by identity. */
export function sourceOf(entry: LibraryFile): FileSource {
  let made = sources.get(entry);
  if (!made) {
    made = makeSource(entry);
    sources.set(entry, made);
  }
  return made;
}

function makeSource(entry: LibraryFile): FileSource {
  const { source, path, locator, problem } = entry;
  const name = source.kind === 'files' ? path : `${source.name}/${path}`;
  return {
    name,
    entry,
    ...('handle' in locator && isFileHandle(locator.handle) && { handle: locator.handle }),
    async read() {
      if (problem) throw new Error(`${name} cannot be read: ${problem}`);
      // Each part that comes from an address is compared anyway.
      if (!isRemote(locator) && !(await lookAt(source))) throw new Error(unreadableWords(entry));
      try {
        const { blobOf } = await loadPart(() => import('../../archive/read.ts'));
        return await blobOf(locator);
      } catch (cause) {
        const isThere = await lookAt(source);
        throw new Error(isThere ? `${name} cannot be read: ${reasonOf(cause)}` : unreadableWords(entry), {
          cause,
        });
      }
    },
  };
}

function isFileHandle(handle: object): handle is FileSystemFileHandle {
  return 'isSameEntry' in handle;
}

function unreadableWords({ source, path }: LibraryFile): string {
  return source.state.peek() === 'gone'
    ? `${path} cannot be read: ${source.name} is no longer where it was.`
    : `${path} was not read: ${source.name} has changed since its files were listed, and would give other bytes.`;
}
