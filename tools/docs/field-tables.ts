/** Fields of the format's structs as tables in Markdown, from the schemas of all versions that are built alike. */
import type { Schema, SchemaField, SchemaStruct } from '@lithoscope/core';
import { escaped, row, table } from './markdown.ts';

/** Type and NextSectionOffset open every section of a model (abc.md §1.2). */
const SECTION_HEAD = 2;
const LAST_SECTION = 0xffffffff;

/** The least that a file of a model's version is: of v6 `head` is the file token, of later ones the version. */
function modelHead(head: string | number): Uint8Array {
  const writer: number[] = [];
  const number = (value: number, bytes: number) => {
    for (let i = 0; i < bytes; i++) writer.push((value >>> (8 * i)) & 0xff);
  };
  const string = (text: string) => {
    number(text.length, 2);
    writer.push(...new TextEncoder().encode(text));
  };
  string('Header');
  number(LAST_SECTION, 4);
  if (typeof head === 'string') string(head);
  else number(head, 4);
  return Uint8Array.from(writer);
}

/** A texture of a version, all else zero. */
function textureHead(version: number): Uint8Array {
  const bytes = new Uint8Array(164);
  new DataView(bytes.buffer).setInt32(4, version, true);
  return bytes;
}

/** The head of a compiled model up to its version. */
function compiledHead(version: number): Uint8Array {
  const bytes = new Uint8Array(24);
  bytes.set([1, 0, 9, 0]);
  bytes[20] = version;
  return bytes;
}

/** A sprite of one frame. */
function sprite(): Uint8Array {
  return Uint8Array.of(1, ...new Array(19).fill(0), 1, 0, 0x61);
}

/** The header of an archive, without directories. */
export const EMPTY_ARCHIVE = (() => {
  const bytes = new Uint8Array(168);
  bytes.set(new TextEncoder().encode('\r\nRezMgr Version 1'));
  bytes[0x7f] = 1;
  return bytes;
})();

/** Version numbers that are asked for; most are nobody's. */
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/**
 * Files of every version that is built alike, each as short as it can be: it has the schema of its version, and none when
 * there is no such version.
 */
export const FAMILIES: Readonly<Record<string, readonly Uint8Array[]>> = {
  v6: [modelHead('MonolithExport Model File v6')],
  'v9+': numbers(7, 255).map(modelHead),
  ltb: numbers(23, 25).map(compiledHead),
  lta: [new TextEncoder().encode('(lt-model-0)')],
  dtx: numbers(-16, -1).toReversed().map(textureHead),
  spr: [sprite()],
};

/** The lists of a text with these names, and what each is. */
export function listTable(schema: Schema | null, names: readonly string[]): string {
  const rows = names.map((name) => {
    const list = schema?.structs.find((struct) => struct.name === name);
    if (!list) throw new Error(`The schema has no list "${name}".`);
    return row([`\`${name}\``, escaped(list.doc)]);
  });
  return table(['list', 'meaning'], rows);
}

/** A field in the versions that have it. */
interface Row {
  field: SchemaField;
  by: Map<number, SchemaField>;
}

/** A struct in the versions that have it. */
interface Merged {
  name: string;
  role: SchemaStruct['role'];
  doc: string;
  /** It has the head of a section, which is left out: offsets count from its end. */
  isSection: boolean;
  rows: Row[];
  /** What each file settles, a sentence each, with the versions. */
  ambiguities: [version: number, words: string][];
}

/**
 * @param schemas of the versions of a family, in order
 * @param wanted names of structs; `section NAME` is the struct at the outermost level
 */
export function fieldTables(schemas: readonly Schema[], wanted: readonly string[]): string {
  const layouts = new Map(schemas.map((schema) => [schema.version, new Layout(schema)]));
  return wanted
    .flatMap((name) => {
      const structs = structsNamed(schemas, name);
      if (structs.length === 0) throw new Error(`The schema has no struct "${name}".`);
      return structs.map((struct) => structTable(struct, layouts, structs.length > 1 ? schemas : []));
    })
    .join('\n');
}

/** Structs of a name: most have one of their own. */
function structsNamed(schemas: readonly Schema[], wanted: string): Merged[] {
  const [, section, plain] = /^(section )?(.*)$/.exec(wanted) ?? [];
  const merged = new Map<number, Merged>();
  for (const { version, structs, sections, ambiguities } of schemas) {
    const ids = new Set(sections.map(({ struct }) => struct));
    for (const { id, name, role, doc, fields } of structs) {
      if (name !== plain || ids.has(id) !== Boolean(section)) continue;
      const isSection = fields[1]?.name === 'NextSectionOffset';
      const entry = merged.get(id) ?? { name, role, doc, isSection, rows: [], ambiguities: [] };
      entry.rows = mergedRows(entry.rows, isSection ? fields.slice(SECTION_HEAD) : fields, version);
      for (const { struct, subject, variants } of ambiguities) {
        if (struct === id) entry.ambiguities.push([version, `${subject}: ${variants.join(', then ')}`]);
      }
      merged.set(id, entry);
    }
  }
  return [...merged.values()];
}

