/**
 * The structure of a partially loaded file, with the interface of a parsed one: the core has parsed the header; of
 * each other section only the head is read, and its data is one opaque field.
 */

import {
  BYTE_STATES,
  type ChainPart,
  type Coverage,
  type EditOperation,
  type EditRefusal,
  type Elements,
  type EngineVerdict,
  type FilterTerm,
  type Finding,
  type Info,
  LEAF_TYPES,
  type LeafType,
  type Leaves,
  type Lithoscope,
  type ParsedFile,
  type SearchPart,
  type SectionInfo,
  type StateRanges,
  type StructureNode,
} from '@lithoscope/core';
import type { Structure } from '@lithoscope/module';
import { firstIndexWhere } from '../../lib/binary-search.ts';
import type { ReadRange } from './bytes.ts';

/** A leaf. */
type Field = StructureNode & { readonly type: LeafType };

const NEXT_NAME = 'NextSectionOffset';
const NEXT_SIZE = 4;

export class PartialStructure implements Structure {
  readonly #headerEnd: number;
  /** Leaves after the header, by offset. */
  readonly #fields: Field[] = [];
  /** Sections, and the leaf after them. */
  readonly #top: StructureNode[] = [];
  /** Sections after the header, and all leaves, by path. */
  readonly #nodes = new Map<string, StructureNode>();

