/** Which open file a source is. */

import type { FileSource, OpenFile } from '../document/open-file.ts';
import { files } from '../document/state.ts';
import { baseName } from '../lib/file-names.ts';
import { isSameSource } from './source.ts';

/** The files that were open at one moment, by name: only those whose names fit are compared. */
export class Twins {
  readonly #byName = new Map<string, OpenFile[]>();

  constructor(open: readonly OpenFile[]) {
    for (const file of open) {
      const name = baseName(file.source.name);
      const same = this.#byName.get(name);
      if (same) same.push(file);
      else this.#byName.set(name, [file]);
    }
  }

  /** The file that a source is, as it is now; null when it is not open. */
  async of(source: FileSource): Promise<OpenFile | null> {
    const { name } = source;
    const named = this.#byName.get(baseName(name)) ?? [];
    // Of files with one name in many folders, the one with the same folders comes first and is mostly the one.
    const candidates = [
      ...named.filter((file) => file.source.name === name),
      ...named.filter((file) => isDeeper(file.source.name, name) || isDeeper(name, file.source.name)),
    ];
    for (const { id, source: other } of candidates) {
      if (await isSameSource(other, source)) return files.peek().find((file) => file.id === id) ?? null;
    }
    return null;
  }
}

/** Whether two paths may lead to one file from different folders: the one ends with the other. */
function isDeeper(path: string, end: string): boolean {
  return path.length > end.length && path.endsWith(`/${end}`);
}
