/** Rewriting REZ archives (rez.md): entries or fields are replaced, and everything after them moves. */
import { firstIndexWhere } from '../lib/binary-search.ts';
import type { ArchiveEntry, ByteSource } from './locator.ts';
import { readablePath } from './paths.ts';
import {
  type NewFile,
  numberPatch,
  type Patch,
  type Splice,
  Splices,
  spliced,
  Unwritable,
} from './splice.ts';

const HEADER_BYTES = 168;
const HEADER: Range = { start: 0, end: HEADER_BYTES };
/** Offsets of fields in the header, and in an entry. */
const ROOT_POS = 131;
const ROOT_SIZE = 135;
const NEXT_WRITE_POS = 143;
const LARGEST_FOLDER_NAME = 155;
const LARGEST_NAME = 159;
const LARGEST_COMMENT = 163;
const POS = 4;
const SIZE = 8;
const EXTENSION = 20;
const KEY_COUNT = 24;
/** Bytes of an entry before its name. */
const RESOURCE_BYTES = 28;
const FOLDER_BYTES = 16;
/** Offsets of the format have 32 bits. */
const MAX_SIZE = 0xffffffff;
/** The core's limits. */
const MAX_DIRECTORIES = 2 ** 20;
const MAX_DIRECTORY_BYTES = 256 * 2 ** 20;

/** A place that the archive refers to: a directory or data. */
interface Named {
  /** Offset of its entry; the header refers to the root like an entry. */
  readonly entry: number;
  readonly pos: number;
  readonly size: number;
  /** Path of data, with folders; null for a directory. */
  readonly path: string | null;
}

interface Contents {
  readonly header: DataView;
  readonly named: Named[];
  /** All references are known, so data can be moved. */
  isComplete: boolean;
}

/**
 * Replaces the data of entries in place and moves everything after them. Data that is empty or shares bytes goes to where
 * the archive would write next. In a damaged archive nothing moves: larger data goes to the end of the file.
 */
export async function rezWith(
  source: ByteSource,
  replaced: readonly (readonly [ArchiveEntry, Uint8Array])[],
): Promise<NewFile> {
  const contents = await contentsOf(source);
  const { header, named, isComplete } = contents;
  const nextWrite = header.getUint32(NEXT_WRITE_POS, true);
  const ranges = new Ranges([HEADER, ...named.map(rangeOf)]);
  const canInsert = isComplete && nextWrite <= source.size && ranges.canInsert(nextWrite);
  const free = canInsert ? nextWrite : source.size;
  const found = namedBy(
    named,
    replaced.map(([entry]) => entry),
  );
  const chosen = new Map<Named, Splice>();
  for (const [entry, bytes] of replaced) {
    const one = found.get(entry);
    if (!one) throw new Unwritable(`${entry.path} is not in the directories of the archive.`);
    const { start, end } = rangeOf(one);
    const isHere = one.size > 0 && end <= source.size && ranges.isAlone({ start, end });
    if (isHere && isComplete) chosen.set(one, { start, end, bytes });
    // The rest of the old data stays.
    else if (isHere && bytes.length <= one.size) chosen.set(one, { start, end: start + bytes.length, bytes });
    else chosen.set(one, { start: free, end: free, bytes });
  }
  return rezFrom(source, contents, [...chosen.values()], (one) => chosen.get(one), new Map(), []);
}

/**
 * The archive with other fields. If a text changes its length, its directory changes its size, and everything after it
 * moves.
 * @param fields leaves of the structure that do not overlap
 */
