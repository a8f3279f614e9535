/** Facts about bytes: place in the structure, type, value, meaning, faults. */

import type { Finding, StructureNode } from '@lithoscope/core';
import { counted, formatCount } from '../explain/describe.ts';
import { preview } from '../explain/values.ts';
import { formatOffset } from '../lib/hex.ts';
import { type Bookmark, bookmarksOf, bookmarksWithin } from './bookmarks.ts';
import { findingAt, marksOf } from './marks.ts';
import type { OpenFile } from './open-file.ts';
import { type Reference, referenceOf } from './references.ts';
import { type NodeRange, selectedChain } from './selection.ts';

export interface FieldFacts {
  /** From the section to the node; empty outside all sections. */
  chain: readonly StructureNode[];
  type: string;
  value: string;
  /** The element that the value refers to; null without one. */
  reference: Reference | null;
  /** `12 bytes at 0x6E07 (28,167)` */
  place: string;
  /** `offset 20 in Vertex`, or '' at the top level. */
  inParent: string;
  doc: string;
  /** Bookmarks that touch the bytes. */
  bookmarks: readonly Bookmark[];
  /** Why the bytes are not read, or ''. */
  state: string;
  finding: Finding | null;
}

/** Maximum number of bookmarks in a card. */
const MAX_BOOKMARKS_SHOWN = 4;

const STATES = {
  known: '',
  opaque: 'Kept unchanged: the layout of these bytes is unknown.',
  unreferenced: 'Unreferenced: no section’s data reaches these bytes.',
  unparsed: 'Not read: these bytes follow an error.',
} as const;

/** The facts about a selection: the structure node it names, or the raw range in the smallest node around it. */
export function describeSelection(file: OpenFile, selection: NodeRange): FieldFacts {
  const chain = selectedChain(file, selection);
  const node = chain.at(-1);
  const parent = chain.at(-2);
  const whole = node && node.start === selection.start && node.end === selection.end;
  const within = whole ? parent : node;
  // Part of a value is still of that value: a hit in a name is read and edited as the name.
  const described = whole || node?.kind === 'leaf' ? node : undefined;
  return {
    chain,
    type: whole ? [typeText(node), node.unit].filter(Boolean).join(' · ') : 'range',
    value: described ? valueText(file, described) : '',
    reference: node && node.refers !== '' ? referenceOf(file, node) : null,
    place: `${sizeText(selection)} at ${formatOffset(selection.start)} (${formatCount(selection.start)})`,
    inParent: within ? `offset ${formatCount(selection.start - within.start)} in ${nameInWords(within)}` : '',
    doc: described ? docText(described) : '',
    bookmarks: bookmarksWithin(bookmarksOf(file), selection.start, selection.end).slice(
      0,
      MAX_BOOKMARKS_SHOWN,
    ),
    // In a file that is not parsed, the field itself says so.
    state: stateText(file, node),
    finding: findingAt(marksOf(file).ranges, selection.start),
  };
}

/** Documentation from the schema, unless it repeats the name. */
function docText({ name, doc }: StructureNode): string {
  return doc.toLowerCase() === name.toLowerCase() ? '' : doc;
}

function stateText({ parsed, archive }: OpenFile, node: StructureNode | undefined): string {
  if (!node || (parsed.isPartial && !archive)) return '';
  if (archive && node.state === 'unreferenced') return 'Unreferenced: no directory refers to these bytes.';
  if (archive && node.state === 'unparsed' && node.type === 'bytes' && node.section < 0) return UNNAMED;
  return STATES[node.state];
}

const UNNAMED = 'Nothing that was read refers to these bytes, but not every directory could be read.';

/** The full value; integers that may be offsets or flags also as hex. */
function valueText(file: OpenFile, node: StructureNode): string {
  const text = preview(file.parsed, node, 'exact');
  if (text === '') return node.label && `“${node.label}”`;
  const number = Number(text);
  // Offsets are already hex.
  if (text.startsWith('0x')) return Number.isNaN(number) ? text : `${text} = ${formatCount(number)}`;
  return WHOLE.test(node.type) && number >= 10 ? `${text} = ${formatOffset(number)}` : text;
}

const WHOLE = /^[ui](8|16|32)$/;

/** `f32`, `Face ×624` */
export function typeText({ kind, type, count }: StructureNode): string {
  return kind === 'array' ? `${type} ×${formatCount(count)}` : type;
}

function sizeText({ start, end }: NodeRange): string {
  return counted(end - start, 'byte');
}

/** Name of a node; for elements of lists the type: `Vertex`, not `[41]`. */
function nameInWords({ index, name, type }: StructureNode): string {
  return index >= 0 ? type : name;
}
