/** A structure node's value in one line, for tree rows and field cards. */
import { LEAF_TYPES, type LeafType, type ParsedFile, type StructureNode } from '@lithoscope/core';
import { formatOffset } from '../lib/hex.ts';
import { decodeLeaf, isNumeric } from './values.ts';

/** A struct of three i8: a unit vector in 127ths (abc.md §2). */
const NORMAL = 'PackedNormal';
const NORMAL_UNIT = 127;

/** The unit of fields that are places in the file: they read like the addresses beside them. */
const OFFSET = 'offset';
/** NextSectionOffset of the last section (abc.md §1). */
const NO_OFFSET = 0xffffffff;
/** Leaves of a struct that is shown as its numbers: a vector, a quaternion, a texture coordinate. */
const TUPLE = 4;
/** Numbers of a list that are shown; the rest is an ellipsis. */
const LIST = 6;
/** Bytes of a `bytes` leaf that are shown. */
const BYTES = 16;

/** How f32 are written: all digits that tell them apart, or rounded to be read at a glance. */
export type Precision = 'exact' | 'rounded';

/** `−11.7408 21.7631 0.2914`, `“torso_1”`, `0`; '' for a node that only holds others. */
export function preview(parsed: ParsedFile, node: StructureNode, precision: Precision): string {
  if (node.end <= node.start) return '';
  const limit = node.kind === 'leaf' ? 1 : isNumeric(node.type) && node.kind === 'array' ? LIST : TUPLE;
  const list = limit === LIST;
  // Numbers take at most four bytes: a longer struct is no tuple, and of a list no more is needed.
  if (limit === TUPLE && node.end - node.start > TUPLE * 4) return '';
  const { offset, length, type } = parsed.leaves(
    node.start,
    list ? Math.min(node.end, node.start + LIST * 4) : node.end,
  );
  if (!list && offset.length > limit) return '';
  const types = Array.from(type.subarray(0, limit), (index) => LEAF_TYPES[index] ?? 'bytes');
  if (node.kind !== 'leaf' && !types.every(isNumeric)) return '';
  const texts = types.map((leafType, i) =>
    leafText(parsed, offset[i] ?? 0, length[i] ?? 0, leafType, precision),
  );
  if (node.unit === OFFSET && node.kind === 'leaf')
    return texts.map((text) => offsetText(Number(text))).join();
  if (list && node.count > texts.length) texts.push('…');
  if (node.type === NORMAL) texts.push(`(${texts.map(unitText).join('  ')})`);
  return texts.join('  ');
}

function unitText(text: string): string {
  const unit = Number(text.replace('−', '-')) / NORMAL_UNIT;
  return unit.toFixed(2).replace('-', '−');
}

function offsetText(offset: number): string {
  if (Number.isNaN(offset)) return '…';
  return offset === NO_OFFSET ? `${formatOffset(offset)} (none)` : formatOffset(offset);
}

function leafText(
  parsed: ParsedFile,
  offset: number,
  length: number,
  type: LeafType,
  precision: Precision,
): string {
  const bytes = parsed.at(offset, offset + (type === 'bytes' ? Math.min(length, BYTES) : length));
  if (!bytes) return '…';
  if (type === 'bytes') {
    const digits = String(decodeLeaf(bytes, 0, bytes.length, type)).toUpperCase();
    return `${digits.replace(/..(?=.)/g, '$& ')}${length > BYTES ? ' …' : ''}`;
  }
  const value = decodeLeaf(bytes, 0, length, type);
  if (type === 'string' || type === 'chars' || type === 'cstring') return `“${value}”`;
  if (type === 'f32' && precision === 'rounded' && typeof value === 'number') return roundedText(value);
  return String(value).replaceAll('-', '−');
}

/** Six digits are enough to see what a number is. */
export function roundedText(value: number): string {
  return String(Number(value.toPrecision(6))).replaceAll('-', '−');
}
