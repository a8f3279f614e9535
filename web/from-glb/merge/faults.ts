/** What of the meshes and names of a GLB the file cannot have: counted over all of them, said once. */

import { counted, formatCount } from '../../explain/describe.ts';
import { trianglesLeftOut } from '../../to-glb/report.ts';
import { MOST_VERTICES } from '../drafting/splitting.ts';
import { LatinNames } from '../latin.ts';
import { ImportNotes, named } from '../notes.ts';
import type { ImportNote } from '../report.ts';

export class Faults {
  /** Names as the file can have them. */
  readonly texts = new LatinNames();
  /** Primitives of points or lines. */
  lines = 0;
  /** Triangles with a vertex that is not there. */
  lost = 0;
  /** New pieces that became several, by name. */
  readonly split: string[] = [];
  /** New pieces without a skin slot of their own, by name. */
  readonly slotless: string[] = [];
  /** Lower levels whose level 0 is gone, by name. */
  readonly topless: string[] = [];
  #weightless = 0;
  readonly #first: string;

  /** @param first the name of the first node */
  constructor(first: string) {
    this.#first = first;
  }

  /** Shares of the nodes of a vertex; one that has none is moved by the first node. */
  moved(shares: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
    if (shares.size > 0) return shares;
    this.#weightless++;
    return FIRST;
  }

  notes(): readonly ImportNote[] {
    const notes = new ImportNotes();
    this.texts.note(notes);
    if (this.lines > 0)
      notes.warn(
        'LINES_LEFT_OUT',
        `${counted(this.lines, 'primitive')} of points or lines left out: models have triangles alone.`,
        'Make a surface of them in the program that they are from.',
      );
    if (this.lost > 0) notes.warn('TRIANGLES_LEFT_OUT', trianglesLeftOut(this.lost));
    if (this.#weightless > 0)
      notes.warn(
        'VERTICES_WITHOUT_WEIGHTS',
        `${counted(this.#weightless, 'vertex')} without a weight: each is moved by the first node, “${this.#first}”.`,
      );
    if (this.split.length > 0)
      notes.tell(
        'PIECE_SPLIT',
        `More than ${formatCount(MOST_VERTICES)} vertices, which no piece can have: ${named(this.split)} became several.`,
      );
    if (this.slotless.length > 0)
      notes.tell(
        'SLOTS_GIVEN',
        `Skin slot 0 is that of new pieces whose material has no number from 0 to 65,535 as lt_material: ${named(this.slotless)}.`,
      );
    if (this.topless.length > 0)
      notes.warn(
        'LEVEL_GONE',
        `Level 0 is not in the GLB any more, but lower levels are: it stays as it was in ${named(this.topless.map((name) => `“${name}”`))}.`,
        'Delete the lower levels too to have the piece removed.',
      );
    return notes.notes;
  }
}

const FIRST: ReadonlyMap<number, number> = new Map([[0, 1]]);
