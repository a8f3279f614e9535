/** What reading tells the user: one note of each kind, however often it comes. */

import type { ImportNote } from '@lithoscope/core';
import { formatCount } from '../explain/describe.ts';

/** Every code of a note, with what it means and what to do. */
const NOTES = {
  NUMBERS_REPLACED: {
    severity: 'warning',
    says: 'Numbers that are not finite count as 0',
    help: 'Look for normals or vertices that the exporting program could not compute.',
  },
  KEYS_NOT_LATER: {
    severity: 'warning',
    says: 'Keys that are not later than the previous one are skipped',
    help: '',
  },
  NO_POSITIONS: {
    severity: 'warning',
    says: 'Meshes without positions are skipped',
    help: '',
  },
  SHEARED: {
    severity: 'warning',
    says: 'Nodes are sheared, which a position, a rotation and a scale cannot express',
    help: 'Apply the transforms in the program that the file comes from.',
  },
  CHANNELS_LEFT_OUT: {
    severity: 'warning',
    says: 'Animation channels other than positions, rotations, scales and morph targets of the mesh are skipped',
    help: '',
  },
  EXTENSION_LEFT_OUT: {
    severity: 'warning',
    says: 'Extensions that change the shape of the scene are skipped',
    help: 'Export without them.',
  },
  PICTURE_LEFT_OUT: {
    severity: 'info',
    says: 'Images that are not in the file are skipped: models refer to their skins by slots',
    help: '',
  },
  DESCRIPTION_LEFT_OUT: {
    severity: 'warning',
    says: 'The data that Lithoscope’s export wrote into the file can no longer be read, so it is imported as a new model',
    help: 'Export it again, or open the original to merge into it.',
  },
  TEMPLATE_LEFT_OUT: {
    severity: 'warning',
    says: 'The data that Lithoscope’s export kept of the original file can no longer be read',
    help: 'Open the original to merge into it; otherwise it is imported as a new model.',
  },
} as const satisfies Record<string, Omit<ImportNote, 'code' | 'message'> & { readonly says: string }>;

export type ReadNote = keyof typeof NOTES;

/** So many places are named. */
const NAMED = 3;

export class ReadNotes {
  readonly #places = new Map<ReadNote, string[]>();
  readonly #counts = new Map<ReadNote, number>();

  /** @param place `accessors[3]`, or what it is about */
  add(code: ReadNote, place: string, count = 1): void {
    const places = this.#places.get(code) ?? [];
    this.#places.set(code, places);
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
    if (places.length < NAMED && !places.includes(place)) places.push(place);
    else if (places.length === NAMED && !places.includes(place)) places.push('…');
  }

  list(): ImportNote[] {
    return [...this.#places].map(([code, places]) => {
      const { severity, says, help } = NOTES[code];
      const count = this.#counts.get(code) ?? 0;
      const times = count > 1 ? `${formatCount(count)}: ` : '';
      const named = places.filter((place) => place !== '').join(', ');
      return { code, severity, message: `${says}${named && ` (${times}${named})`}.`, help };
    });
  }
}