export async function rezWithFields(source: ByteSource, fields: readonly Splice[]): Promise<NewFile> {
  const contents = await contentsOf(source);
  const { header, named, isComplete } = contents;
  const ranges = new Ranges([HEADER, ...named.map(rangeOf)]);
  const grown = new Map<Named, number>();
  const lengths = new Map<number, number>();
  for (const { start, end, bytes } of fields) {
    const more = bytes.length - (end - start);
    if (more === 0) continue;
    const directory = named.find(({ path, pos, size }) => path === null && pos <= start && end <= pos + size);
    if (!directory || !isComplete || !ranges.isAlone(rangeOf(directory)))
      throw new Unwritable('In a damaged archive, the length of a text cannot change.');
    grown.set(directory, (grown.get(directory) ?? 0) + more);
    const isFolder = named.some(({ entry, path }) => path === null && entry + FOLDER_BYTES === start);
    const isResource = named.some(({ entry, path }) => path !== null && entry + RESOURCE_BYTES === start);
    // The header keeps the longest length of each, terminator included: readers allocate by it.
    const longest = isFolder ? LARGEST_FOLDER_NAME : isResource ? LARGEST_NAME : LARGEST_COMMENT;
    lengths.set(longest, Math.max(bytes.length, lengths.get(longest) ?? header.getUint32(longest, true)));
  }
  const patches = [...lengths].map(([at, length]) => numberPatch(at, length, 4));
  return rezFrom(source, contents, fields, () => undefined, grown, patches);
}

/** @param grown growth of each directory in bytes */
function rezFrom(
  source: ByteSource,
  { header, named, isComplete }: Contents,
  list: readonly Splice[],
  replacedBy: (one: Named) => Splice | undefined,
  grown: ReadonlyMap<Named, number>,
  others: readonly Patch[],
): NewFile {
  const nextWrite = header.getUint32(NEXT_WRITE_POS, true);
  const splices = new Splices(list);
  const size = source.size + splices.grown;
  if (size > MAX_SIZE) throw new Unwritable('It would be larger than 4 GB, the most that a REZ can hold.');
  const patches = [...others];
  const patch = (at: number, before: number, after: number) => {
    if (after !== before) patches.push(numberPatch(at, after, 4));
  };
  for (const one of named) {
    const splice = replacedBy(one);
    if (splice) {
      patch(one.entry + POS, one.pos, splices.startOf(splice));
      patch(one.entry + SIZE, one.size, splice.bytes.length);
    } else if (isComplete) {
      // References past the end stay past the end.
      patch(one.entry + POS, one.pos, Math.min(splices.moved(one.pos), MAX_SIZE));
      patch(one.entry + SIZE, one.size, one.size + (grown.get(one) ?? 0));
    }
  }
  const isAtEnd = splices.list.some(({ start }) => start === source.size);
  const next = isAtEnd ? size : isComplete ? splices.moved(nextWrite) : nextWrite;
  patch(NEXT_WRITE_POS, nextWrite, Math.min(next, MAX_SIZE));
  return spliced(source, splices, patches);
}

/** The references of the archive by entries of its listing. */
function namedBy(named: readonly Named[], entries: readonly ArchiveEntry[]): Map<ArchiveEntry, Named> {
  const placeOf = (offset: number, size: number) => `${offset} ${size}`;
  const wanted = new Map<string, ArchiveEntry[]>();
  for (const entry of entries) {
    const key = placeOf(entry.place.offset, entry.place.size);
    wanted.set(key, [...(wanted.get(key) ?? []), entry]);
  }
  const found = new Map<ArchiveEntry, Named>();
  for (const one of named) {
    // Several entries may share a place under different names.
    for (const entry of wanted.get(placeOf(one.pos, one.size)) ?? []) {
      if (!found.has(entry) && one.path !== null && readablePath(one.path) === entry.path)
        found.set(entry, one);
    }
  }
  return found;
}

