/** Places in the bytes as texts: offsets, steps, ranges and paths; and completion of names. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import { fieldAt, rangeBetween } from '../document/caret.ts';
import type { NodeRange } from '../document/selection.ts';
import { formatOffset } from '../lib/hex.ts';

/** A selection and the offset of the caret in it. */
export interface Target {
  readonly selection: NodeRange;
  readonly offset: number;
}

/** An offset inside a field selects the field up to this length (numbers), else a single byte (strings, raw bytes). */
const MAX_NUMBER_LENGTH = 4;

/** Every form that is taken, for the hint and for error messages. */
export const GO_TO_FORMS =
  'Offsets: 0x1F, $1F, 1Fh, 31, end. Steps from the caret: +16, −0x10. Ranges: 0x10..0x1F, 0x10-0x1F, 0x10+0x20 (start and length). Or a section, path or name.';

/**
 * The target of a text: `0x6E07`, `$6E07`, `6E07h`, `28167`, `28,167`, `6E07` when no part has that name; `+16`, `-0x10`
 * from the caret; `end-16`; both ends of a range, `0x10..0x1F` or `0x10-0x1F`; start and length, `0x10+0x20`; `Pieces`,
 * `Pieces.Pieces[2].Name` in any case of letters.
 * @param caret offset that steps count from
 * @returns an error message when there is no such target
 */
export function findTarget(parsed: ParsedFile, text: string, caret: number): Target | string {
  const wanted = text.trim().replaceAll('−', '-');
  const offset = offsetIn(wanted, caret, parsed.size);
  if (offset !== null) return offsetTarget(parsed, offset);
  const range = rangeIn(wanted, parsed.size);
  if (range) return rangeTarget(parsed, ...range);
  const node = wanted === '' ? null : resolveLoosely(parsed, wanted);
  if (node) return targetOf(node);
  // No part has this name: hex digits without 0x are an offset.
  if (/^[\da-f]+h?$/i.test(wanted)) return offsetTarget(parsed, Number.parseInt(wanted, 16));
  return `No offset, section or path matches “${wanted}”. ${GO_TO_FORMS}`;
}

/** Whether a text is an offset, a step or a range, inside the file or not. */
export function isPlace(text: string): boolean {
  const wanted = text.trim().replaceAll('−', '-');
  return offsetIn(wanted, 0, 1) !== null || rangeIn(wanted, 1) !== null;
}

/** The offset of a number, a step or a distance from the end; null for other text. */
function offsetIn(text: string, caret: number, size: number): number | null {
  const [, from = '', sign = '', digits = ''] = /^(end)?\s*([+-]?)\s*(.*)$/i.exec(text) ?? [];
  const amount = numberIn(digits);
  // `end` alone is the last byte.
  if (from !== '' && text.length === from.length) return size - 1;
  if (amount === null || (from !== '' && sign !== '-')) return null;
  if (sign === '') return amount;
  return (from === '' ? caret : size) + (sign === '+' ? amount : -amount);
}

/** First and last byte of a range; null for other text. */
function rangeIn(text: string, size: number): [first: number, last: number] | null {
  const [, from = '', sign = '', to = ''] = /^([^–+.-]+?)\s*(–|-|\.\.|\+)\s*([^–+.-]+)$/.exec(text) ?? [];
  const first = numberIn(from);
  const second = /^end$/i.test(to) && sign !== '+' ? size - 1 : numberIn(to);
  if (first === null || second === null || (sign === '+' && second === 0)) return null;
  return [first, sign === '+' ? first + second - 1 : second];
}

/** `31`, `28,167`, `0x1F`, `$1F`, `1Fh`; null for other text. */
function numberIn(text: string): number | null {
  const plain = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  // With an h suffix a number begins with a decimal digit, as in assemblers: else it may be a name.
  const [, hex = plain.startsWith('$') ? plain.slice(1) : ''] = /^(?:0x)?(\d[\da-f]*)h$/i.exec(plain) ?? [];
  if (hex !== '') return /^[\da-f]+$/i.test(hex) ? Number.parseInt(hex, 16) : null;
  return /^(0x[\da-f]+|\d+)$/i.test(plain) ? Number(plain) : null;
}

function offsetTarget(parsed: ParsedFile, offset: number): Target | string {
  return offset >= 0 && offset < parsed.size ? targetAt(parsed, offset) : outside(parsed, offset);
}

/** Both ends included, as the page writes ranges. */
function rangeTarget(parsed: ParsedFile, first: number, last: number): Target | string {
  if (Math.max(first, last) >= parsed.size) return outside(parsed, Math.max(first, last));
  return { selection: rangeBetween(parsed, first, last), offset: Math.min(first, last) };
}

function outside({ size }: ParsedFile, offset: number): string {
  const end = size === 0 ? 'the file is empty' : `the last byte is ${formatOffset(size - 1)}`;
  const place = offset < 0 ? 'before the start of the file' : `at ${formatOffset(offset)}`;
  return `There is no byte ${place}: ${end}.`;
}

/** The target of a structure node. */
export function targetOf({ start, end, path }: StructureNode): Target {
  return { selection: { start, end, path }, offset: start };
}

function targetAt(parsed: ParsedFile, offset: number): Target {
  const field = fieldAt(parsed, offset);
  const whole = field.start === offset || field.end - field.start <= MAX_NUMBER_LENGTH;
  return { selection: whole ? field : rangeBetween(parsed, offset, offset), offset };
}

/** Completions to show. */
const MAX_COMPLETIONS = 40;
/** Children of a node to search: structs have a few dozen at most, only a file may have more sections. */
const MAX_SEARCHED = 512;
/** Children fetched and names compared at a time: well below a millisecond each. */
const FETCHED = 32;
const COMPARED = 2000;

