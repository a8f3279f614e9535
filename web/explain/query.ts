/** What the library is searched with: words, and terms with a key (`anim:walk`, `faces>2000`, `-has:lods`). */
import type { Severity } from '@lithoscope/core';
import { gamesOf } from './describe.ts';
import type { Facts } from './facts.ts';
import type { LibraryKind } from './file-kind.ts';
import { isModelFormat, isReadFormat } from './formats.ts';
import { type Comparison, comparisonOf, type Token, tokensOf } from './query-tokens.ts';
import { isSerious, SEVERITIES } from './verdict.ts';

/** Lists of names that a term can look into, by key. */
export const NAME_KEYS = {
  node: 'nodes',
  anim: 'animations',
  socket: 'sockets',
  piece: 'pieces',
  set: 'weightSets',
  child: 'children',
  frame: 'frames',
  texture: 'textures',
} as const satisfies Record<string, keyof Facts['names']>;

export type NameKey = keyof typeof NAME_KEYS;
export type NameList = (typeof NAME_KEYS)[NameKey];

const NUMBER_KEYS = {
  version: ({ version }: Facts) => version,
  faces: ({ faces }: Facts) => faces,
  vertices: ({ vertices }: Facts) => vertices,
  nodes: ({ nodes }: Facts) => nodes,
  anims: ({ animations }: Facts) => animations,
  sockets: ({ sockets }: Facts) => sockets,
  pieces: ({ pieces }: Facts) => pieces,
  levels: ({ levels }: Facts) => levels,
  width: ({ width }: Facts) => width,
  height: ({ height }: Facts) => height,
  problems: ({ findings }: Facts) => findings.length,
} as const satisfies Record<string, (facts: Facts) => number>;

type NumberKey = keyof typeof NUMBER_KEYS | 'size';

/** What `has:` asks. */
const FEATURES = {
  lods: ({ format, levels }: Facts) => isModelFormat(format) && levels > 1,
  sockets: ({ sockets }: Facts) => sockets > 0,
  children: ({ names }: Facts) => names.children.length > 0,
  frames: ({ names }: Facts) => names.frames.length > 0,
  deformation: ({ deformation }: Facts) => deformation > 0,
  sets: ({ names }: Facts) => names.weightSets.length > 0,
  animations: ({ animations }: Facts) => animations > 0,
} as const satisfies Record<string, (facts: Facts) => boolean>;

const VERDICTS = {
  error: (facts: Facts) => worstOf(facts) === 'error',
  warning: (facts: Facts) => worstOf(facts) === 'warning',
  sound: (facts: Facts) => isReadFormat(facts.format) && !isSerious(worstOf(facts)),
  refused: ({ engine }: Facts) => engine.verdict === 'refused',
  flawed: ({ engine }: Facts) => engine.verdict === 'flawed',
  unknown: ({ engine }: Facts) => engine.verdict === 'unknown',
} as const satisfies Record<string, (facts: Facts) => boolean>;

/** The worst severity of what was found; null when nothing was. */
export function worstOf({ findings }: Pick<Facts, 'findings'>): Severity | null {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? null;
}

const KINDS = ['model', 'texture', 'sprite', 'archive', 'other'] as const satisfies readonly LibraryKind[];

/** A key, for those who complete it and explain it. */
export interface QueryKey {
  readonly key: string;
  readonly says: string;
  /** What can stand after it, where that is a fixed list. */
  readonly values?: readonly string[];
  readonly example: string;
}

