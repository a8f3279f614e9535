/** What of the meshes and names of a GLB the file cannot have: counted over all of them, said once. */

import { counted, formatCount } from '../../explain/describe.ts';
import { MOST_VERTICES } from '../drafting/splitting.ts';
import { LatinNames } from '../latin.ts';
import { ImportNotes, named } from '../notes.ts';
import type { ImportNote } from '../report.ts';

export class Faults {
  /** Names as the file can have them. */
  readonly texts = new LatinNames();
  /** Primitives of points or lines. */
  lines = 0;
  /** New pieces that became several, by name. */
  readonly split: string[] = [];
  /** New pieces without a skin slot of their own, by name. */
  readonly slotless: string[] = [];
  /** Lower levels whose level 0 is gone, by name. */
  readonly topless: string[] = [];
  /** Vertices that no node moves. */
  weightless = 0;
  readonly #first: string;

  /** @param first the name of the first node */
  constructor(first: string) {
    this.#first = first;
  }

  notes(): readonly ImportNote[] {
    const notes = new ImportNotes();
    this.texts.note(notes);
    if (this.lines > 0)
      notes.warn(
        'LINES_LEFT_OUT',
        `Skipped ${counted(this.lines, 'primitive')} of points or lines: models have only triangles.`,
        'Convert them to a surface in the program that they come from.',
      );
    if (this.weightless > 0)
      notes.warn(
        'VERTICES_WITHOUT_WEIGHTS',
        `${counted(this.weightless, 'vertex')} without weights: each is moved by the first node, “${this.#first}”.`,
      );
    if (this.split.length > 0)
      notes.tell(
        'PIECE_SPLIT',
        `Split pieces with more than ${formatCount(MOST_VERTICES)} vertices, the most that a piece can have: ${named(this.split)}.`,
      );
    if (this.slotless.length > 0)
      notes.tell(
        'SLOTS_GIVEN',
        `Used skin slot 0 for new pieces whose material does not have a number from 0 to 65,535 as lt_material: ${named(this.slotless)}.`,
      );
    if (this.topless.length > 0)
      notes.warn(
        'LEVEL_GONE',
        `Level 0 is no longer in the GLB, but lower levels are: it is unchanged in ${named(this.topless.map((name) => `“${name}”`))}.`,
        'To remove the piece, delete the lower levels too.',
      );
    return notes.notes;
  }
}
