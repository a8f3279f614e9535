/**
 * What is known of a file that is shown by slices, asked like a parsed one: its header, which the core has read,
 * and of every other section its head, and its data as one field. No DOM.
 */
import {
  BYTE_STATES,
  type ByteState,
  type Coverage,
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
  type StateRanges,
  type StructureNode,
} from '@lithoscope/core';
import type { Structure } from '@lithoscope/module';
import type { PartialSection } from './chain.ts';

/** A field of a section, or bytes of no section. */
interface Field {
  readonly name: string;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly type: LeafType;
  readonly state: ByteState;
  readonly doc: string;
  readonly section: number;
}

const DATA = 'not taken apart: the file is larger than what is parsed';
/** Bytes of NextSectionOffset. */
const NEXT = 4;

export class PartialStructure implements Structure {
  private readonly size: number;
  readonly #places = new Map<string, number>();

  /**
   * @param header the first section as the core has parsed it alone; null when the file is no model
   * @param facts what to say of the file as a whole
   * @param core says what fits a filter
   */
  constructor(
    private readonly sections: readonly PartialSection[],
    private readonly header: ParsedFile | null,
    private readonly facts: { readonly info: Info; readonly findings: readonly Finding[] },
    private readonly core: Pick<Lithoscope, 'matches'>,
  ) {
    this.size = facts.info.size;
    for (const [index, { path }] of sections.entries()) this.#places.set(path, index);
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
    return { verdict: 'unknown', reason: 'The file is larger than what is read.' };
  }

