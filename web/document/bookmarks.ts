/** Bookmarks: named ranges of a file's bytes, with a note and a colour. */
import { type Signal, signal } from '@preact/signals-core';
import { formatOffset } from '../lib/hex.ts';
import {
  type BookmarkData,
  COLOR_NAMES,
  colorNamed,
  MAX_BOOKMARKS,
  MAX_NAME,
  MAX_NOTE,
  type MarkColor,
} from './bookmark.ts';
import type { OpenFile } from './open-file.ts';
import { nameOf } from './references.ts';
import type { NodeRange } from './selection.ts';
import { keepPreview } from './state.ts';

export interface Bookmark extends BookmarkData {
  /** Unique while the page is open. */
  readonly id: number;
}

/** Deletions that can be undone. */
const MAX_UNDO = 50;

interface Kept {
  readonly list: Signal<readonly Bookmark[]>;
  /** Deleted bookmarks, the last one at the end. */
  readonly deleted: Signal<readonly Bookmark[]>;
}

const kept = new WeakMap<OpenFile, Kept>();
let nextId = 1;

function keptOf(file: OpenFile): Kept {
  let found = kept.get(file);
  if (!found) {
    found = { list: signal([]), deleted: signal([]) };
    kept.set(file, found);
  }
  return found;
}

/** Bookmarks of a file by offset; of two with the same offset, the larger first. Reads a signal. */
export function bookmarksOf(file: OpenFile): readonly Bookmark[] {
  return keptOf(file).list.value;
}

/** Whether a deletion can be undone. Reads a signal. */
export function canUndo(file: OpenFile): boolean {
  return keptOf(file).deleted.value.length > 0;
}

/**
 * Adds bookmarks, except those that are there already; what lies outside the file is cut or left out.
 * @returns those that are new; fewer than were given at the limit of MAX_BOOKMARKS
 */
export function addBookmarks(
  file: OpenFile,
  added: readonly BookmarkData[],
  size = file.content.peek().parsed.size,
): Bookmark[] {
  const { list } = keptOf(file);
  const known = new Set(list.peek().map(identity));
  const fresh: Bookmark[] = [];
  for (const data of added) {
    const { start, end, name, note, color } = data;
    if (list.peek().length + fresh.length >= MAX_BOOKMARKS) break;
    const inside = {
      start,
      end: Math.min(end, size),
      name: name.slice(0, MAX_NAME),
      note: note.slice(0, MAX_NOTE),
      color,
    };
    if (!(inside.start >= 0 && inside.start < inside.end) || known.has(identity(inside))) continue;
    known.add(identity(inside));
    fresh.push({ ...inside, id: nextId++ });
  }
  if (fresh.length > 0) list.value = sorted([...list.peek(), ...fresh]);
  return fresh;
}

/** Bookmarks the selection under its name in the structure. Null at the limit, and if it already exists. */
export function bookmarkSelection(file: OpenFile, { start, end, path }: NodeRange): Bookmark | null {
  const node = path === '' ? null : file.parsed.resolve(path);
  const isWhole = node?.start === start && node.end === end;
  const name = isWhole ? nameOf(node) : node ? `in ${nameOf(node)}` : formatOffset(start);
  const count = bookmarksOf(file).length;
  const color = COLOR_NAMES[count % COLOR_NAMES.length] ?? 'blue';
  keepPreview(file.id);
  return addBookmarks(file, [{ start, end, name, note: '', color }])[0] ?? null;
}

export function changeBookmark(
  file: OpenFile,
  id: number,
  change: Partial<Pick<BookmarkData, 'name' | 'note' | 'color'>>,
): void {
  const { list } = keptOf(file);
  list.value = list.peek().map((mark) => (mark.id === id ? { ...mark, ...change } : mark));
}

export function deleteBookmark(file: OpenFile, id: number): void {
  const { list, deleted } = keptOf(file);
  const gone = list.peek().find((mark) => mark.id === id);
  if (!gone) return;
  list.value = list.peek().filter((mark) => mark !== gone);
  deleted.value = [...deleted.peek(), gone].slice(-MAX_UNDO);
}

/** Restores the bookmark deleted last; null without one. */
export function undoDelete(file: OpenFile): Bookmark | null {
  const { list, deleted } = keptOf(file);
  const back = deleted.peek().at(-1);
  if (!back) return null;
  deleted.value = deleted.peek().slice(0, -1);
  list.value = sorted([...list.peek(), back]);
  return back;
}

/**
 * Takes the bookmarks along when the bytes of a file moved.
 * @param moved where a range is now; null when it is gone
 * @returns the bookmarks of what is gone, which go too
 */
export function moveBookmarks(
  file: OpenFile,
  moved: (range: BookmarkData) => Pick<BookmarkData, 'start' | 'end'> | null,
): BookmarkData[] {
  const { list } = keptOf(file);
  const gone: BookmarkData[] = [];
  const there = list.peek().flatMap((mark): Bookmark[] => {
    const to = moved(mark);
    if (!to) gone.push(mark);
    return to ? [{ ...mark, start: to.start, end: to.end }] : [];
  });
  if (list.peek().length > 0) list.value = sorted(there);
  return gone;
}