  /**
   * @param header the sections up to Header, parsed separately; null if the file is not a model
   * @param facts facts about the whole file
   * @param core matches filters
   */
  constructor(
    sections: readonly PartialSection[],
    private readonly header: ParsedFile | null,
    private readonly facts: { readonly info: Info; readonly findings: readonly Finding[] },
    private readonly core: Pick<Lithoscope, 'matches'>,
  ) {
    this.#headerEnd = header?.size ?? 0;
    const inHeader = sections.filter(({ offset }) => offset < this.#headerEnd).length;
    if (header) this.#top.push(...header.children('', 0, inHeader));
    for (const [index, section] of sections.entries()) {
      if (index < inHeader) continue;
      const fields = fieldsOf(section, index);
      this.#top.push(sectionNode(section, index, fields.length));
      this.#fields.push(...fields);
    }
    // The whole file if it is not a model; otherwise the bytes after a broken or very long chain.
    const last = sections.at(-1);
    const start = last ? last.offset + last.size : this.#headerEnd;
    const [name, state] = last ? (['Unparsed', 'unparsed'] as const) : (['Data', 'opaque'] as const);
    const rest = leaf({ path: name, name, start, end: facts.info.size, type: 'bytes', state });
    this.#top.push(...rest);
    this.#fields.push(...rest);
    // A section may have the path of the last leaf.
    for (const node of [...this.#fields, ...this.#top.slice(inHeader).reverse()]) {
      this.#nodes.set(node.path, node);
    }
  }

  /** Frees the header's memory. */
  release(): void {
    this.header?.release();
  }

  info(): Info {
    return this.facts.info;
  }

  findings(): Finding[] {
    return [...this.facts.findings];
  }

  findingsTruncated(): boolean {
    return false;
  }

  engine(): EngineVerdict {
    return { verdict: 'unknown', reason: 'The file is only partially loaded.' };
  }

  modelEdit(): EngineVerdict {
    return this.engine();
  }

  coverage(): Coverage {
    const { known, opaque, unreferenced, unparsed } = this.header?.coverage ?? NO_COVERAGE;
    const sums: Coverage = { known, opaque, unreferenced, unparsed };
    for (const { state, start, end } of this.#fields) sums[state] += end - start;
    return sums;
  }

  notKnown(): StateRanges {
    const before = this.header?.notKnown();
    const fields = this.#fields.filter(({ state }) => state !== 'known');
    return {
      start: Uint32Array.from([...(before?.start ?? []), ...fields.map(({ start }) => start)]),
      end: Uint32Array.from([...(before?.end ?? []), ...fields.map(({ end }) => end)]),
      state: Uint8Array.from([...(before?.state ?? []), ...fields.map(stateIndex)]),
    };
  }

  leaves(start: number, end: number): Leaves {
    const before = this.#inHeader(start)?.leaves(start, Math.min(end, this.#headerEnd));
    const fields = this.#fieldsIn(start, end);
    const column = (key: keyof Leaves, of: (field: Field) => number) => [
      ...(before?.[key] ?? []),
      ...fields.map(of),
    ];
    return {
      offset: Uint32Array.from(column('offset', (field) => field.start)),
      length: Uint32Array.from(column('length', (field) => field.end - field.start)),
      type: Uint8Array.from(column('type', (field) => LEAF_TYPES.indexOf(field.type))),
      state: Uint8Array.from(column('state', stateIndex)),
      // No section is 0xffffffff.
      section: Uint32Array.from(column('section', (field) => field.section)),
      parity: Uint8Array.from(column('parity', (field) => Number(field.name === NEXT_NAME))),
    };
  }

  paths(start: number, end: number): string[] {
    const before = this.#inHeader(start)?.paths(start, Math.min(end, this.#headerEnd)) ?? [];
    return [...before, ...this.#fieldsIn(start, end).map(({ path }) => path)];
  }

  resolve(path: string): StructureNode | null {
    if (path !== '') return this.#nodes.get(path) ?? this.header?.resolve(path) ?? null;
    return { ...NODE, kind: 'file', type: 'File', end: this.facts.info.size, count: this.#top.length };
  }

  children(path: string, from: number, count: number): StructureNode[] {
    const node = this.#nodes.get(path);
    if (path !== '' && !node) return this.header?.children(path, from, count) ?? [];
    const all = node ? this.#childrenOf(node) : this.#top;
    return all.slice(from, from + count);
  }

  ancestors(offset: number): StructureNode[] {
    const inHeader = offset >= 0 && this.#inHeader(offset);
    if (inHeader) return inHeader.ancestors(offset);
    const [field] = this.#fieldsIn(offset, offset + 1);
    if (!field) return [];
    const section = this.#top.find((node) => node.section === field.section && node !== field);
    return section ? [section, field] : [field];
  }

  elements(path: string): Elements | null {
    return this.header?.elements(path) ?? null;
  }

  /** Searches names and types; values only in the header. */
  edit(): EditRefusal {
    return { refused: 'A partially loaded file cannot be changed.', operation: 0, canForce: false };
  }

  fixes(): EditOperation[] {
    return [];
  }

  search(filter: readonly FilterTerm[], from: number, budget: number): SearchPart {
    const inHeader = this.#inHeader(from);
    if (inHeader) return inHeader.search(filter, from, budget);
    const found: { path: string; depth: number; fits: boolean }[] = [];
    const fields = this.#fields.slice(firstIndexWhere(this.#fields.length, (i) => this.#startOf(i) >= from));
    for (const { name, path, start, type } of fields.slice(0, budget)) {
      const [outer, field] = this.ancestors(start);
      const outerFits =
        field !== undefined &&
        outer?.start === start &&
        this.core.matches(filter, outer.path, 'Section', null);
      const fits = this.core.matches(filter, name, type, null);
      if (field && outer && (outerFits || fits)) found.push({ path: outer.path, depth: 0, fits: outerFits });
      if (fits) found.push({ path, depth: field ? 1 : 0, fits });
    }
    return {
      paths: found.map(({ path }) => path),
      depths: Uint8Array.from(found, ({ depth }) => depth),
      fits: Uint8Array.from(found, ({ fits }) => Number(fits)),
      next: fields[budget]?.start ?? this.facts.info.size,
    };
  }

  /** The header, if an offset is in it. */
  #inHeader(offset: number): ParsedFile | null {
    return offset < this.#headerEnd ? this.header : null;
  }

  #startOf(index: number): number {
    return this.#fields[index]?.start ?? this.facts.info.size;
  }

  /** The fields that touch [start, end). */
  #fieldsIn(start: number, end: number): Field[] {
    const { length } = this.#fields;
    if (start >= end) return [];
    const first = firstIndexWhere(length, (i) => (this.#fields[i]?.end ?? 0) > start);
    return this.#fields.slice(
      first,
      firstIndexWhere(length, (i) => this.#startOf(i) >= end),
    );
  }

  #childrenOf({ start, end, kind }: StructureNode): StructureNode[] {
    return kind === 'leaf' ? [] : this.#fieldsIn(start, end);
  }
}

function sectionNode({ path, offset, size }: PartialSection, section: number, count: number): StructureNode {
  const place = { path, name: path, start: offset, end: offset + size, section, count };
  return { ...NODE, ...place, kind: 'struct', type: 'Section', role: 'section' };
}

function fieldsOf({ path, offset, size, type }: PartialSection, section: number): Field[] {
  // The length, then one byte per character (Latin-1).
  const next = offset + 2 + type.length;
  const data = next + NEXT_SIZE;
  const of = (name: string) => ({ path: `${path}.${name}`, name, section });
  return [
    ...leaf({ ...of('Type'), start: offset, end: next, type: 'string', doc: 'name of the section' }),
    ...leaf({
      ...of(NEXT_NAME),
      start: next,
      end: data,
      type: 'u32',
      doc: 'absolute offset of the next section',
      unit: 'offset',
      refers: 'section',
    }),
    ...leaf({
      ...of('Data'),
      start: data,
      end: offset + size,
      type: 'bytes',
      state: 'opaque',
      doc: 'not parsed: the file is only partially loaded',
    }),
  ];
}

/** A leaf; empty if it has no bytes. */
function leaf(field: Partial<StructureNode> & { type: LeafType; start: number; end: number }): Field[] {
  return field.start < field.end ? [{ ...NODE, ...field }] : [];
}

const stateIndex = ({ state }: StructureNode) => BYTE_STATES.indexOf(state);

const NO_COVERAGE: Coverage = { known: 0, opaque: 0, unreferenced: 0, unparsed: 0 };

const NODE: StructureNode = {
  path: '',
  name: '',
  type: '',
  kind: 'leaf',
  role: 'none',
  index: -1,
  start: 0,
  end: 0,
  count: 0,
  hasFixedCount: false,
  section: -1,
  state: 'known',
  label: '',
  doc: '',
  unit: '',
  refers: '',
};

interface PartialSection extends SectionInfo {
  /** Its structure path. */
  readonly path: string;
}

export interface PartialChain {
  readonly sections: readonly PartialSection[];
  /** Offset of the first head that was not read, as there are too many; null if the chain has ended. */
  readonly rest: number | null;
  /** Findings about the end of the chain, with full paths. */
  readonly findings: readonly Finding[];
}

export interface ChainLimits {
  /** Most sections. */
  readonly sections: number;
  /** Most time, ms: heads that are far apart need one read each. */
  readonly time: number;
  /** Bytes of the first read for a head; doubled if the head does not fit. */
  readonly window: number;
}

/** Real files have about ten sections, read in milliseconds. */
const LIMITS: ChainLimits = { sections: 2000, time: 1000, window: 4096 };

/**
 * Follows the chain of sections from the first byte of the file, reading only their heads.
 * @param size of the file, below 2³²
 */
export async function followChain(
  core: Pick<Lithoscope, 'chain'>,
  size: number,
  read: ReadRange,
  limits: ChainLimits = LIMITS,
): Promise<PartialChain> {
  const begun = performance.now();
  const sections: PartialSection[] = [];
  const counts = new Map<string, number>();
  const findings: Finding[] = [];
  let offset: number | null = 0;
  let { window } = limits;
  while (offset !== null) {
    if (sections.length >= limits.sections || performance.now() - begun > limits.time) break;
    const bytes = await read(offset, Math.min(offset + window, size));
    const part: ChainPart = core.chain(bytes, offset, size, offset, limits.sections - sections.length);
    for (const section of part.sections) sections.push({ ...section, path: numbered(counts, section.path) });
    // A head has at most 64 KB: its name and two numbers.
    window = part.next === offset ? window * 2 : limits.window;
    offset = part.next;
    findings.push(...part.findings.map((finding) => placed(finding, sections.at(-1)?.path ?? '')));
  }
  return { sections, rest: offset, findings };
}

/** `Pieces`, `Pieces#2`. */
function numbered(counts: Map<string, number>, path: string): string {
  const count = (counts.get(path) ?? 0) + 1;
  counts.set(path, count);
  return count === 1 ? path : `${path}#${count}`;
}

/** A finding with full paths: the core knows only the field; bytes after the last section are in no section. */
function placed(finding: Finding, section: string): Finding {
  const at = (path: string) => (finding.code === 'SECTION_HEAD_BAD' ? path : `${section}.${path}`);
  return {
    ...finding,
    path: at(finding.path),
    places: finding.places.map((place) => ({ ...place, path: at(place.path) })),
  };
}