/** Fields of one more version among those of the ones before: a shortest list that has both in their order. */
function mergedRows(rows: readonly Row[], fields: readonly SchemaField[], version: number): Row[] {
  const alike = (row: Row | undefined, field: SchemaField | undefined) =>
    JSON.stringify(row?.field) === JSON.stringify(field);
  /** Length of the longest common part of rows from i and fields from j on. */
  const common = (i: number, j: number): number => {
    const key = i * (fields.length + 1) + j;
    const known = lengths.get(key);
    if (known !== undefined) return known;
    const length =
      i === rows.length || j === fields.length
        ? 0
        : alike(rows[i], fields[j])
          ? 1 + common(i + 1, j + 1)
          : Math.max(common(i + 1, j), common(i, j + 1));
    lengths.set(key, length);
    return length;
  };
  const lengths = new Map<number, number>();
  const out: Row[] = [];
  let i = 0;
  let j = 0;
  while (i < rows.length || j < fields.length) {
    const before = rows[i];
    const field = fields[j];
    if (before && field && alike(before, field)) {
      before.by.set(version, field);
      out.push(before);
      i++;
      j++;
    } else if (before && (!field || common(i + 1, j) >= common(i, j + 1))) {
      out.push(before);
      i++;
    } else if (field) {
      out.push({ field, by: new Map([[version, field]]) });
      j++;
    }
  }
  return out;
}

/** Sizes as one version has them. */
class Layout {
  readonly #structs: Map<number, SchemaStruct>;
  readonly #setters = new Map<string, string>();