/** A search that yields what it has found so far. */
type Search = Generator<readonly StructureNode[], readonly StructureNode[]>;

/** Nodes found so far, by rank; as many as are shown for each rank. */
class Found {
  readonly #ranks: readonly StructureNode[][] = [[], [], []];
  readonly #wanted: string;

  constructor(text: string) {
    this.#wanted = text.toLowerCase();
  }

  /** Exact names, then names that begin with the text, then those that contain it, in any case of letters. */
  get best(): StructureNode[] {
    return this.#ranks.flat().slice(0, MAX_COMPLETIONS);
  }

  /** Adds a node whose name fits, unless its rank is full. */
  add(name: string, node: () => StructureNode | null): void {
    const known = name.toLowerCase();
    if (!known.includes(this.#wanted)) return;
    const rank = known === this.#wanted ? 0 : known.startsWith(this.#wanted) ? 1 : 2;
    const list = this.#ranks[rank];
    const found = list && list.length < MAX_COMPLETIONS ? node() : null;
    if (found) list?.push(found);
  }

  /** Whether only exact names could still be shown. */
  get isFull(): boolean {
    return (this.#ranks[1]?.length ?? 0) >= MAX_COMPLETIONS;
  }
}

/**
 * Completions of a text: parts of the path typed so far, and model elements whose name contains the text. A file may
 * have hundreds of thousands of either, so this keeps no more than are shown.
 * @param text as typed; numbers have no completions
 */
export function* completions(parsed: ParsedFile, text: string): Search {
  const wanted = text.trim();
  if (/^[+−-]|^\$?\d/.test(wanted)) return [];
  const at = Math.max(wanted.lastIndexOf('.'), wanted.lastIndexOf('['));
  if (at >= 0) return yield* partsIn(parsed, wanted.slice(0, at), wanted.slice(at));
  const found = new Found(wanted);
  yield* partsNamed(parsed, '', found);
  if (wanted.length >= 2) yield* elementsNamed(parsed, found);
  return found.best;
}

/** @param rest with the sign that it begins with: `.Na`, `[4` */
function* partsIn(parsed: ParsedFile, outer: string, rest: string): Search {
  const container = resolveLoosely(parsed, outer);
  if (!container) return [];
  const list = container.kind === 'array' || rest.startsWith('[') ? listOf(parsed, container) : null;
  const typed = rest.slice(1);
  if (list) return elementsFrom(parsed, list, typed.replace(/\]$/, ''));
  return yield* partsNamed(parsed, container.path, new Found(typed));
}

/** Parts of a struct by their names. */
function* partsNamed(parsed: ParsedFile, path: string, found: Found): Search {
  for (let from = 0; from < MAX_SEARCHED && !found.isFull; from += FETCHED) {
    const children = parsed.children(path, from, FETCHED);
    for (const child of children) found.add(child.name, () => child);
    if (children.length < FETCHED) break;
    yield found.best;
  }
  return found.best;
}

/** Elements of an array whose index begins with digits: 4 gives 4, 40 … 49, 400 …. */
function elementsFrom(parsed: ParsedFile, { path, count }: StructureNode, digits: string): StructureNode[] {
  if (digits === '') return parsed.children(path, 0, MAX_COMPLETIONS);
  if (!/^\d{1,9}$/.test(digits)) return [];
  const nodes: StructureNode[] = [];
  for (
    let first = Number(digits), span = 1;
    first < count && nodes.length < MAX_COMPLETIONS;
    first *= 10, span *= 10
  ) {
    nodes.push(
      ...parsed.children(path, first, Math.min(span, MAX_COMPLETIONS - nodes.length, count - first)),
    );
    if (first === 0) break;
  }
  return nodes;
}

/** Pieces, nodes, animations and sockets by name; all are compared, since the last one may match exactly. */
function* elementsNamed(parsed: ParsedFile, found: Found): Search {
  const { info } = parsed;
  const lists = [
    ['piece', info.pieces],
    ['node', info.nodes],
    ['animation', info.animations],
    ['socket', info.sockets],
  ] as const;
  let compared = 0;
  for (const [kind, list] of lists) {
    for (const [index, { name }] of list.entries()) {
      if (++compared % COMPARED === 0) yield found.best;
      found.add(name, () => parsed.resolve(parsed.pathOf({ [kind]: index })));
    }
  }
  return found.best;
}

/** The node at a path in any case of letters. */
function resolveLoosely(parsed: ParsedFile, path: string): StructureNode | null {
  const exact = parsed.resolve(path);
  if (exact) return exact;
  const [, outer = '', last = ''] = /^(.*?)\.?([^.[]+|\[\d+\])$/.exec(path) ?? [];
  if (last === '' || outer.length >= path.length) return null;
  const container = outer === '' ? parsed.resolve('') : resolveLoosely(parsed, outer);
  if (!container) return null;
  if (last.startsWith('[')) {
    const list = listOf(parsed, container);
    return (list && parsed.children(list.path, Number(last.slice(1, -1)), 1)[0]) ?? null;
  }
  if (container.kind === 'array') return null;
  const wanted = last.toLowerCase();
  const children = parsed.children(container.path, 0, MAX_SEARCHED);
  return children.find(({ name }) => name.toLowerCase() === wanted) ?? null;
}

/** The list itself, or the one that a section is named after: the card writes `Nodes[6]` for `Nodes.Nodes[6]`. */
function listOf(parsed: ParsedFile, container: StructureNode): StructureNode | null {
  if (container.kind === 'array') return container;
  const children = parsed.children(container.path, 0, MAX_SEARCHED);
  return children.find(({ kind, name }) => kind === 'array' && name.startsWith(container.name)) ?? null;
}
