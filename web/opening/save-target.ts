/** A file that is written as it grows: where the user says, in browsers that can ask; else as a download at its end. */

import { isWithdrawn } from '../lib/reason.ts';
import { saveBlob } from '../ui/clipboard.ts';

/** What a browser that cannot write to the disk may gather for a download, bytes. */
const MAX_DOWNLOAD = 512 * 2 ** 20;

/** A file that is being written. */
export interface SaveTarget {
  /** More bytes must not be written. */
  readonly maxBytes: number;
  /** @param position where the bytes go; without it behind the last */
  write(part: Uint8Array<ArrayBuffer>, position?: number): Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind; a file that stood there before stays. */
  abandon(): Promise<void>;
}

/** What kind of file the user is asked about. */
export interface SaveKind {
  readonly description: string;
  /** `application/zip` */
  readonly type: string;
  /** `.zip` */
  readonly ending: string;
}

/**
 * Asks where a file goes, where the browser can ask: to be called while a press is handled.
 * @param readFrom a file that is read while this one is written: it cannot be the same
 * @returns null when the user chose no place
 * @throws Error with a sentence for the user when that is `readFrom`
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
        `${handle.name} is the archive that all else is read from. Choose another name or folder.`,
      );
    }
    return await onDisk(handle);
  } catch (error) {
    if (isWithdrawn(error)) return null;
    // A frame of another page may have the picker and not be allowed to use it.
    if (error instanceof DOMException && error.name === 'SecurityError') return asDownload(name, kind);
    throw error;
  }
}

async function onDisk(handle: FileSystemFileHandle): Promise<SaveTarget> {
  // One that was not there was made when it was chosen.
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

/** Bytes that are written in any order; the browser keeps them outside the page's memory. */
export class BlobParts {
  #parts: Blob[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param position as `SaveTarget.write`; what lies between the last byte and it becomes zeros */
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
