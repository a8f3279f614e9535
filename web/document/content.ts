/** The content of a file: one state of its bytes, and how offsets and paths move from one content to the next. */
import type { AbcFile, Info, ListChange, ParsedFile } from '@lithoscope/core';
import type { DtxFile, SprFile } from '@lithoscope/dtx';
import type { RezFile } from '@lithoscope/rez';
import { isModelFormat } from '../explain/formats.ts';

/** Structure and bytes of a file, with access by kind of file. Each change of the file makes a new content. */
export class Content {
  readonly parsed: ParsedFile;
  /** The file as a model; null for other kinds. */
  readonly model: AbcFile | null;
  /** The file as a texture; null for other kinds. */
  readonly texture: DtxFile | null;
  /** The file as a sprite; null for other kinds. */
  readonly sprite: SprFile | null;
  /** The file as an archive; null if it was not opened as one. */
  readonly archive: RezFile | null;
  readonly info: Info;
  /** The next content after a change, by which holders of an old content find their places in the current one. */
  #next: { readonly content: Content; readonly moves: Moves } | null = null;

  constructor(parsed: ParsedFile) {
    this.parsed = parsed;
    this.info = parsed.info;
    this.model = isModel(parsed) && isModelFormat(parsed.info.format) ? parsed : null;
    this.texture = isTexture(parsed) ? parsed : null;
    this.sprite = isSprite(parsed) ? parsed : null;
    this.archive = isArchive(parsed) ? parsed : null;
  }

  /** Records the content after a change. */
  becomes(content: Content, moves: Moves): void {
    this.#next = { content, moves };
  }

  /** Moves on the way to a later content; null if that did not result from changes of this one. */
  movesTo(later: Content): Moves[] | null {
    const all: Moves[] = [];
    for (let at: Content = this; at !== later; ) {
      const step = at.#next;
      if (!step) return null;
      all.push(step.moves);
      at = step.content;
    }
    return all;
  }

  /** Path of a node in a later content; null if it was removed. */
  pathIn(later: Content, path: string): string | null {
    let moved: string | null = path;
    for (const { lists } of this.movesTo(later) ?? []) {
      if (moved !== null) moved = movedPath(lists, moved);
    }
    return moved;
  }
}

// Checked by property, since the classes are in chunks that are loaded later.

function isModel(parsed: ParsedFile): parsed is AbcFile {
  return 'evaluate' in parsed;
}

function isTexture(parsed: ParsedFile): parsed is DtxFile {
  return 'texture' in parsed;
}

function isSprite(parsed: ParsedFile): parsed is SprFile {
  return 'sprite' in parsed;
}

function isArchive(parsed: ParsedFile): parsed is RezFile {
  return 'entryAt' in parsed;
}

/** A replaced range: [start, end) became `length` bytes. Offsets before the change. */
export interface ByteMove {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** What a change moved. */
export interface Moves {
  /** In order; each applies to the result of the previous one. */
  readonly lists: readonly ListChange[];
  /** Ascending, not touching each other, all in offsets before the change. */
  readonly bytes: readonly ByteMove[];
}

/** Index of an element after changes of its list; −1 if it was removed. @param list path of the list before them */
export function movedIndex(changes: readonly ListChange[], list: string, index: number): number {
  const path = movedPath(changes, `${list}[${index}]`);
  return path === null ? -1 : Number(path.slice(path.lastIndexOf('[') + 1, -1));
}

/** The step from a list to an element: its index, in a text after the name of the element. */
const STEP = /^(\.[^.[\]]*)?\[(\d+)\]/;

/** Path of a node after changes of lists; null if it was removed. */
export function movedPath(changes: readonly ListChange[], path: string): string | null {
  let moved = path;
  for (const change of changes) {
    const { list } = change;
    const step = moved.startsWith(list) ? STEP.exec(moved.slice(list.length)) : null;
    if (!step) continue;
    const [whole, name = '', index] = step;
    const to = indexAfter(change, Number(index));
    if (to < 0) return null;
    moved = `${list}${name}[${to}]${moved.slice(list.length + whole.length)}`;
  }
  return moved;
}

function indexAfter({ kind, index, count, to }: ListChange, at: number): number {
  if (kind === 'insert') return at >= index ? at + count : at;
  if (kind === 'remove') return at < index ? at : at < index + count ? -1 : at - count;
  if (at === index) return to;
  return at > index && at <= to ? at - 1 : at < index && at >= to ? at + 1 : at;
}

/** Changes of lists that undo others. */
export function inverseLists(changes: readonly ListChange[]): ListChange[] {
  return changes.toReversed().map((change) => {
    if (change.kind === 'move') return { ...change, index: change.to, to: change.index };
    return { ...change, kind: change.kind === 'insert' ? 'remove' : 'insert' };
  });
}

/**
 * Offset of a byte after moves. Within a replaced range it keeps its distance from the start, clamped to the new
 * length.
 */
export function movedOffset(moves: readonly ByteMove[], offset: number): number {
  let shift = 0;
  for (const { start, end, length } of moves) {
    if (start > offset) break;
    if (offset < end) return start + shift + Math.min(offset - start, Math.max(0, length - 1));
    shift += length - (end - start);
  }
  return offset + shift;
}

/** Moves of bytes by a step. */
export function byteMovesOf(
  splices: readonly { readonly start: number; readonly before: Uint8Array; readonly after: Uint8Array }[],
): ByteMove[] {
  return splices.map(({ start, before, after }) => ({
    start,
    end: start + before.length,
    length: after.length,
  }));
}

/** A range after moves; null if all of it was removed. */
export function movedRange(
  moves: readonly ByteMove[],
  { start, end }: { readonly start: number; readonly end: number },
): { start: number; end: number } | null {
  const gone = moves.some((move) => move.length === 0 && move.start <= start && end <= move.end);
  if (gone || start >= end) return null;
  return { start: movedOffset(moves, start), end: movedOffset(moves, end - 1) + 1 };
}
