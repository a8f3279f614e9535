/** Reads REZ archives from the description of the format (rez.md), independently of the core. */

interface ReadResource {
  /** With `/` between folders, and its type. */
  readonly path: string;
  readonly pos: number;
  readonly size: number;
  readonly time: number;
  readonly id: number;
  readonly keys: readonly number[];
  readonly comment: string;
}

export interface ReadRez {
  readonly fileType: string;
  readonly title: string;
  readonly version: number;
  readonly rootPos: number;
  readonly rootSize: number;
  readonly rootTime: number;
  readonly nextWritePos: number;
  readonly time: number;
  readonly largestKeys: number;
  readonly largestFolderName: number;
  readonly largestName: number;
  readonly largestComment: number;
  readonly isSorted: number;
  /** Folders with a slash after them, as they are found. */
  readonly folders: readonly { readonly path: string; readonly time: number; readonly pos: number }[];
  readonly resources: readonly ReadResource[];
}

/** Throws for what is not in order. */
export function readRez(bytes: Uint8Array): ReadRez {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32 = (at: number) => view.getUint32(at, true);
  const latin1 = (start: number, end: number) =>
    Array.from(bytes.subarray(start, end), (byte) => String.fromCharCode(byte)).join('');
  const textAt = (at: number) => latin1(at, bytes.indexOf(0, at));
  if (latin1(0, 2) !== '\r\n' || latin1(62, 64) !== '\r\n' || latin1(124, 127) !== '\r\n\x1a')
    throw new Error('it does not begin like a REZ');
  const folders: { path: string; time: number; pos: number }[] = [];
  const resources: ReadResource[] = [];
  const directory = (pos: number, size: number, folder: string) => {
    let at = pos;
    while (at < pos + size) {
      const type = u32(at);
      if (type === 1) {
        const name = textAt(at + 16);
        const path = `${folder}${name}/`;
        folders.push({ path, time: u32(at + 12), pos: u32(at + 4) });
        directory(u32(at + 4), u32(at + 8), path);
        at += 16 + name.length + 1;
      } else if (type === 0) {
        const name = textAt(at + 28);
        const comment = textAt(at + 28 + name.length + 1);
        const keysAt = at + 28 + name.length + 1 + comment.length + 1;
        const keys = Array.from({ length: u32(at + 24) }, (_, i) => u32(keysAt + 4 * i));
        const ending = [...latin1(at + 20, at + 24)].filter((letter) => letter !== '\0').reverse();
        const path = folder + name + (ending.length > 0 ? `.${ending.join('')}` : '');
        const [own, length, time, id] = [u32(at + 4), u32(at + 8), u32(at + 12), u32(at + 16)];
        resources.push({ path, pos: own, size: length, time, id, keys, comment });
        at = keysAt + 4 * keys.length;
      } else {
        throw new Error(`an entry of type ${type} at ${at}`);
      }
    }
    if (at !== pos + size) throw new Error('a directory does not end where it says');
  };
  directory(u32(131), u32(135), '');
  return {
    fileType: latin1(2, 62),
    title: latin1(64, 124),
    version: u32(127),
    rootPos: u32(131),
    rootSize: u32(135),
    rootTime: u32(139),
    nextWritePos: u32(143),
    time: u32(147),
    largestKeys: u32(151),
    largestFolderName: u32(155),
    largestName: u32(159),
    largestComment: u32(163),
    isSorted: view.getUint8(167),
    folders,
    resources,
  };
}