  coverage(): Coverage {
    const sums: Coverage = { known: 0, opaque: 0, unreferenced: 0, unparsed: 0 };
    if (this.header) {
      const { known, opaque, unreferenced, unparsed } = this.header.coverage;
      Object.assign(sums, { known, opaque, unreferenced, unparsed });
    }
    for (const field of this.#fieldsFrom(this.#headerEnd)) sums[field.state] += field.end - field.start;
    return sums;
  }

  notKnown(): StateRanges {
    const before = this.header?.notKnown();
    const fields = [...this.#fieldsFrom(this.#headerEnd)].filter(({ state }) => state !== 'known');
    const states = fields.map(({ state }) => BYTE_STATES.indexOf(state));
    return {
      start: Uint32Array.from([...(before?.start ?? []), ...fields.map(({ start }) => start)]),
      end: Uint32Array.from([...(before?.end ?? []), ...fields.map(({ end }) => end)]),
      state: Uint8Array.from([...(before?.state ?? []), ...states]),
    };
  }

  leaves(start: number, end: number): Leaves {
    const inHeader = this.header && start < this.#headerEnd;
    const before = inHeader ? this.header.leaves(start, Math.min(end, this.#headerEnd)) : null;
    const fields = [...this.#fieldsFrom(Math.max(start, this.#headerEnd), end)];
    const column = <List>(
      make: (values: ArrayLike<number>) => List,
      of: (field: Field) => number,
      key: keyof Leaves,
    ) => make([...(before?.[key] ?? []), ...fields.map(of)]);
    const u8 = (values: ArrayLike<number>) => Uint8Array.from(values);
    const u32 = (values: ArrayLike<number>) => Uint32Array.from(values);
    return {
      offset: column(u32, (field) => field.start, 'offset'),
      length: column(u32, (field) => field.end - field.start, 'length'),
      type: column(u8, (field) => LEAF_TYPES.indexOf(field.type), 'type'),
      state: column(u8, (field) => BYTE_STATES.indexOf(field.state), 'state'),
      section: column(
        (values) => Uint16Array.from(values),
        (field) => field.section,
        'section',
      ),
      parity: column(u8, (field) => (field.name === NEXT_NAME ? 1 : 0), 'parity'),
    };
  }

  paths(start: number, end: number): string[] {
    const inHeader = this.header && start < this.#headerEnd;
    const before = inHeader ? this.header.paths(start, Math.min(end, this.#headerEnd)) : [];
    return [
      ...before,
      ...[...this.#fieldsFrom(Math.max(start, this.#headerEnd), end)].map(({ path }) => path),
    ];
  }

  resolve(path: string): StructureNode | null {
    if (path === '') return this.#file();
    const whole = this.#places.get(path);
    if (whole !== undefined) return this.#section(whole);
    const inHeader = this.header?.resolve(path);
    if (inHeader) return inHeader;
    const at = path.lastIndexOf('.');
    const index = this.#places.get(path.slice(0, Math.max(at, 0)));
    const fields = index === undefined ? this.#behind() : this.#fieldsOf(index);
    const field = fields.find((candidate) => candidate.path === path);
    return field ? leafOf(field) : null;
  }

  children(path: string, from: number, count: number): StructureNode[] {
    if (path === '') {
      const nodes = this.sections.slice(from, from + count).map((_, index) => this.#section(from + index));
      const behind = nodes.length < count ? this.#behind().map(leafOf) : [];
      return [...nodes, ...behind.slice(Math.max(0, from - this.sections.length))].slice(0, count);
    }
    const index = this.#places.get(path);
    if (index !== undefined && (index > 0 || !this.header)) {
      return this.#fieldsOf(index)
        .slice(from, from + count)
        .map(leafOf);
    }
    return this.header?.children(path, from, count) ?? [];
  }

  ancestors(offset: number): StructureNode[] {
    if (!(offset >= 0 && offset < this.size)) return [];
    if (this.header && offset < this.#headerEnd) {
      const chain = this.header.ancestors(offset);
      return this.sections.length > 0 ? [this.#section(0), ...chain.slice(1)] : chain;
    }
    const index = this.#sectionAt(offset);
    const fields = index < 0 ? this.#behind() : this.#fieldsOf(index);
    const field = fields.find(({ start, end }) => offset >= start && offset < end);
    return [...(index < 0 ? [] : [this.#section(index)]), ...(field ? [leafOf(field)] : [])];
  }

  elements(path: string): Elements | null {
    return this.header?.elements(path) ?? null;
  }

  /** By names and types: the values of what the core has not parsed are not looked at. */
  search(filter: readonly FilterTerm[], from: number, budget: number): SearchPart {
    if (this.header && from < this.#headerEnd) return this.header.search(filter, from, budget);
    const found: { path: string; depth: number; fits: boolean }[] = [];
    let next = this.size;
    for (const { name, path, start, type, section } of this.#fieldsFrom(from)) {
      if (start < from) continue;
      if (--budget < 0) {
        next = start;
        break;
      }
      const outer = this.sections[section];
      const outerFits = outer?.offset === start && this.core.matches(filter, outer.path, 'Section', null);
      const fits = this.core.matches(filter, name, type, null);
      if (outer && (outerFits || fits)) found.push({ path: outer.path, depth: 0, fits: outerFits });
      if (fits) found.push({ path, depth: outer ? 1 : 0, fits });
    }
    return {
      paths: found.map(({ path }) => path),
      depths: Uint8Array.from(found, ({ depth }) => depth),
      fits: Uint8Array.from(found, ({ fits }) => Number(fits)),
      next,
    };
  }

  /** Where the part that the core has parsed ends. */
  get #headerEnd(): number {
    return this.header?.size ?? 0;
  }

  /** Index of the section that holds an offset, −1 for none. */
  #sectionAt(offset: number): number {
    let low = 0;
    let high = this.sections.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sections[middle]?.offset ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    const section = this.sections[low - 1];
    return section && offset < section.offset + section.size ? low - 1 : -1;
  }

  #file(): StructureNode {
    const { size } = this;
    const count = this.sections.length + this.#behind().length;
    return { ...NODE, kind: 'file', type: 'File', end: size, count };
  }

  #section(index: number): StructureNode {
    const inHeader = index === 0 ? this.header?.children('', 0, 1)[0] : undefined;
    if (inHeader) return inHeader;
    const { path, offset, size } = this.sections[index] as PartialSection;
    return {
      ...NODE,
      path,
      name: path,
      kind: 'struct',
      type: 'Section',
      role: 'section',
      start: offset,
      end: offset + size,
      count: this.#fieldsOf(index).length,
      section: index,
    };
  }

  /** The fields that touch [from, to). */
  *#fieldsFrom(from: number, to = this.size): Generator<Field> {
    if (from >= to) return;
    const first = this.#sectionAt(from);
    for (let index = Math.max(first, 0); first >= 0 && index < this.sections.length; index++) {
      for (const field of this.#fieldsOf(index)) {
        if (field.start >= to) return;
        if (field.end > from) yield field;
      }
    }
    yield* this.#behind().filter(({ start, end }) => end > from && start < to);
  }

  #fieldsOf(index: number): Field[] {
    const section = this.sections[index];
    if (!section) return [];
    const { path, offset, size, type } = section;
    // Latin-1: a character a byte, with the length before them.
    const next = offset + 2 + type.length;
    const data = next + NEXT;
    const end = offset + size;
    const make = (
      name: string,
      start: number,
      stop: number,
      leaf: LeafType,
      state: ByteState,
      doc: string,
    ) =>
      start < stop
        ? [{ name, path: `${path}.${name}`, start, end: stop, type: leaf, state, doc, section: index }]
        : [];
    return [
      ...make('Type', offset, next, 'string', 'known', 'name of the section'),
      ...make(NEXT_NAME, next, data, 'u32', 'known', 'absolute offset of the next section'),
      ...make('Data', data, end, 'bytes', 'opaque', DATA),
    ];
  }

  /** What no section holds: everything in a file that is no model, what follows a broken or very long chain. */
  #behind(): Field[] {
    const last = this.sections.at(-1);
    const start = last ? last.offset + last.size : this.#headerEnd;
    if (start >= this.size) return [];
    const state = this.sections.length > 0 ? 'unparsed' : 'opaque';
    const name = state === 'opaque' ? 'Data' : 'Unparsed';
    return [{ name, path: name, start, end: this.size, type: 'bytes', state, doc: '', section: 0xffff }];
  }
}

const NEXT_NAME = 'NextSectionOffset';

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
  section: -1,
  state: 'known',
  label: '',
  doc: '',
  unit: '',
};

function leafOf({ name, path, start, end, type, state, doc, section }: Field): StructureNode {
  return { ...NODE, name, path, start, end, type, state, doc, section: section === 0xffff ? -1 : section };
}
