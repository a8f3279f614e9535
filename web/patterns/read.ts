/** Reads a pattern in the language that its name or text speaks. */
import { parseHexpat } from './hexpat/parse.ts';
import { MAX_TEXT } from './hexpat/tokens.ts';
import { PatternError } from './problem.ts';
import type { Program } from './program.ts';

export type Language = 'hexpat' | 'ksy';

/** The language of a pattern: by its name, else by its text. */
export function languageOf(name: string, text: string): Language {
  const ending = /\.(hexpat|pat|ksy|ya?ml)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending) return ending === 'hexpat' || ending === 'pat' ? 'hexpat' : 'ksy';
  return /^(meta|seq|types|instances)\s*:/m.test(text) ? 'ksy' : 'hexpat';
}

/** @throws {PatternError} for a text that is no pattern, or that uses what is not supported */
export async function readPattern(text: string, language: Language): Promise<Program> {
  if (text.length > MAX_TEXT) throw new PatternError('The pattern is too long.', 0);
  if (language === 'hexpat') return parseHexpat(text);
  // YAML is large, and only these need it.
  const { parseKsy } = await import('./ksy/parse.ts');
  return parseKsy(text);
}
