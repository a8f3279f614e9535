import type { LeafType, Lithoscope, ParsedFile, StructureNode } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeLeaf } from '../../../web/explain/values.ts';
import { type FoundStructure, findIn, MAX_MATCHES, parseFilter } from '../../../web/structure/tree/filter.ts';
import { expandBelow, TreeRows } from '../../../web/structure/tree/rows.ts';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { fixtures } from '../support/fixtures.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

/** A leaf as a file has it. */
interface Leaf {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const f32 = (name: string, value: number): Leaf => ({
  name,
  type: 'f32',
  bytes: new Uint8Array(Float32Array.of(value).buffer),
});

describe('what can be written into the filter', () => {
  const bias = f32('Bias', 0.7);
  const text = 'Torso <1> b';
  const torso = {
    name: 'Name',
    type: 'string',
    bytes: Uint8Array.of(text.length, 0, ...Buffer.from(text, 'latin1')),
  };
  const nan = f32('X', Number.NaN);

  it.each<[string, Leaf, boolean]>([
    ['bias', bias, true],
    ['name:BIA', bias, true],
    ['name:f32', bias, false],
    ['F32', bias, true],
    ['type:f3', bias, true],
    ['0.7', bias, true],
    ['0.', bias, false],
    ['value:0.7', bias, true],
    ['value:>0.69 value:<=1', bias, true],
    ['value:>=1', bias, false],
    ['value:<−1', bias, false],
    ['value:=0x7', { name: 'N', type: 'u8', bytes: Uint8Array.of(7) }, true],
    ['torso', torso, true],
    ['value:"<1> B"', torso, true],
    ['"o <"', torso, true],
    ['value:>1', torso, false],
    ['value:<1>', torso, true],
    ['value:1', torso, true],
    ['name:torso', torso, false],
    ['name value:torso', torso, true],
    ['value:nan', nan, true],
    ['value:>0', nan, false],
    ['value:infinity', f32('X', Number.POSITIVE_INFINITY), true],
    ['__proto__', torso, false],
    ['constructor:x', torso, false],
    ['value>0.69', bias, true],
    ['value<=0.5', bias, false],
    ['value=0x7', { name: 'N', type: 'u8', bytes: Uint8Array.of(7) }, true],
    ['-bias', bias, false],
    ['-torso', bias, true],
    ['-torso', torso, false],
    ['-name:torso', torso, true],
    ['-value:"<1> b"', torso, false],
    ['-value>1', bias, true],
    ['-value>0.5', bias, false],
    ['-1', f32('X', -1), true],
    ['-0.5', bias, false],
    ['f32 -bias', nan, true],
  ])('%s', (written, { name, type, bytes }, fits) => {
    expect(core.matches(parseFilter(written), name, type, bytes)).toBe(fits);
  });

  it('lets everything through without words', () => {
    for (const written of ['', '   ', 'name:', '""']) expect(parseFilter(written)).toEqual([]);
  });

  it('knows no value of what has none', () => {
    expect(core.matches(parseFilter('value:>0'), 'X', 'f32', null)).toBe(false);
    expect(core.matches(parseFilter('nodes'), 'Nodes', 'Node', null)).toBe(true);
  });
});

describe('finding in a file', () => {
  const bytes = bytesOf(CLOCKWORK);
  // Vertices that move by themselves: lists in lists, which the skinned sample has none of.
  const jellyfish = bytesOf(JELLYFISH);

  function found(text: string, parsed: ParsedFile = core.open(bytes)): FoundStructure {
    const search = findIn(parsed, parseFilter(text));
    for (let step = search.next(); ; step = search.next()) if (step.done) return step.value;
  }

  it.each([
    ['type:string', (field: Field) => field.type === 'string'],
    ['name:weightcount', (field: Field) => field.path.endsWith('WeightCount')],
    ['value:>900 type:u32', (field: Field) => field.type === 'u32' && Number(field.value) > 900],
    ['value:=0 type:i8', (field: Field) => field.type === 'i8' && field.value === 0],
  ])('%s finds the leaves that `lithoscope fields` lists', async (text, fits) => {
    const { paths } = found(text);
    const fields = await listed();
    expect(paths).toEqual(fields.filter(fits).map((field) => field.path));
  });

  it.each([
    ...[...fixtures].map(([name, content]) => ({ name, content })),
    { name: 'jellyfish.abc', content: jellyfish },
    { name: 'jellyfish.abc, broken off amid its keys', content: jellyfish.subarray(0, 120_000) },
  ])('finds what one node after another does: $name', ({ content }) => {
    const parsed = core.open(content.slice());
    const nodes = everyNode(parsed).map((node) => ({ ...node, value: storedValue(parsed, node) }));
    for (const [text, fits] of FILTERS) {
      const expected = nodes.filter(fits).map((node) => node.path);
      const { paths, more } = found(text, parsed);
      expect(paths, text).toEqual(expected.slice(0, MAX_MATCHES));
      expect(more, text).toBe(expected.length > MAX_MATCHES);
    }
  });

  it('finds what is no leaf by name and type', () => {
    expect(found('name:nodes type:node').paths).toContain('Nodes.Nodes');
    expect(found('type:lod').paths).toContain('Pieces.Pieces[0].LODs[0]');
  });

  it('shows what was found with all that holds it, and nothing else', () => {
    const parsed = core.open(bytes);
    const structure = found('name:Bias', parsed);
    const { paths } = structure;
    const rows = new TreeRows(structure);
    for (let row = rows.count - 1; row >= 0; row--) {
      const place = rows.at(row);
      if (place) for (const _ of expandBelow(rows, place, (node) => structure.holds(node.path)));
    }
    const shown: string[] = [];
    for (let i = 0; i < rows.count; i++) {
      const row = rows.at(i);
      if (row?.node.kind === 'leaf') shown.push(row.node.path);
    }
    expect(shown).toEqual(paths);
    const last = paths.at(-1) ?? '';
    expect(rows.at(rows.reveal(last))?.node.path).toBe(last);
    expect(rows.reveal('Header.Version')).toBe(-1);
  });
});

/** All nodes in file order, as the structure's own answers give them. */
function everyNode(parsed: ParsedFile, path = ''): StructureNode[] {
  return parsed
    .children(path)
    .flatMap((node) => (node.kind === 'leaf' ? [node] : [node, ...everyNode(parsed, node.path)]));
}

/** A leaf's value as it is stored, not as the decimal that it is written as; null of any other node. */
function storedValue(parsed: ParsedFile, { kind, type, start, end }: StructureNode): number | string | null {
  if (kind !== 'leaf') return null;
  const view = new DataView(parsed.bytes.buffer, parsed.bytes.byteOffset + start);
  return type === 'f32'
    ? view.getFloat32(0, true)
    : decodeLeaf(parsed.bytes, start, end - start, type as LeafType);
}

type Valued = StructureNode & { readonly value: number | string | null };

const holdsText = (value: Valued['value'], part: string) => typeof value === 'string' && value.includes(part);

/** Filters, and what each means, said again. */
const FILTERS: readonly [string, (node: Valued) => boolean][] = [
  ['zzz', ({ value }) => holdsText(value, 'zzz')],
  ['type:vec', ({ type }) => /vec/i.test(type)],
  ['type:string', ({ type }) => type === 'string'],
  [
    '3',
    ({ name, type, value }) =>
      name.includes('3') || type.includes('3') || value === 3 || holdsText(value, '3'),
  ],
  ['[4', ({ name, value }) => name.includes('[4') || holdsText(value, '[4')],
  ['name:x value:>0.5', ({ name, value }) => /x/i.test(name) && typeof value === 'number' && value > 0.5],
  ['value:0', ({ value }) => value === 0 || holdsText(value, '0')],
  ['-value:0', ({ value }) => value !== 0 && !holdsText(value, '0')],
  ['type:f32 -name:x', ({ name, type }) => type === 'f32' && !/x/i.test(name)],
  [
    'name:bias -value>0.5',
    ({ name, value }) => /bias/i.test(name) && !(typeof value === 'number' && value > 0.5),
  ],
];

interface Field {
  path: string;
  type: string;
  value: number | string;
}

let listing: Promise<Field[]> | undefined;

/** The fields of the sample, as the command line lists them. */
function listed(): Promise<Field[]> {
  listing ??= lithoscope('fields', CLOCKWORK).then(({ stdout }) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  return listing;
}
