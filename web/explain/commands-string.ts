/** Command strings of models and frame strings of keys (abc.md §7): their commands, and the known words for completion. */

/** A word of a command. */
export interface Argument {
  /** Without what grouped it, escapes resolved. */
  readonly text: string;
  readonly group: 'none' | 'quotes' | 'parentheses';
}

/** One command: `FOOTSTEP_KEY 1`, `[sound:scream.wav]`. */
export interface ParsedCommand {
  readonly name: string;
  readonly arguments: readonly Argument[];
}

/** The commands in a text, in order; Blood II writes pairs in brackets, all others the words of LithTech. */
export function parseCommands(text: string): ParsedCommand[] {
  return /^\s*\[/.test(text) ? parsePairs(text) : parseWords(text);
}

/** `[key:value][key:value]`; what stands outside of brackets is nothing, a bracket left open ends with the text. */
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

/** The word that begins at a place, and where it ends. Groups left open end with the text; parentheses nest. */
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

export interface CommandWord {
  readonly word: string;
  /** What follows it. */
  readonly takes: string;
}

const words = (...list: readonly (readonly [word: string, takes: string])[]): readonly CommandWord[] =>
  list.map(([word, takes]) => ({ word, takes }));

/** Commands of a model. */
export const MODEL_COMMANDS: readonly CommandWord[] = words(
  ['ShadowEnable', ''],
  ['ShadowProjectLength', 'length'],
  ['ShadowLightDist', 'distance'],
  ['ShadowSizeX', 'size'],
  ['ShadowSizeY', 'size'],
  ['ShadowCenterOffset', 'x y z'],
  ['FovXOffset', 'offset'],
  ['FovYOffset', 'offset'],
  ['VisRadius', 'radius'],
  ['AmbientLight', 'light'],
  ['DirLight', 'light'],
  ['NoAnimation', ''],
  ['SpecularEnable', ''],
  ['Rigid', ''],
  ['NormalRef', 'node animation'],
  ['ModelShadowAlpha', 'alpha'],
  ['ModelEditTexture', 'file slot'],
  ['SocketModel', 'socket file'],
  ['LODStartDist', 'distance'],
  ['LODIncrement', 'distance'],
  ['LODMaxDist', 'distance'],
  ['MipMapDistAdd', 'distance'],
);

/** Commands of a key. */
export const FRAME_COMMANDS: readonly CommandWord[] = words(
  ['FOOTSTEP_KEY', 'number'],
  ['SETDIMS', 'x y z'],
  ['MOVE', 'forward up right'],
  ['PLAYSOUND', 'file radius'],
  ['SOUND_KEY', 'file'],
  ['FIRE_KEY', ''],
  ['FX_KEY', ''],
  ['cmd', 'msg object message'],
);

/** The command word that is being written at a place of a command string. */
export interface WordAt {
  readonly start: number;
  readonly end: number;
  /** What of it stands before the place. */
  readonly written: string;
}

/**
 * The first word of the command at a place; null where something else is written: an argument, a group, a `[key:value]` pair.
 */
export function commandWordAt(text: string, place: number): WordAt | null {
  if (/^\s*\[/.test(text)) return null;
  const written = /^(?:"[^"]*"|\([^)]*\)|%[\s\S]|[^"(%])*$/.test(text.slice(0, place))
    ? /(?:^|;)\s*([^\s;"()%]*)$/.exec(text.slice(0, place))?.[1]
    : undefined;
  if (written === undefined) return null;
  const rest = /^[^\s;"()%]*/.exec(text.slice(place))?.[0] ?? '';
  return { start: place - written.length, end: place + rest.length, written };
}
