/** Texts as files have them: Latin-1. */
import { counted } from '../explain/describe.ts';
import { type ImportNotes, named } from './notes.ts';

/** Bytes of a text that a file can have. */
const LONGEST_TEXT = 65_535;

export class LatinNames {
  readonly #changed = new Map<string, string>();
  readonly #longest: number;

  /** @param longest bytes of a text */
  constructor(longest = LONGEST_TEXT) {
    this.#longest = longest;
  }

  /** Names that must differ: one that became the same as another gets a number. Those that always were the same stay. */
  distinct(names: readonly string[]): string[] {
    const texts = names.map((name) => latinOf(name, this.#longest));
    const taken = new Set(texts.filter((text, i) => text === names[i]));
    const next = new Map<string, number>();
    return names.map((name, i) => {
      const text = texts[i] as string;
      let free = text;
      if (text !== name) {
        for (let n = next.get(text) ?? 2; taken.has(free); n++) {
          const end = ` ${n}`;
          free = text.slice(0, this.#longest - end.length) + end;
          next.set(text, n + 1);
        }
        taken.add(free);
        this.#changed.set(name, free);
      }
      return free;
    });
  }

  /** The nearest text in Latin-1: letters lose accents that it has not, other characters and control codes become `_`. */
  text(text: string, longest = this.#longest): string {
    const near = latinOf(text, longest);
    if (near !== text) this.#changed.set(text, near);
    return near;
  }

  note(notes: ImportNotes): void {
    if (this.#changed.size === 0) return;
    const list = [...this.#changed].map(([from, to]) => `${from} → ${to}`);
    notes.warn(
      'NAMES_CHANGED',
      `Changed ${counted(this.#changed.size, 'name')} that models cannot store: ${named(list)}.`,
      'To choose other names, rename them in the program that they come from.',
    );
  }
}

/** Characters that are none in Latin-1: those above it, and the control codes. */
const OTHERS = /[^ -~\xa0-\xff]/gu;

export function latinOf(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest && !/[^ -~\xa0-\xff]/u.test(text)) return text;
  return (
    text
      // What is behind the limit is not looked at.
      .slice(0, LONGEST_TEXT)
      .normalize('NFC')
      .replaceAll(OTHERS, (character) => {
        const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
        return /^[ -~\xa0-\xff]+$/u.test(bare) ? bare : '_';
      })
      .slice(0, longest)
  );
}