/** All keys, the most telling first. */
export const QUERY_KEYS: readonly QueryKey[] = [
  { key: 'anim', says: 'name of an animation', example: 'anim:walk' },
  { key: 'node', says: 'name of a node', example: 'node:arm' },
  { key: 'socket', says: 'name of a socket', example: 'socket:hand' },
  { key: 'piece', says: 'name of a piece', example: 'piece:head' },
  { key: 'set', says: 'name of a weight set', example: 'set:upper' },
  { key: 'child', says: 'file name of a child model', example: 'child:base' },
  { key: 'frame', says: 'frame string', example: 'frame:footstep' },
  { key: 'command', says: 'command string', example: 'command:radius' },
  { key: 'texture', says: 'texture of a sprite', example: 'texture:fire' },
  { key: 'path', says: 'path in the source', example: 'path:models/guards' },
  { key: 'source', says: 'archive or folder', example: 'source:nolf.rez' },
  { key: 'ext', says: 'file name extension', example: 'ext:abc' },
  { key: 'kind', says: 'kind of file', values: KINDS, example: 'kind:model' },
  { key: 'game', says: 'game of the version', example: 'game:nolf' },
  { key: 'version', says: 'format version', example: 'version:6' },
  { key: 'faces', says: 'number of faces', example: 'faces>2000' },
  { key: 'vertices', says: 'number of vertices', example: 'vertices<500' },
  { key: 'nodes', says: 'number of nodes', example: 'nodes>=30' },
  { key: 'anims', says: 'number of animations', example: 'anims<3' },
  { key: 'sockets', says: 'number of sockets', example: 'sockets>0' },
  { key: 'pieces', says: 'number of pieces', example: 'pieces=1' },
  { key: 'levels', says: 'levels of detail, or mips', example: 'levels>1' },
  { key: 'width', says: 'width of a texture', example: 'width>256' },
  { key: 'height', says: 'height of a texture', example: 'height=64' },
  { key: 'size', says: 'file size in bytes', example: 'size>1mb' },
  { key: 'problems', says: 'number of problems', example: 'problems>0' },
  {
    key: 'has',
    says: 'what the file contains',
    values: [...Object.keys(FEATURES), 'skin'],
    example: 'has:lods',
  },
  {
    key: 'verdict',
    says: 'worst problem, or how the game handles the file',
    values: Object.keys(VERDICTS),
    example: 'verdict:error',
  },
  { key: 'code', says: 'code of a problem', example: 'code:UV_*' },
  { key: 'skin', says: 'skins in the library', values: ['missing', 'found'], example: 'skin:missing' },
];

const KEYS = new Map(QUERY_KEYS.map((entry) => [entry.key, entry]));

/** How a text has to fit: somewhere, as a whole, or by parts with anything between them. All in lower case. */
export interface Pattern {
  readonly how: 'part' | 'whole' | 'wild';
  readonly text: string;
  /** Of `wild`: in their order, first and last are beginning and end. */
  readonly parts: readonly string[];
}

interface TermOf<Kind extends string> {
  readonly kind: Kind;
  readonly negated: boolean;
}

type Term =
  /** Any name inside, the path, the command string. */
  | (TermOf<'word'> & { readonly pattern: Pattern })
  | (TermOf<'name'> & { readonly list: NameList; readonly pattern: Pattern })
  | (TermOf<'text'> & {
      readonly key: 'command' | 'path' | 'source' | 'game' | 'code' | 'ext' | 'kind';
      readonly pattern: Pattern;
    })
  | (TermOf<'number'> & { readonly key: NumberKey; readonly comparison: Comparison; readonly number: number })
  | (TermOf<'has'> & { readonly feature: keyof typeof FEATURES })
  | (TermOf<'verdict'> & { readonly verdict: keyof typeof VERDICTS })
  | (TermOf<'skin'> & { readonly missing: boolean });

/** A part of the text that means nothing, and why. */
interface QueryProblem {
  readonly start: number;
  readonly end: number;
  /** A sentence. */
  readonly text: string;
}

export interface Query {
  /** All of them must hold. */
  readonly terms: readonly Term[];
  readonly problems: readonly QueryProblem[];
}

/** Reads a search. Never throws: what means nothing is told in `problems`, and the other terms count. */
export function parseQuery(text: string): Query {
  const terms: Term[] = [];
  const problems: QueryProblem[] = [];
  for (const token of tokensOf(text)) {
    const term = termOf(token);
    if (typeof term !== 'string') terms.push(term);
    else if (term !== '') problems.push({ start: token.start, end: token.end, text: term });
  }
  return { terms, problems };
}

