/** The open file of a source that is opened again. */
import type { FileSource, OpenFile } from '../document/open-file.ts';
import { files } from '../document/state.ts';
import { baseName } from '../lib/file-names.ts';
import { isSameSource } from './source.ts';

/** Whether an open file already has these bytes, so that they need not be parsed. */
export function isUnchanged({ parsed }: OpenFile, data: Uint8Array | Blob): boolean {
  if (parsed.isPartial || !(data instanceof Uint8Array)) return false;
  const { bytes } = parsed;
  if (bytes.length !== data.length) return false;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== data[i]) return false;
  return true;
}

/** Finds the open file of a source. Indexed by name: only files with a matching name are compared. */
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

  /** The open file of a source; null if it is not open. */
  async of(source: FileSource): Promise<OpenFile | null> {
    const { name } = source;
    const named = this.#byName.get(baseName(name)) ?? [];
    // Of files with the same name, compare those with the same path first.
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

/** Whether one path ends with the other, so that both may refer to the same file from different folders. */
function isDeeper(path: string, end: string): boolean {
  return path.length > end.length && path.endsWith(`/${end}`);
}
