/** The words and signs of an ImHex pattern. */
import { PatternError } from '../problem.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'pragma' | 'end';
  /** Of a text: its characters without the quotation marks. */
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<pragma>#[^\n]*)|(?<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)|(?<number>0x[\da-fA-F']+|0b[01']+|0o[0-7']+|\d[\d']*(?:\.\d+)?[fFdDuUlL]*)|(?<text>"(?:[^"\\\n]|\\.)*")|(?<character>'(?:[^'\\\n]|\\.)')|(?<sign>\[\[|\]\]|<<=|>>=|==|!=|<=|>=|&&|\|\||\^\^|<<|>>|[-+*/%&|^]=|\.\.\.|[{}()[\];,.:<>=+\-*/%&|^!~?@$])/y;

/** The longest text that is read as a pattern, characters. */
export const MAX_TEXT = 1 << 20;

/** @throws {PatternError} at what belongs to no pattern */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) throw new PatternError(`${JSON.stringify(text[at])} does not belong here.`, at);
    const start = at;
    at = TOKEN.lastIndex;
    const { pragma, name, number, text: quoted, character, sign } = groups;
    if (pragma !== undefined) tokens.push({ kind: 'pragma', text: pragma, at: start });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at: start });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at: start });
    else if (quoted !== undefined)
      tokens.push({ kind: 'text', text: unescaped(quoted.slice(1, -1)), at: start });
    else if (character !== undefined) {
      const code = unescaped(character.slice(1, -1)).charCodeAt(0);
      tokens.push({ kind: 'number', text: String(code), at: start });
    } else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at: start });
  }
  tokens.push({ kind: 'end', text: 'the end', at: text.length });
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' };

/** With `\n` as a line break, and so on. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:x([\da-fA-F]{2})|([\s\S]))/g, (_, code?: string, character = '') =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[character] ?? character),
  );

/** The value of a number as it is written. */
export const numberOf = (text: string): number =>
  /^0[xbo]/.test(text) ? Number(text.replaceAll("'", '')) : Number(text.replace(/'|[fFdDuUlL]+$/g, ''));