/** A term, or why there is none; '' for nothing to look for. */
function termOf(token: Token): Term | string {
  const { negated, key, text, whole } = token;
  if (key === '') return text === '' ? '' : { kind: 'word', negated, pattern: patternOf(token, 'part') };
  const known = KEYS.get(key);
  if (!known) {
    const quoted = whole.replaceAll('"', '');
    return `Unknown filter “${key}”. To search for the text, put it in quotation marks: "${quoted.slice(0, 60)}"`;
  }
  if (text === '') return '';
  if (key in NUMBER_KEYS || key === 'size') return numberTerm(token, key as NumberKey, known);
  if (token.operator !== ':' && token.operator !== '=')
    return `${key} does not take a number: write ${known.example}`;
  if (key in NAME_KEYS) {
    return { kind: 'name', negated, list: NAME_KEYS[key as NameKey], pattern: patternOf(token, 'part') };
  }
  if (known.values && !known.values.includes(text.toLowerCase())) {
    return `${key} must be one of ${known.values.join(', ')}`;
  }
  return (
    choiceTerm(token, text.toLowerCase()) ?? {
      kind: 'text',
      negated,
      key: key as 'path',
      pattern:
        key === 'ext'
          ? patternOf(withoutDot(token), 'whole')
          : patternOf(token, key === 'kind' ? 'whole' : 'part'),
    }
  );
}

function choiceTerm({ key, negated }: Token, value: string): Term | null {
  if (key === 'verdict') return { kind: 'verdict', negated, verdict: value as keyof typeof VERDICTS };
  if (key === 'skin') return { kind: 'skin', negated, missing: value === 'missing' };
  if (key !== 'has') return null;
  if (value === 'skin') return { kind: 'skin', negated, missing: false };
  return { kind: 'has', negated, feature: value as keyof typeof FEATURES };
}

function numberTerm(token: Token, key: NumberKey, { example }: QueryKey): Term | string {
  const { comparison, text } = comparisonOf(token) ?? { comparison: '=', text: token.text };
  const number = key === 'size' ? bytesIn(text) : numberIn(text, key);
  if (number === null) return `${key} needs a number: write ${example}`;
  return { kind: 'number', negated: token.negated, key, comparison, number };
}

/** `6`, `v6`, `-5`, `2,000`; null for what is no number. */
function numberIn(text: string, key: NumberKey): number | null {
  const plain = (key === 'version' ? text.replace(/^v/i, '') : text).replaceAll('−', '-');
  return /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, k: 10, kb: 10, m: 20, mb: 20, g: 30, gb: 30 };

/** `1mb`, `64 KB`, `2000`, in bytes; a kilobyte is 1,024 of them. */
function bytesIn(text: string): number | null {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?b?)$/i.exec(text.replaceAll(',', '')) ?? [];
  const power = UNITS[unit.toLowerCase()];
  if (amount === '' || power === undefined) return null;
  return Number(amount) * (power <= 1 ? 1 : 2 ** power);
}

/** `ext:.abc` is `ext:abc`. */
function withoutDot(token: Token): Token {
  return { ...token, text: token.text.replace(/^\./, '') };
}

function patternOf({ text, operator, quoted }: Token, how: 'part' | 'whole'): Pattern {
  const lower = text.toLowerCase();
  if (!quoted && lower.includes('*')) return { how: 'wild', text: lower, parts: lower.split('*') };
  return { how: operator === '=' ? 'whole' : how, text: lower, parts: [] };
}

/** @param text in lower case */
export function fits(pattern: Pattern, text: string): boolean {
  if (pattern.how === 'part') return text.includes(pattern.text);
  return pattern.how === 'whole' ? text === pattern.text : fitsWild(pattern.parts, text);
}

