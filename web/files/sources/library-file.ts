/** A file of the library as a source. Apart from how sources are opened: skins and child models are read through it. */

import type { Locator } from '../../archive/locator.ts';
import type { LibraryFile } from '../../store/library.ts';
import type { FileSource } from '../../store/open-file.ts';

const sources = new WeakMap<LibraryFile, FileSource>();

/** A file of the library as what `openSources` takes: of one file always the same, as sources are compared by identity. */
export function sourceOf(entry: LibraryFile): FileSource {
  let source = sources.get(entry);
  if (!source) {
    source = makeSource(entry);
    sources.set(entry, source);
  }
  return source;
}

function makeSource(entry: LibraryFile): FileSource {
  const name = `${entry.source.name}/${entry.path}`;
  const { locator } = entry;
  return {
    name,
    entry,
    ...('handle' in locator && { handle: locator.handle as FileSystemFileHandle }),
    async read() {
      if (entry.problem) throw new Error(`${name} cannot be read: ${entry.problem}`);
      return contentOf(locator);
    },
  };
}

async function contentOf(locator: Locator): Promise<Blob> {
  if ('blob' in locator) return locator.blob;
  if ('handle' in locator) return locator.handle.getFile();
  if (!('of' in locator) || locator.place.storage !== 'plain' || locator.kind !== 'rez') {
    throw new Error('This is not read yet.');
  }
  const { offset, size } = locator.place;
  return (await contentOf(locator.of)).slice(offset, offset + size);
}
