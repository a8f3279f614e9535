/** Writes REZ archives from the description of the format (rez.md), independently of the core that reads them. */
import { lengthOf, type Part, Writer } from './parts.ts';

/** A resource to write. */
export interface RezEntry {
  /** `MODELS/CHARS/HERO.ABC`; a name may have no ending. */
  readonly path: string;
  readonly content: Part;
  /** Seconds since 1970. */
  readonly time?: number;
}

/** Where the data begin, as in the archives of the games. */
const HEADER_BYTES = 168;

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly resources: {
    name: string;
    type: string;
    offset: number;
    size: number;
    time: number;
    id: number;
  }[];
}

const newFolder = (): Folder => ({ folders: new Map(), resources: [] });

/** An archive of these resources, in their order; below 4 GB, which is all that the format can say. */
export function rezParts(entries: readonly RezEntry[], time = 989_448_368): Part[] {
  const root = newFolder();
  const data: Part[] = [];
  let offset = HEADER_BYTES;
  for (const [id, { path, content, ...entry }] of entries.entries()) {
    const names = path.split('/');
    const file = names.pop() ?? '';
    let folder = root;
    for (const name of names) {
      const inner = folder.folders.get(name) ?? newFolder();
      folder.folders.set(name, inner);
      folder = inner;
    }
    const dot = file.lastIndexOf('.');
    const [name, type] = dot < 0 ? [file, ''] : [file.slice(0, dot), file.slice(dot + 1)];
    folder.resources.push({ name, type, offset, size: lengthOf(content), time: entry.time ?? time, id });
    data.push(content);
    offset += lengthOf(content);
  }
  // Folders lie after those in them, the root last.
  const directories: Uint8Array<ArrayBuffer>[] = [];
  const place = (folder: Folder): { offset: number; size: number } => {
    const writer = new Writer();
    for (const [name, inner] of folder.folders) {
      const at = place(inner);
      writer.u32(1).u32(at.offset).u32(at.size).u32(time).text(name).u8(0);
    }
    for (const { name, type, id, ...resource } of folder.resources) {
      writer.u32(0).u32(resource.offset).u32(resource.size).u32(resource.time).u32(id);
      writer.text([...type].reverse().join('')).raw(new Uint8Array(4 - type.length));
      writer.u32(0).text(name).u8(0).u8(0);
    }
    const bytes = writer.bytes();
    directories.push(bytes);
    const at = { offset, size: bytes.length };
    offset += bytes.length;
    return at;
  };
  const dataEnd = offset;
  const { offset: rootOffset, size: rootSize } = place(root);
  const names = entries.map(({ path }) => path.split('/'));
  const longest = (texts: string[]) => texts.reduce((most, { length }) => Math.max(most, length + 1), 0);
  const header = new Writer()
    .text('\r\n')
    .text('RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.', 60)
    .text('\r\n')
    .text('LithTech Resource File', 60)
    .text('\r\n\x1a')
    .u32(1)
    .u32(rootOffset)
    .u32(rootSize)
    .u32(time)
    .u32(dataEnd)
    .u32(time)
    .u32(0)
    .u32(longest(names.flatMap((parts) => parts.slice(0, -1))))
    .u32(longest(names.map((parts) => parts.at(-1) ?? '')))
    .u32(0)
    .u8(1);
  return [header.bytes(), ...data, ...directories];
}