  constructor(schema: Schema) {
    this.#structs = new Map(schema.structs.map((struct) => [struct.id, struct]));
    for (const { fields } of schema.structs) {
      for (const { name, sets } of fields)
        if (sets && !this.#setters.has(sets)) this.#setters.set(sets, name);
    }
  }

  /** Bytes of an element, null when they vary. */
  element({ type, struct }: SchemaField): number | null {
    if (!type) return this.struct(this.#structs.get(struct)?.fields ?? []);
    return SCALAR_SIZES[type] ?? null;
  }

  /**
   * Bytes of fields in a row, null when they vary.
   * @param before the field that they stand before: it says that those are there which have its condition
   */
  struct(fields: readonly SchemaField[], before?: SchemaField): number | null {
    let sum = 0;
    for (const field of fields) {
      const isThere =
        field.mask === 0 &&
        (!field.onlyIf.length || conditionWords(field) === (before && conditionWords(before)));
      const size = isThere ? this.field(field) : null;
      if (size === null) return null;
      sum += size;
    }
    return sum;
  }

  /** Bytes of a field, null when they vary. */
  field(field: SchemaField): number | null {
    const element = this.element(field);
    const isFixed = field.repeat === 'one' || field.repeat === 'times';
    return isFixed && element !== null ? element * field.count : null;
  }

  /** How many elements follow each other, in words; '' for one. */
  length({ repeat, count, counter, per }: SchemaField): string {
    switch (repeat) {
      case 'one':
        return '';
      case 'times':
        return String(count);
      case 'counted':
        return count === 0 ? counter : `${counter} ${count > 0 ? '+' : '−'} ${Math.abs(count)}`;
      case 'per':
        return `${this.#setters.get(per) ?? UNSET_COUNTS[per] ?? '…'}${count > 0 ? ` + ${count}` : ''}`;
      case 'tree':
        return 'depth first';
      case 'recorded':
        return '…';
    }
  }

  typeName({ type, struct }: SchemaField): string {
    return type || (this.#structs.get(struct)?.name ?? '');
  }

  /** `4`, `33 × NumTris`, `2 + n` of a string; `varies` when no single term says it. */
  sizeInWords(field: SchemaField): string {
    const size = this.field(field);
    if (size !== null) return String(size);
    const element = this.element(field);
    if (field.type === 'string') return '2 + n';
    if (field.type === 'cstring') return 'n + 1';
    return element !== null && field.repeat !== 'recorded'
      ? `${element} × ${sum(this.length(field))}`
      : 'varies';
  }
}

const SCALAR_SIZES: Readonly<Record<string, number>> = {
  u8: 1,
  i8: 1,
  bytes: 1,
  chars: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
};

/** Counts that no field of a file holds. */
const UNSET_COUNTS: Readonly<Record<string, string>> = {
  nodeCount: 'nodes',
  unitCount: 'n',
};

const sum = (words: string) => (/ [+−] /.test(words) ? `(${words})` : words);

function structTable(
  { name, role, doc, isSection, rows, ambiguities }: Merged,
  layouts: ReadonlyMap<number, Layout>,
  namesakes: readonly Schema[],
): string {
  const versions = [...layouts.keys()].filter((version) => rows.some(({ by }) => by.has(version)));
  const fieldsOf = (version: number) => rows.flatMap(({ by }) => by.get(version) ?? []);
  /** What each version of a row says, equal answers said once. */
  const said = (row: Row, ask: (layout: Layout, field: SchemaField, version: number) => string) =>
    inVersions(
      [...row.by].map(([version, field]) => {
        const layout = layouts.get(version);
        return [version, layout ? ask(layout, field, version) : ''];
      }),
    );
  const hasVersions = rows.some(({ by }) => by.size < versions.length);
  const hasUnits = rows.some(({ field }) => field.unit);
  const lines = rows.map((line) => {
    const { field, by } = line;
    const offset = said(line, (layout, own, version) => {
      const before = fieldsOf(version);
      return String(layout.struct(before.slice(0, before.indexOf(own)), own) ?? '');
    });
    const type = said(line, (layout, own) => {
      const length = layout.length(own);
      return `${layout.typeName(own)}${length && `[${length}]`}`;
    });
    return row([
      offset,
      `\`${field.name || '[i]'}\``,
      `\`${type}\``,
      said(line, (layout, own) => layout.sizeInWords(own)),
      ...(hasUnits ? [field.unit] : []),
      ...(hasVersions ? [by.size === versions.length ? '' : versionNames([...by.keys()], versions)] : []),
      `${conditionWords(field)}${escaped(field.doc)}`,
    ]);
  });
  const size = inVersions(
    versions.map((version) => {
      const bytes = layouts.get(version)?.struct(fieldsOf(version)) ?? null;
      return [version, bytes === null || isSection ? '' : `${bytes} bytes`];
    }),
  );
  const users = namesakes.length > 0 ? usersOf(namesakes, rows) : '';
  const isModel = role !== 'none' && role !== 'section';
  const caption = [
    `**${isSection ? `Section ${name}` : name}**`,
    users,
    size,
    isModel ? `role \`${role}\`` : '',
    escaped(doc),
  ].filter(Boolean);
  const settled = [...new Set(ambiguities.map(([, words]) => words))].map((words) => {
    const where = ambiguities.filter(([, other]) => other === words).map(([version]) => versionName(version));
    return `${where.join(', ')}: in each file, the end of the section determines ${escaped(words)}. The table shows the variant that is tried first.\n`;
  });
  const head = ['offset', 'field', 'type', 'bytes', ...(hasUnits ? ['unit'] : [])];
  const fields = table([...head, ...(hasVersions ? ['in'] : []), 'meaning'], lines);
  return [`${caption.join(', ')}\n`, fields, ...settled].join('\n');
}

/** `in Palette.Colors`: where a struct is used whose name another one has too. */
function usersOf(schemas: readonly Schema[], rows: readonly Row[]): string {
  const users = new Set<string>();
  for (const { structs } of schemas) {
    const self = structs.find(({ fields }) => rows.every(({ field }, i) => fields[i]?.name === field.name));
    for (const { name, fields } of structs) {
      for (const field of fields) if (field.struct === self?.id) users.add(`${name}.${field.name}`);
    }
  }
  return `in \`${[...users].join('`, `')}\``;
}

/** Answers by version as one text, that of most versions first: `28 (v13, v108: 36)`. */
function inVersions(answers: readonly (readonly [version: number, answer: string])[]): string {
  const versionsOf = (answer: string) => answers.filter(([, other]) => other === answer);
  const distinct = [...new Set(answers.map(([, answer]) => answer))];
  const [first = '', ...others] = distinct.sort((a, b) => versionsOf(b).length - versionsOf(a).length);
  if (others.length === 0) return first;
  const words = others.map((other) => {
    const versions = versionsOf(other).map(([version]) => versionName(version));
    return `${versions.join(', ')}: ${other || 'varies'}`;
  });
  return `${first || 'varies'} (${words.join('; ')})`;
}

const versionName = (version: number) => `v${version}`.replace('-', '−');

/** `v10 and later`, `all but v108`, `v13, v108`. */
function versionNames(some: readonly number[], all: readonly number[]): string {
  const missing = all.filter((version) => !some.includes(version));
  const [first = 0] = some;
  const isTail = some.length > 1 && all.slice(-some.length).every((version, i) => version === some[i]);
  if (isTail) return `${versionName(first)} and later`;
  if (missing.length === 1 && all.length > 2) return `all but ${versionName(missing[0] ?? 0)}`;
  return some.map(versionName).join(', ');
}

/** `only if Type is 0: `, '' for a field that is always there. */
function conditionWords({ onlyIf, mask, repeat }: SchemaField): string {
  const words = onlyIf.map(({ field, isNoneOf, values }) => {
    const list =
      values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : String(values[0]);
    return `\`${field}\` is ${isNoneOf ? 'not ' : ''}${list}`;
  });
  if (mask && repeat === 'one') words.push(`the flags have 0x${mask.toString(16).toUpperCase()}`);
  return words.length > 0 ? `only if ${words.join(' and ')}: ` : '';
}