/** The first bookmark after an offset, or the last before it, wrapping around the ends of the file. */
export function nextBookmark(marks: readonly Bookmark[], offset: number, direction: 1 | -1): Bookmark | null {
  const found =
    direction === 1
      ? marks.find(({ start }) => start > offset)
      : marks.findLast(({ start }) => start < offset);
  return found ?? marks.at(direction === 1 ? 0 : -1) ?? null;
}

/** Bookmarks that overlap [start, end). */
export function bookmarksWithin(marks: readonly Bookmark[], start: number, end: number): Bookmark[] {
  return marks.filter((mark) => mark.start < end && mark.end > start);
}

/** Maximum length of all names and notes in a link, characters, so that the link can be sent. */
const MAX_LINKED = 3000;
/** Approximate length of a bookmark in a link without name and note, characters. */
const LINK_OVERHEAD = 30;

/** The first bookmarks, as many as fit into a link, with line breaks removed from names. */
export function linkedBookmarks(marks: readonly Bookmark[]): BookmarkData[] {
  let length = 0;
  const linked: BookmarkData[] = [];
  for (const { start, end, name, note, color } of marks) {
    length += LINK_OVERHEAD + name.length + note.length;
    if (length > MAX_LINKED) break;
    linked.push({ start, end, name: name.replaceAll(/[\r\n]+/g, ' '), note, color });
  }
  return linked;
}

function sorted(marks: readonly Bookmark[]): Bookmark[] {
  return [...marks].sort((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
}

function identity({ start, end, name }: BookmarkData): string {
  return `${start} ${end} ${name}`;
}

// As JSON

/** A file of bookmarks. */
interface BookmarkFile {
  readonly format: 'lithoscope-bookmarks';
  readonly version: 1;
  /** The file that they are of. */
  readonly file: string;
  readonly size: number;
  readonly bookmarks: readonly (Omit<BookmarkData, 'start' | 'end'> & {
    readonly offset: number;
    readonly length: number;
  })[];
}

/** The bookmarks of a file as JSON. */
export function bookmarksToJson({ name, parsed }: OpenFile, marks: readonly Bookmark[]): string {
  const content: BookmarkFile = {
    format: 'lithoscope-bookmarks',
    version: 1,
    file: name,
    size: parsed.size,
    bookmarks: marks.map(({ start, end, name: title, note, color }) => ({
      offset: start,
      length: end - start,
      name: title,
      note,
      color,
    })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Colours in ImHex: those of the light theme, red in the lowest byte, alpha in the highest. */
const IMHEX_COLORS: Readonly<Record<MarkColor, number>> = {
  blue: 0xffad7814,
  green: 0xff2e7f3d,
  orange: 0xff0a66a5,
  pink: 0xff7c3abd,
  purple: 0xffd34f6d,
  grey: 0xff90735f,
};

/** Bookmarks in the format of ImHex (.hexbm). */
export function bookmarksToImHex(marks: readonly Bookmark[]): string {
  const bookmarks = marks.map(({ start, end, name, note, color }, id) => ({
    name,
    comment: note,
    color: IMHEX_COLORS[color],
    region: { address: start, size: end - start },
    locked: false,
    id,
  }));
  return `${JSON.stringify({ bookmarks }, null, 4)}\n`;
}

/** The colour nearest to one of ImHex. */
function colorNearest(value: number): MarkColor {
  const channels = (color: number) => [0, 8, 16].map((shift) => (color >>> shift) & 0xff);
  const wanted = channels(value);
  const distance = (name: MarkColor) =>
    channels(IMHEX_COLORS[name]).reduce((sum, channel, i) => sum + (channel - (wanted[i] ?? 0)) ** 2, 0);
  return COLOR_NAMES.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

/** Reads bookmarks of this page or of ImHex (.hexbm) from untrusted JSON. A sentence if it has none. */
export function bookmarksFromJson(text: string): BookmarkData[] | string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return 'This is not a JSON file.';
  }
  const list = field(content, 'bookmarks');
  if (!Array.isArray(list)) return 'This JSON file does not contain a list of bookmarks.';
  const marks = list.slice(0, MAX_BOOKMARKS).flatMap((entry) => readBookmark(entry) ?? []);
  return marks.length > 0 || list.length === 0 ? marks : 'None of the bookmarks in this file can be read.';
}

function readBookmark(entry: unknown): BookmarkData | null {
  const region = field(entry, 'region');
  const offset = region === undefined ? field(entry, 'offset') : field(region, 'address');
  const length = region === undefined ? field(entry, 'length') : field(region, 'size');
  const color = field(entry, 'color');
  if (!isCount(offset) || !isCount(length) || length === 0) return null;
  const text = (name: string) => {
    const value = field(entry, name);
    return typeof value === 'string' ? value : '';
  };
  return {
    start: offset,
    end: offset + length,
    name: text('name').slice(0, MAX_NAME),
    note: (region === undefined ? text('note') : text('comment')).slice(0, MAX_NOTE),
    color: typeof color === 'number' ? colorNearest(color) : colorNamed(text('color')),
  };
}

/** An own property of an object; undefined for anything else. */
function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2 ** 32;
}
