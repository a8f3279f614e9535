/** Commands of an open archive, and its entries as files to open. */

import type { RezFile } from '@lithoscope/rez';
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { selectedEntry } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { libraryFiles } from '../../store/library.ts';
import { openSources } from '../open.ts';
import { sourceOf } from '../sources/library-file.ts';

export const archiveCommands: readonly Command[] = [
  {
    id: 'archive.openEntry',
    label: 'Open this archive entry',
    group: 'File',
    enabled: () => {
      const file = activeFile.value;
      return file !== null && selectedEntry(file) >= 0;
    },
    run: () => {
      if (activeFile.value) void openSelectedEntry(activeFile.value);
    },
  },
];

const sources = new WeakMap<RezFile, Map<number, FileSource>>();

/** Opens the entry whose directory record or data contains the selected bytes. Does nothing without such an entry. */
async function openSelectedEntry(file: OpenFile): Promise<void> {
  const index = selectedEntry(file);
  if (!file.archive || index < 0) return;
  await openSources([entrySource(file, file.archive, index)]);
}

/** The file of the library, or else the bytes of the open archive; always the same object for one entry. */
function entrySource(file: OpenFile, archive: RezFile, index: number): FileSource {
  const { paths, offset, size } = archive.entries(index, 1);
  const path = paths[0] ?? '';
  const start = offset[0] ?? 0;
  const length = size[0] ?? 0;
  const listed = libraryFiles.peek().find(({ source, path: other, locator }) => {
    if (!('of' in locator) || source.name !== file.name || other !== path) return false;
    return locator.place.offset === start && locator.place.size === length;
  });
  if (listed) return sourceOf(listed);
  const made = sources.get(archive) ?? new Map<number, FileSource>();
  sources.set(archive, made);
  let source = made.get(index);
  if (!source) {
    const name = `${file.name}/${path}`;
    source = { name, read: () => content(archive, name, start, length) };
    made.set(index, source);
  }
  return source;
}

async function content(archive: RezFile, name: string, start: number, length: number): Promise<Blob> {
  if (archive.isReleased)
    throw new Error(`${name} cannot be read: its archive was closed. Open the archive again.`);
  if (start + length > archive.size)
    throw new Error(`${name} cannot be read: it extends beyond the end of its archive.`);
  if (archive.content instanceof Blob) return archive.content.slice(start, start + length);
  return new Blob([new Uint8Array(await archive.read(start, start + length))]);
}
