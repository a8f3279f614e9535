/**
 * Parses command strings of models and frame strings of keys (abc.md §7). Any text gives commands: an unknown one is a command
 * like the others.
 */

/** A word of a command. */
export interface Argument {
  /** Without quotes or parentheses, escapes resolved. */
  readonly text: string;
  readonly group: 'none' | 'quotes' | 'parentheses';
}

/** One command: `FOOTSTEP_KEY 1`, `[sound:scream.wav]`. */
export interface ParsedCommand {
  readonly name: string;
  readonly arguments: readonly Argument[];
}

/** The commands in a text, in order. Blood II writes pairs in brackets, the other games LithTech's words. */
export function parseCommands(text: string): ParsedCommand[] {
  return /^\s*\[/.test(text) ? parsePairs(text) : parseWords(text);
}

/** `[key:value][key:value]`. Text outside brackets is ignored; an open bracket ends with the text. */
function parsePairs(text: string): ParsedCommand[] {
  const commands: ParsedCommand[] = [];
  for (let open = text.indexOf('['); open >= 0; ) {
    const close = text.indexOf(']', open);
    const inside = text.slice(open + 1, close < 0 ? undefined : close);
    const colon = inside.indexOf(':');
    const name = (colon < 0 ? inside : inside.slice(0, colon)).trim();
    const value: Argument[] = colon < 0 ? [] : [{ text: inside.slice(colon + 1).trim(), group: 'none' }];
    if (name !== '' || value.length > 0) commands.push({ name, arguments: value });
    open = close < 0 ? -1 : text.indexOf('[', close);
  }
  return commands;
}

/** `name word (a group) "a group"; name …`, `%` takes the next character as it is. */
function parseWords(text: string): ParsedCommand[] {
  const commands: ParsedCommand[] = [];
  let words: Argument[] = [];
  const finish = () => {
    const [first, ...rest] = words;
    if (first) commands.push({ name: first.text, arguments: rest });
    words = [];
  };
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === ';') {
      finish();
      at++;
    } else if (/\s/.test(character)) {
      at++;
    } else {
      const { end, ...word } = readWord(text, at);
      words.push(word);
      at = end;
    }
  }
  finish();
  return commands;
}

/** The word that begins at `start`, and its end. Open groups end with the text; parentheses nest. */
function readWord(text: string, start: number): Argument & { end: number } {
  const opening = text[start];
  const group = opening === '"' ? 'quotes' : opening === '(' ? 'parentheses' : 'none';
  let word = '';
  let depth = 0;
  let at = group === 'none' ? start : start + 1;
  for (; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '%' && at + 1 < text.length) {
      word += text[++at];
      continue;
    }
    if (group === 'none' && /[\s;"(]/.test(character)) break;
    if (group === 'quotes' && character === '"') return { text: word, group, end: at + 1 };
    if (group === 'parentheses' && character === ')' && depth-- === 0) {
      return { text: word, group, end: at + 1 };
    }
    if (group === 'parentheses' && character === '(') depth++;
    word += character;
  }
  return { text: word, group, end: at };
}