/** In time linear in the text for each part: a text may be hostile. */
function fitsWild(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** What is asked of a file before it is read. */
export interface QueryFile {
  readonly path: string;
  readonly kind: LibraryKind;
  /** Bytes; null when that is not known. */
  readonly size: number | null;
  readonly source: { readonly name: string };
}

/** Whether a file fits; null: it is not read yet, and what is in it decides. */
export type Answer = boolean | null;

/** How names of a file are looked at, and what the library says of its skins. */
export interface Knowledge<File> {
  pathFits(file: File, pattern: Pattern): boolean;
  /** Whether a name of a list fits; of all lists, and the command string, for null. */
  hasName(file: File, facts: Facts, list: NameList | 'command' | null, pattern: Pattern): boolean;
  /** Whether a texture of the model is missing in the library; null when that is not known. */
  isSkinMissing(file: File, facts: Facts): boolean | null;
}

/** Looks at every name, and knows of no skins. */
export const PLAIN_KNOWLEDGE: Knowledge<QueryFile> = {
  pathFits: ({ path }, pattern) => fits(pattern, path.toLowerCase()),
  hasName(_file, { names, commandString }, list, pattern) {
    const all = { ...names, command: [commandString] };
    const lists: readonly (readonly string[])[] = list ? [all[list]] : Object.values(all);
    return lists.some((some) => some.some((name) => fits(pattern, name.toLowerCase())));
  },
  isSkinMissing: () => null,
};

/**
 * Whether a file fits a search.
 * @param facts null while it was not read
 */
export function matches<File extends QueryFile>(
  { terms }: Query,
  file: File,
  facts: Facts | null,
  knowledge: Knowledge<File> = PLAIN_KNOWLEDGE,
): Answer {
  let all: Answer = true;
  for (const term of terms) {
    const answer = negatedIf(term.negated, answerOf(term, file, facts, knowledge));
    if (answer === false) return false;
    if (answer === null) all = null;
  }
  return all;
}

function negatedIf(negated: boolean, answer: Answer): Answer {
  return negated && answer !== null ? !answer : answer;
}

/** Whether a file is one that can be read for what is in it: a model, a sprite, a texture of the games. */
export function isRead({ kind, path }: Pick<QueryFile, 'kind' | 'path'>): boolean {
  return kind === 'model' || kind === 'sprite' || (kind === 'texture' && extensionOf(path) === 'dtx');
}

function answerOf<File extends QueryFile>(
  term: Term,
  file: File,
  facts: Facts | null,
  knowledge: Knowledge<File>,
): Answer {
  const ofFile = answerByFile(term, file, knowledge);
  if (ofFile !== null) return ofFile;
  if (!facts) return isRead(file) ? null : false;
  switch (term.kind) {
    case 'word':
      return knowledge.hasName(file, facts, null, term.pattern);
    case 'name':
      return knowledge.hasName(file, facts, term.list, term.pattern);
    case 'number':
      return compare(
        term.key === 'size' ? facts.size : NUMBER_KEYS[term.key](facts),
        term.comparison,
        term.number,
      );
    case 'has':
      return FEATURES[term.feature](facts);
    case 'verdict':
      return VERDICTS[term.verdict](facts);
    case 'skin': {
      if (facts.slots.length === 0) return false;
      const missing = knowledge.isSkinMissing(file, facts);
      return missing === null ? null : missing === term.missing;
    }
    case 'text':
      return term.key === 'command'
        ? knowledge.hasName(file, facts, 'command', term.pattern)
        : answerByText(term, facts);
  }
}

/** What can be said without reading the file; null: nothing. */
function answerByFile<File extends QueryFile>(term: Term, file: File, knowledge: Knowledge<File>): Answer {
  const { path, kind, size, source } = file;
  if (term.kind === 'word') return knowledge.pathFits(file, term.pattern) || null;
  if (term.kind === 'number')
    return term.key === 'size' && size !== null ? compare(size, term.comparison, term.number) : null;
  if (term.kind !== 'text') return null;
  switch (term.key) {
    case 'path':
      return knowledge.pathFits(file, term.pattern);
    case 'source':
      return fits(term.pattern, source.name.toLowerCase());
    case 'ext':
      return fits(term.pattern, extensionOf(path));
    case 'kind':
      return fits(term.pattern, kind);
    default:
      return null;
  }
}

/** In lower case, without its dot; '' for none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

function answerByText({ key, pattern }: Term & { kind: 'text' }, facts: Facts): boolean {
  if (key === 'code') return facts.findings.some(({ code }) => fits(pattern, code.toLowerCase()));
  return key === 'game' && gameTexts(facts).some((text) => fits(pattern, text));
}

const gameTextsByVersion = new Map<string, readonly string[]>();

/** The names of the games of a version, in full and in short, with their spaces and without, together and one by one. */
function gameTexts({ format, version }: Facts): readonly string[] {
  const key = `${format} ${version}`;
  let texts = gameTextsByVersion.get(key);
  if (!texts) {
    const { games, short } = gamesOf({ format, version });
    const names = [games, short].flatMap((list) => [list, ...list.split(', ')]).filter(Boolean);
    texts = names.flatMap((name) => [name.toLowerCase(), name.toLowerCase().replaceAll(' ', '')]);
    // Versions are any number of a damaged file.
    if (games !== '') gameTextsByVersion.set(key, texts);
  }
  return texts;
}

function compare(value: number, comparison: Comparison, number: number): boolean {
  switch (comparison) {
    case '=':
      return value === number;
    case '<':
      return value < number;
    case '<=':
      return value <= number;
    case '>':
      return value > number;
    case '>=':
      return value >= number;
  }
}
