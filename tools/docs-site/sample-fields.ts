/** Where the samples have each field: the first bytes of each that are one. */
import type { ParsedFile, StructureNode } from '@lithoscope/core';
import {
  describedBy,
  type FormatFamily,
  familyOf,
  fieldAnchor,
  SECTION_HEAD,
  structAnchor,
} from '../../web/explain/format-link.ts';
import { LIST_TYPE, type VersionTest } from './field-table.ts';

/** A file that the hosted page opens by an address below dist/. */
export interface SampleFile {
  readonly address: string;
  readonly parsed: ParsedFile;
  /** Written for the reference alone: its numbers mean nothing. */
  readonly isMade: boolean;
}

export interface SampleField {
  readonly file: string;
  readonly isMade: boolean;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** From a page in docs/format. */
  readonly href: string;
}

/** Structs by whose tables values are described, wherever they stand. */
const SHARED = ['Vector', 'Quaternion', 'TexCoord'];

export class SampleFields {
  readonly #files: { version: number; fields: ReadonlyMap<string, SampleField> }[];

  /** @param files those that are preferred first */
  constructor(files: readonly SampleFile[]) {
    this.#files = files.map((file) => ({ version: file.parsed.info.version, fields: fieldsOf(file) }));
  }

  /** @param fits versions of which it may be, null: any */
  find(anchor: string, type: string, fits: VersionTest | null): SampleField | null {
    for (const { version, fields } of this.#files) {
      const found = fits === null || fits(version) ? fields.get(keyOf(anchor, type)) : undefined;
      if (found) return found;
    }
    return null;
  }
}

const keyOf = (anchor: string, type: string) => `${anchor}: ${type}`;

/** The first occurrence of each field of a file, by its anchor and type. */
function fieldsOf({ address, parsed, isMade }: SampleFile): Map<string, SampleField> {
  const found = new Map<string, SampleField>();
  const family = familyOf(parsed.info);
  if (!family) return found;
  const { offset } = parsed.leaves(0, parsed.size);
  const shapes = new Set<string>();
  parsed.paths(0, parsed.size).forEach((path, i) => {
    // Elements of a list have the same fields; those that only some have show in their paths.
    const shape = path.replace(/\[\d+\]/g, '[]');
    if (shapes.has(shape)) return;
    shapes.add(shape);
    const chain = parsed.ancestors(offset[i] ?? 0);
    chain.forEach((node, k) => {
      const anchor = exactAnchor(family, chain.slice(0, k + 1));
      const key = listKey(family, node) ?? (anchor && keyOf(anchor, node.type));
      if (!key || found.has(key) || node.end === node.start) return;
      found.set(key, sampleField(address, isMade, node));
    });
  });
  return found;
}

function sampleField(address: string, isMade: boolean, { path, start, end }: StructureNode): SampleField {
  const selection = `0x${start.toString(16).toUpperCase()}+${end - start}`;
  return {
    file: address.split('/').at(-1) ?? address,
    isMade,
    path,
    start,
    end,
    href: `../../#model=${address}&sel=${selection}&v=1`,
  };
}

/** The row that describes a list of a text, and its type there; null of other nodes. */
function listKey(family: FormatFamily, { kind, type }: StructureNode): string | null {
  const isNamed = family === 'lta' && kind === 'struct' && type !== LIST_TYPE;
  return isNamed ? keyOf(structAnchor(family, type), LIST_TYPE) : null;
}

/** The row that describes exactly this node; null when it is no field. */
function exactAnchor(family: FormatFamily, chain: readonly StructureNode[]): string | null {
  const { struct, isSection, field } = describedBy(chain);
  if (field === null) {
    // An element of a list without a name stands for the list.
    const owner = chain.at(-2);
    if (owner?.kind !== 'struct') return null;
    return fieldAnchor(structAnchor(family, owner.type, chain.length === 2), '');
  }
  if (
    isSection &&
    (field === 'Type' || field === 'NextSectionOffset') &&
    (family === 'v6' || family === 'v9')
  ) {
    return fieldAnchor(structAnchor('abc', SECTION_HEAD), field);
  }
  return fieldAnchor(
    structAnchor(SHARED.includes(struct) ? 'abc' : family, tableName(struct, chain), isSection),
    field,
  );
}

/** Two structs of textures are called Color: that of the palette, and that of pixels (dtx.md §4). */
function tableName(struct: string, chain: readonly StructureNode[]): string {
  return struct === 'Color' && chain[0]?.name !== 'Palette' ? 'Color-2' : struct;
}
