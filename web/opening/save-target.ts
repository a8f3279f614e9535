/** A file that is written in parts: to a place the user chooses, or, in browsers without that dialog, as a download. */

import { isWithdrawn } from '../lib/reason.ts';
import { saveBlob } from '../ui/clipboard.ts';

/** Most bytes of a download, in browsers that cannot write to the disk. */
const MAX_DOWNLOAD = 512 * 2 ** 20;

/** A file that is being written. */
export interface SaveTarget {
  /** Most bytes that may be written. */
  readonly maxBytes: number;
  /** @param position offset of the bytes; by default after the last ones */
  write(part: Uint8Array<ArrayBuffer>, position?: number): Promise<void>;
  finish(): Promise<void>;
  /** Removes what was written; a previous file stays. */
  abandon(): Promise<void>;
}

/** The file type in the dialog. */
export interface SaveKind {
  readonly description: string;
  /** `application/zip` */
  readonly type: string;
  /** `.zip` */
  readonly ending: string;
}

/**
 * Asks where to save a file, if the browser can ask; must be called during a user gesture.
 * @param readFrom a file that is read while this one is written, so that it cannot be chosen
 * @returns null if the user cancels
 * @throws Error with a sentence for the user, if they choose `readFrom`
 */
export async function saveTarget(
  name: string,
  kind: SaveKind,
  readFrom: FileSystemFileHandle | null = null,
): Promise<SaveTarget | null> {
  if (!window.showSaveFilePicker) return asDownload(name, kind);
  try {
    const handle = await window.showSaveFilePicker({
      suggestedName: name,
      types: [{ description: kind.description, accept: { [kind.type]: [kind.ending] } }],
    });
    if (readFrom && (await handle.isSameEntry(readFrom))) {
      throw new Error(
        `${handle.name} is the archive from which everything else is read. Choose another name or folder.`,
      );
    }
    return await onDisk(handle);
  } catch (error) {
    if (isWithdrawn(error)) return null;
    // In a frame of another page the picker may exist but be forbidden.
    if (error instanceof DOMException && error.name === 'SecurityError') return asDownload(name, kind);
    throw error;
  }
}

async function onDisk(handle: FileSystemFileHandle): Promise<SaveTarget> {
  // A new file was created when it was chosen.
  const isNew = (await handle.getFile()).size === 0;
  const stream = await handle.createWritable();
  return {
    maxBytes: Number.POSITIVE_INFINITY,
    write: (data, position) =>
      stream.write(position === undefined ? data : { type: 'write', data, position }),
    finish: () => stream.close(),
    abandon: async () => {
      await stream.abort().catch(() => {});
      if (isNew) await handle.remove?.().catch(() => {});
    },
  };
}

function asDownload(name: string, { type }: SaveKind): SaveTarget {
  const parts = new BlobParts();
  return {
    maxBytes: MAX_DOWNLOAD,
    write: async (part, position) => parts.write(part, position),
    finish: async () => saveBlob(name, parts.whole(type)),
    abandon: async () => parts.clear(),
  };
}

/** Bytes written in any order; the browser stores them outside the page's memory. */
export class BlobParts {
  #parts: Blob[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param position as in `SaveTarget.write`; a gap before it is filled with zeros */
  write(part: Uint8Array<ArrayBuffer>, position = this.#size): void {
    const blob = new Blob([part]);
    const end = position + blob.size;
    if (position < this.#size) {
      const whole = new Blob(this.#parts);
      this.#parts = [whole.slice(0, position), blob, whole.slice(end)];
    } else {
      if (position > this.#size) this.#parts.push(new Blob([new Uint8Array(position - this.#size)]));
      this.#parts.push(blob);
    }
    this.#size = Math.max(this.#size, end);
  }

  whole(type: string): Blob {
    return new Blob(this.#parts, { type });
  }

  clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
