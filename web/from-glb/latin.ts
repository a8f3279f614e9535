/** Texts as files have them: Latin-1. */
import { counted } from '../explain/describe.ts';
import { type ImportNotes, named } from './notes.ts';

/** Bytes of a text that a file can have. */
export const LONGEST_TEXT = 65_535;

export class LatinNames {
  readonly #changed = new Map<string, string>();

  /** The nearest text in Latin-1: letters lose accents that it has not, other characters become `_`. */
  text(text: string): string {
    const near = latinOf(text);
    if (near !== text) this.#changed.set(text, near);
    return near;
  }

  note(notes: ImportNotes): void {
    if (this.#changed.size === 0) return;
    const list = [...this.#changed].map(([from, to]) => `${from} is ${to}`);
    notes.warn(
      'NAMES_CHANGED',
      `${counted(this.#changed.size, 'name')} with characters that models cannot have: ${named(list)}.`,
      'Rename them in the program that they are from to have others.',
    );
  }
}

export function latinOf(text: string): string {
  if (text.length <= LONGEST_TEXT && !/[^\0-\xff]/.test(text)) return text;
  return text
    .slice(0, LONGEST_TEXT)
    .normalize('NFC')
    .replaceAll(/[^\0-\xff]/gu, (character) => {
      const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return /^[\0-\xff]+$/.test(bare) ? bare : '_';
    })
    .slice(0, LONGEST_TEXT);
}
