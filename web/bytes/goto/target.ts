/** Parses the text of the go-to field: an offset, a step from the caret, or a path. No DOM. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import { formatOffset } from '../../explain/hex.ts';
import { fieldAt, rangeBetween } from '../../store/caret.ts';
import type { NodeRange } from '../../store/selection.ts';

/** A selection and the offset of the caret in it. */
export interface Target {
  readonly selection: NodeRange;
  readonly offset: number;
}

/** An offset inside a field selects the field up to this length (numbers), a single byte of longer ones (strings, raw bytes). */
const MAX_NUMBER_LENGTH = 4;

/**
 * The target of a text: `0x6E07`, `28167`, `28,167`, `6E07` when no part has that name, `+16`, `-0x10` from the
 * caret, `end-16`, `0x10–0x1F`, `Pieces`, `Pieces.Pieces[2].Name` in any case of letters.
 * @param caret offset that steps count from
 * @returns an error message when there is no such target
 */
export function findTarget(parsed: ParsedFile, text: string, caret: number): Target | string {
  const wanted = text.trim();
  const offset = offsetIn(wanted, caret, parsed.size);
  if (offset !== null) return offsetTarget(parsed, offset);
  const [first, last] = wanted.split(/\s*(?:–|\.\.)\s*/).map(numberIn);
  if (first != null && last != null) return rangeTarget(parsed, first, last);
  const node = wanted === '' ? null : resolveLoosely(parsed, wanted);
  if (node) return targetOf(node);
  // No part has this name: hex digits are an offset without 0x.
  if (/^[\da-f]+h?$/i.test(wanted)) return offsetTarget(parsed, Number.parseInt(wanted, 16));
  return 'No offset, section or path of that name. Offsets are 0x1F or 31, steps +16 or -16, from the end end-16.';
}

/** The offset of a number, a step or a distance from the end; null for other text. */
function offsetIn(text: string, caret: number, size: number): number | null {
  const [, from = '', sign = '', digits = ''] =
    /^(end)?\s*([+-]?)\s*(.*)$/i.exec(text.replace('−', '-')) ?? [];
  const amount = numberIn(digits);
  // `end` alone is the last byte.
  if (from !== '' && text.length === from.length) return size - 1;
  if (amount === null || (from !== '' && sign !== '-')) return null;
  if (sign === '') return amount;
  return (from === '' ? caret : size) + (sign === '+' ? amount : -amount);
}

/** `31`, `28,167`, `0x1F`; null for other text. */
function numberIn(text: string): number | null {
  const plain = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
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

/** Completions that are shown. */
const MAX_COMPLETIONS = 40;
/** Children of a node that are searched. */
const MAX_SEARCHED = 2000;

/**
 * Completions of a text: parts of the path typed so far, and model elements whose name contains the text.
 * @param text as typed; numbers have no completions
 */
export function completions(parsed: ParsedFile, text: string): StructureNode[] {
  const wanted = text.trim();
  if (/^[+-]|^\d/.test(wanted)) return [];
  const at = Math.max(wanted.lastIndexOf('.'), wanted.lastIndexOf('['));
  const nodes =
    at < 0
      ? [...partsNamed(parsed, '', wanted), ...elementsNamed(parsed, wanted)]
      : partsIn(parsed, wanted.slice(0, at), wanted.slice(at + 1));
  return nodes.slice(0, MAX_COMPLETIONS);
}

function partsIn(parsed: ParsedFile, outer: string, rest: string): StructureNode[] {
  const container = resolveLoosely(parsed, outer);
  if (!container) return [];
  return container.kind === 'array'
    ? elementsFrom(parsed, container, rest.replace(/\]$/, ''))
    : partsNamed(parsed, container.path, rest);
}

/** Parts of a struct whose name begins with a text, then those that contain it. */
function partsNamed(parsed: ParsedFile, path: string, text: string): StructureNode[] {
  const wanted = text.toLowerCase();
  const children = parsed.children(path, 0, MAX_SEARCHED);
  const named = children.filter(({ name }) => name.toLowerCase().includes(wanted));
  const begins = ({ name }: StructureNode) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return named.sort((a, b) => begins(a) - begins(b));
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

/** Pieces, nodes, animations and sockets whose name contains a text. */
function elementsNamed(parsed: ParsedFile, text: string): StructureNode[] {
  const wanted = text.toLowerCase();
  if (wanted.length < 2) return [];
  const { info } = parsed;
  const lists = [
    ['piece', info.pieces],
    ['node', info.nodes],
    ['animation', info.animations],
    ['socket', info.sockets],
  ] as const;
  return lists.flatMap(([kind, list]) =>
    list.flatMap(({ name }, index) => {
      if (!name.toLowerCase().includes(wanted)) return [];
      return parsed.resolve(parsed.pathOf({ [kind]: index })) ?? [];
    }),
  );
}

/** The node at a path in any case of letters. */
function resolveLoosely(parsed: ParsedFile, path: string): StructureNode | null {
  const exact = parsed.resolve(path);
  if (exact) return exact;
  const [, outer = '', last = ''] = /^(.*?)\.?([^.[]+|\[\d+\])$/.exec(path) ?? [];
  if (last === '' || outer.length >= path.length) return null;
  const container = outer === '' ? parsed.resolve('') : resolveLoosely(parsed, outer);
  if (!container) return null;
  if (container.kind === 'array') {
    const index = Number(last.slice(1, -1));
    return last.startsWith('[') ? (parsed.children(container.path, index, 1)[0] ?? null) : null;
  }
  const wanted = last.toLowerCase();
  const children = parsed.children(container.path, 0, MAX_SEARCHED);
  return children.find(({ name }) => name.toLowerCase() === wanted) ?? null;
}
