/**
 * Links to the description of a field in the format reference (docs/format, pages of the docs site). The page that links there
 * and the generator of the pages share these anchors.
 */
import type { Features, Info, StructureNode } from '@lithoscope/core';
import { isTextFormat } from './formats.ts';

/** Formats and versions with their own schema. */
export type FormatFamily = 'v6' | 'v9' | 'ltb' | 'lta' | 'dtx' | 'spr' | 'rez';

/** The data that determine the page of a file. */
type Paged = Pick<Info, 'format'> & { readonly features: Pick<Features, 'collapses'> };

/** The pages, below the site's folder. */
const PAGES: Readonly<Record<FormatFamily, string>> = {
  v6: 'docs/format/abc.html',
  v9: 'docs/format/abc.html',
  ltb: 'docs/format/ltb.html',
  lta: 'docs/format/lta.html',
  dtx: 'docs/format/dtx.html',
  spr: 'docs/format/dtx.html',
  rez: 'docs/format/rez.html',
};

/** Sections that the pages describe; the layout of others is unknown. */
const SECTIONS: Readonly<Record<FormatFamily, readonly string[]>> = {
  v6: ['Header', 'Geometry', 'Nodes', 'Animation', 'AnimDims', 'TransformInfo', 'TriStrips'],
  v9: ['Header', 'Pieces', 'Nodes', 'ChildModels', 'Animation', 'Sockets', 'AnimBindings', 'HitGroups'],
  ltb: ['File', 'Header', 'Boxes', 'Pieces', 'Nodes', 'ChildModels', 'Animation', 'Sockets', 'AnimBindings'],
  lta: ['Text'],
  dtx: ['Header', 'Palette', 'Mips', 'AlphaPlanes', 'Sections'],
  spr: ['Sprite'],
  rez: ['Header', 'Directory'],
};

/** Structs that are a value: what there is to say about one is said where the field that holds it is described. */
const VALUES = [
  'Vector',
  'Quaternion',
  'ShortVector',
  'ShortQuaternion',
  'TexCoord',
  'PackedNormal',
  'Color',
];

/** The struct at the head of every section of a model (abc.md §1.2). */
export const SECTION_HEAD = 'SectionHead';
const HEAD_FIELDS = ['Type', 'NextSectionOffset'];

/** Where the page of models says what is in no section that it knows. */
const CHAIN_ANCHOR = '12-the-chain-of-sections';
const WRAPPER_ANCHOR = '13-detection';

/** `v9.Weight`; of the struct of a section `v9.section.Pieces`. */
export const structAnchor = (family: string, struct: string, isSection = false) =>
  `${family}.${isSection ? 'section.' : ''}${struct}`;

/** `v9.Weight.Bias`, `v9.section.Header.NodeCount`; the elements of a list without a name are `items`. */
export const fieldAnchor = (struct: string, field: string) => `${struct}.${field || 'items'}`;

/** The family of a file; null when no page describes it. The page of v6 is that of the models whose levels are collapses. */
export function familyOf({ format, features }: Paged): FormatFamily | null {
  if (format === 'abc') return features.collapses ? 'v6' : 'v9';
  if (isTextFormat(format)) return 'lta';
  return format === 'ltb' || format === 'dtx' || format === 'spr' || format === 'rez' ? format : null;
}

/** From the outermost node to the node itself, as `ParsedFile.ancestors` gives it. */
export type Chain = readonly Pick<StructureNode, 'name' | 'type' | 'kind' | 'index'>[];

/** A part of the structure by what a table of the reference says about it: a struct, or one of its fields. */
export interface Described {
  readonly struct: string;
  readonly isSection: boolean;
  /** Null: the struct itself. */
  readonly field: string | null;
}

/** What the last node of a chain is, which is not empty. */
export function describedBy(chain: Chain): Described {
  let at = chain.length - 1;
  const node = chain[at];
  if (node && (at === 0 || (node.index >= 0 && node.kind === 'struct'))) {
    return { struct: node.type, isSection: at === 0, field: null };
  }
  // An element of a list of numbers is described with the list.
  while (at > 1 && (chain[at]?.index ?? -1) >= 0 && chain[at - 1]?.kind === 'array') at--;
  const owner = chain[at - 1];
  const isSection = at === 1;
  const name = chain[at]?.name ?? '';
  return {
    struct: owner?.type ?? '',
    isSection,
    field: name.startsWith('[') ? '' : name,
  };
}

/** The address of the description of a node, relative to the page; null when there is none. */
export function formatLink(info: Paged, chain: Chain): string | null {
  const family = familyOf(info);
  const [section] = chain;
  const anchor = family && section && anchorOf(family, section.type, chain);
  return anchor ? `${PAGES[family]}#${anchor}` : null;
}

function anchorOf(family: FormatFamily, section: string, chain: Chain): string | null {
  if (family === 'lta') return textAnchor(chain);
  const isModel = family === 'v6' || family === 'v9';
  if (isModel && section === 'LTBHeader') return WRAPPER_ANCHOR;
  if (!SECTIONS[family].includes(section)) return isModel ? CHAIN_ANCHOR : null;
  const described = outsideValues(chain);
  if (isModel && described.isSection && HEAD_FIELDS.includes(described.field ?? '')) {
    return fieldAnchor(structAnchor('abc', SECTION_HEAD), described.field ?? '');
  }
  const struct = structAnchor(family, described.struct, described.isSection);
  return described.field === null ? struct : fieldAnchor(struct, described.field);
}

/** The chapter about the part of the model that a list of a text is in (lta.md). */
function textAnchor(chain: Chain): string {
  const types = chain.map(({ type }) => type);
  if (types.includes('on-load-cmds')) return '4-commands';
  return types.includes('animset') ? '5-animations' : '3-the-model';
}

/** The X of a Location is described where Location is, and that of a list of vectors where the list is. */
function outsideValues(chain: Chain): Described {
  const at = chain.findIndex(({ kind, type }, i) => i > 0 && kind === 'struct' && VALUES.includes(type));
  if (at < 0) return describedBy(chain);
  const isElement = (chain[at]?.index ?? -1) >= 0 && chain[at - 1]?.kind === 'array';
  return describedBy(chain.slice(0, isElement ? at : at + 1));
}
