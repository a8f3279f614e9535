/**
 * How a text that something is searched with is taken apart into its conditions: the same for the search of the library
 * (query.ts) and for the filter of the structure tree, which has keys of its own.
 */

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/** One condition, as it was written. */
export interface Token {
  /** Where it stands in the text, half-open. */
  readonly start: number;
  readonly end: number;
  /** All of it but the `-` before it and the quotation marks around a word. */
  readonly whole: string;
  /** A `-` stands before it. */
  readonly negated: boolean;
  /** In lower case; '' for a word. Any word before a colon or comparison, known or not. */
  readonly key: string;
  readonly operator: '' | ':' | Comparison;
  /** What stands after the key; of a word, the word. Without quotation marks. */
  readonly text: string;
  readonly quoted: boolean;
}

const QUOTED = /(-?)((?:([a-z]+)(:|[<>]=?|=))?)"([^"]*)"?|\S+/giy;
const PLAIN = /^(-(?=.))?((?:([a-z]+)(:|[<>]=?|=))?(.*))$/is;

/** The conditions in a text, in order: words and `"quoted words"`, each with a key before it or a `-` or both. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const space = /\s*/y;
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    QUOTED.lastIndex = at;
    const match = QUOTED.exec(text);
    if (!match) break;
    const [all, minus = '', before = '', quotedKey = '', quotedOperator = '', inside] = match;
    const place = { start: at, end: at + all.length };
    at = place.end;
    if (inside !== undefined) {
      tokens.push({
        ...place,
        whole: before + inside,
        negated: minus !== '',
        key: quotedKey.toLowerCase(),
        operator: quotedOperator as Token['operator'],
        text: inside,
        quoted: true,
      });
      continue;
    }
    const [, dash, whole = '', key = '', operator = '', rest = ''] = PLAIN.exec(all) ?? [];
    tokens.push({
      ...place,
      whole,
      negated: dash !== undefined,
      key: key.toLowerCase(),
      operator: operator as Token['operator'],
      text: rest,
      quoted: false,
    });
  }
  return tokens;
}

/** The comparison of a token, written `key>5` or `key:>5`; null when there is none. */
export function comparisonOf({ operator, text }: Token): { comparison: Comparison; text: string } | null {
  if (operator !== ':' && operator !== '') return { comparison: operator, text };
  const [, written, rest = ''] = /^([<>]=?|=)(.+)$/s.exec(text) ?? [];
  return written ? { comparison: written as Comparison, text: rest } : null;
}
