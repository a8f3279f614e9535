/** The YAML of a Kaitai Struct description, with the place of everything in it. */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';
import { PatternError } from '../problem.ts';

/** A value, and where it begins in the text. */
export interface Item {
  readonly at: number;
  readonly node: Node | null;
}

/** Entries of a map. */
export interface Entry {
  readonly key: string;
  readonly keyAt: number;
  readonly value: Item;
}

/** @throws {PatternError} for a text that is no YAML */
export function parseYaml(text: string): Item {
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw new PatternError(error.message.split('\n', 1)[0] ?? 'This is not YAML.', error.pos[0]);
  return { node: document.contents as Node | null, at: 0 };
}

const placeOf = (node: Node | null, fallback: number): number => node?.range?.[0] ?? fallback;

/** The entries of a map. @throws {PatternError} for anything else */
export function entriesOf({ node, at }: Item, what: string): Entry[] {
  if (!isMap(node)) throw new PatternError(`${what} must have names with values.`, placeOf(node, at));
  return node.items.map(({ key, value }: Pair) => {
    const own = placeOf(key as Node, at);
    if (!isScalar(key)) throw new PatternError('This is not a name.', own);
    const item = { node: value as Node | null, at: placeOf(value as Node | null, own) };
    return { key: String(key.source ?? key.value), keyAt: own, value: item };
  });
}

/** The items of a list. @throws {PatternError} for anything else */
export function itemsOf({ node, at }: Item, what: string): Item[] {
  if (!isSeq(node)) throw new PatternError(`${what} must be a list.`, placeOf(node, at));
  return node.items.map((item) => ({ node: item as Node, at: placeOf(item as Node, at) }));
}

export const isMapItem = ({ node }: Item): boolean => isMap(node);
export const isListItem = ({ node }: Item): boolean => isSeq(node);

/** A number, truth value or text as it is written, and where its characters begin. */
export function plainOf({ node, at }: Item, what: string): { text: string; at: number; isNumber: boolean } {
  if (isAlias(node)) throw new PatternError('References of YAML are not supported.', placeOf(node, at));
  if (!isScalar(node)) throw new PatternError(`${what} must be a number or text.`, placeOf(node, at));
  const { value, type } = node;
  const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
  const text = typeof value === 'string' ? value : String(node.source ?? value);
  return { text, at: placeOf(node, at) + (isQuoted ? 1 : 0), isNumber: typeof value === 'number' };
}
