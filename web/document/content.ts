/** One state of a file's bytes. */

import type { AbcFile, Info, ParsedFile } from '@lithoscope/core';
import type { DtxFile, SprFile } from '@lithoscope/dtx';
import type { RezFile } from '@lithoscope/rez';
import { type Moves, movedPath } from './content-moves.ts';

/** Structure and bytes of a file, and the same as what it is. Each change of the file makes another content. */
export class Content {
  readonly parsed: ParsedFile;
  /** The same as a model; null when it is none. */
  readonly model: AbcFile | null;
  /** The same as a texture; null when it is none. */
  readonly texture: DtxFile | null;
  /** The same as a sprite; null when it is none. */
  readonly sprite: SprFile | null;
  /** The same as an archive; null when it was not opened as one. */
  readonly archive: RezFile | null;
  readonly info: Info;
  /** The content that a change made of this one: who holds an old content finds its places in the present one. */
  #next: { readonly content: Content; readonly moves: Moves } | null = null;

  constructor(parsed: ParsedFile) {
    this.parsed = parsed;
    this.info = parsed.info;
    this.model = isModel(parsed) && parsed.info.format === 'abc' ? parsed : null;
    this.texture = isTexture(parsed) ? parsed : null;
    this.sprite = isSprite(parsed) ? parsed : null;
    this.archive = isArchive(parsed) ? parsed : null;
  }

  /** Notes what a change made of it. */
  becomes(content: Content, moves: Moves): void {
    this.#next = { content, moves };
  }

  /** What changes moved on the way to a later content; null when it did not become that one by changes. */
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

  /** The path of a node in a later content; null when it was removed. */
  pathIn(later: Content, path: string): string | null {
    let moved: string | null = path;
    for (const { lists } of this.movesTo(later) ?? []) {
      if (moved !== null) moved = movedPath(lists, moved);
    }
    return moved;
  }
}

// By a property each: the classes belong to parts of the page that are loaded later.

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