/** All references in the header and the directories. */
async function contentsOf(source: ByteSource): Promise<Contents> {
  if (source.size < HEADER_BYTES) throw new Unwritable('The archive ends within its header.');
  const header = new DataView((await source.read(0, HEADER_BYTES)).buffer);
  const root: Named = {
    entry: ROOT_POS - POS,
    pos: header.getUint32(ROOT_POS, true),
    size: header.getUint32(ROOT_SIZE, true),
    path: null,
  };
  const contents: Contents = { header, named: [root], isComplete: true };
  const pending = [{ directory: root, path: '' }];
  const read = new Map<number, Range>();
  let bytes = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { directory, path } = next;
    const range = rangeOf(directory);
    bytes += directory.size;
    if (directory.size === 0) continue;
    const isTooMuch = bytes > MAX_DIRECTORY_BYTES || read.size >= MAX_DIRECTORIES;
    // Already read: a cycle, or several directories at one place.
    if (range.end > source.size || isTooMuch || read.has(range.start)) {
      contents.isComplete = false;
      continue;
    }
    read.set(range.start, range);
    const view = new DataView((await source.read(range.start, range.end)).buffer);
    for (const found of readDirectory(contents, view, range.start, path)) pending.push(found);
  }
  const ranges = new Ranges([HEADER, ...read.values()]);
  if (![...read.values()].every((range) => ranges.isAlone(range))) contents.isComplete = false;
  return contents;
}

/** Adds the references of a directory and returns its subdirectories. @param path of the directory, ending in `/` */
function readDirectory(contents: Contents, view: DataView, start: number, path: string) {
  const folders: { readonly directory: Named; readonly path: string }[] = [];
  /** Offset after a text's terminator; −1 if it has none. */
  const behindText = (from: number) => {
    for (let at = from; at < view.byteLength; at++) if (view.getUint8(at) === 0) return at + 1;
    return -1;
  };
  let at = 0;
  // Fewer bytes are padding.
  while (at + 4 <= view.byteLength) {
    const type = view.getUint32(at, true);
    const nameAt = at + (type === 0 ? RESOURCE_BYTES : FOLDER_BYTES);
    const nameEnd = type <= 1 && nameAt <= view.byteLength ? behindText(nameAt) : -1;
    const commentEnd = type === 0 && nameEnd >= 0 ? behindText(nameEnd) : nameEnd;
    const keys = type === 0 && commentEnd >= 0 ? 4 * view.getUint32(at + KEY_COUNT, true) : 0;
    if (commentEnd < 0 || commentEnd + keys > view.byteLength) {
      contents.isComplete = false;
      break;
    }
    const name = textIn(view, nameAt, nameEnd - 1);
    const place = {
      entry: start + at,
      pos: view.getUint32(at + POS, true),
      size: view.getUint32(at + SIZE, true),
    };
    if (type === 0) {
      contents.named.push({ ...place, path: path + name + extensionIn(view, at + EXTENSION) });
    } else {
      const directory = { ...place, path: null };
      contents.named.push(directory);
      folders.push({ directory, path: `${path}${name}/` });
    }
    at = commentEnd + keys;
  }
  return folders;
}

/** Latin-1. */
function textIn(view: DataView, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(view.getUint8(at));
  return text;
}

/** `.DTX`, which is stored backwards; '' for none. */
function extensionIn(view: DataView, at: number): string {
  const text = [...textIn(view, at, at + 4)].filter((character) => character !== '\0').reverse();
  return text.length > 0 ? `.${text.join('')}` : '';
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangeOf({ pos, size }: Named): Range {
  return { start: pos, end: pos + size };
}

/** Ranges of the archive that are referred to. */
class Ranges {
  readonly #list: readonly Range[];
  /** By range: the greatest end of it and of all before. */
  readonly #ends: number[] = [];

  constructor(ranges: readonly Range[]) {
    this.#list = ranges.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
    let last = 0;
    for (const { end } of this.#list) {
      last = Math.max(last, end);
      this.#ends.push(last);
    }
  }

  /** Whether no other range overlaps this one. @param range one of the list */
  isAlone({ start, end }: Range): boolean {
    const first = this.#from(start);
    return this.#from(end) === first + 1 && this.#endBefore(first) <= start;
  }

  /** Whether an insertion here splits no range. */
  canInsert(at: number): boolean {
    return this.#endBefore(this.#from(at)) <= at;
  }

  #endBefore(index: number): number {
    return this.#ends[index - 1] ?? 0;
  }

  /** Index of the first range that starts at or after a byte. */
  #from(at: number): number {
    return firstIndexWhere(this.#list.length, (i) => (this.#list[i]?.start ?? 0) >= at);
  }
}
