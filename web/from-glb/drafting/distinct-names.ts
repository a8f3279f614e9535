/** Names that differ, and which of them are others than in the source. */
import { counted } from '../../explain/describe.ts';
import { Names } from '../../to-glb/names.ts';
import { type ImportNotes, named } from '../notes.ts';

export class DistinctNames {
  readonly #names = new Names();
  readonly #changed: string[] = [];

  /** With a number behind it where another has it, which `note` says. */
  unique(name: string): string {
    const free = this.#names.unique(name);
    if (free !== name) this.#changed.push(`${name} → ${free}`);
    return free;
  }

  /** For one of several that have one name in the source: that they get numbers needs no note. */
  numbered(name: string): string {
    return this.#names.unique(name);
  }

  /** @param what they are names of, for `counted` */
  note(notes: ImportNotes, what: string): void {
    if (this.#changed.length > 0)
      notes.warn(
        'NAMES_CHANGED',
        `Renamed ${counted(this.#changed.length, what)} with a name already in use: ${named(this.#changed)}.`,
        'To choose other names, rename them in the program that they come from.',
      );
  }
}
