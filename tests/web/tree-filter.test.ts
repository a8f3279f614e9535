import { readFileSync } from 'node:fs';
import type { LeafType, Lithoscope, ParsedFile, StructureNode } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeLeaf } from '../../web/explain/values.ts';
import { expandBelow } from '../../web/structure/tree/expand.ts';
import { type Candidate, type Filter, parseFilter } from '../../web/structure/tree/filter-query.ts';
import { MATCH_LIMIT, type Matches, scan } from '../../web/structure/tree/filter-scan.ts';
import { FoundStructure, partsOf } from '../../web/structure/tree/found.ts';
import { TreeRows } from '../../web/structure/tree/rows.ts';
import { lithoscope } from './support/cli.ts';
import { loadCore } from './support/core.ts';
import { fixtures } from './support/fixtures.ts';

interface Leaf extends Candidate {
  readonly value: number | string;
}

const leaf = (name: string, type: string, value: number | string): Leaf => ({
  name,
  type,
  holds: typeof value === 'number' ? 'number' : 'text',
  value,
});

describe('what can be written into the filter', () => {
  const bias = leaf('Bias', 'f32', Math.fround(0.7));
  const torso = leaf('Name', 'string', 'Torso <1> b');
  const nan = leaf('X', 'f32', Number.NaN);

  it.each([
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
    ['value:=0x7', leaf('N', 'u8', 7), true],
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
    ['value:infinity', leaf('X', 'f32', Number.POSITIVE_INFINITY), true],
    ['__proto__', torso, false],
    ['constructor:x', torso, false],
  ])('%s', (text, candidate, fits) => {
    const verdict = parseFilter(text)?.(candidate);
    expect(typeof verdict === 'function' ? verdict(candidate.value) : verdict).toBe(fits);
  });

  it('lets everything through without words', () => {
    for (const text of ['', '   ', 'name:', '""']) expect(parseFilter(text)).toBeNull();
  });
});

describe('finding in a file', () => {
  const path = new URL('../../public/samples/clockwork.abc', import.meta.url);
  const bytes = new Uint8Array(readFileSync(path));
  // Vertices that move by themselves: lists in lists, which the skinned sample has none of.
  const jellyfish = readFileSync(new URL('../../public/samples/jellyfish.abc', import.meta.url));
  let core: Lithoscope;
  beforeAll(async () => {
    core = await loadCore();
  });

  function found(text: string, parsed = core.open(bytes)): Matches {
    const filter = parseFilter(text);
    const search = scan(parsed, filter ?? (() => true));
    for (let step = search.next(); ; step = search.next()) if (step.done) return step.value;
  }

  it.each([
    ['type:string', (field: Field) => field.type === 'string'],
    ['name:weightcount', (field: Field) => field.path.endsWith('WeightCount')],
    ['value:>900 type:u32', (field: Field) => field.type === 'u32' && Number(field.value) > 900],
    ['value:=0 type:i8', (field: Field) => field.type === 'i8' && field.value === 0],
  ])('%s finds the leaves that `lithoscope fields` lists', async (text, fits) => {
    const { paths } = found(text);
    const fields = await listed(path);
    expect(paths).toEqual(fields.filter(fits).map((field) => field.path));
  });

  it.each([
    ...[...fixtures].map(([name, content]) => ({ name, content })),
    { name: 'jellyfish.abc', content: jellyfish },
    { name: 'jellyfish.abc, broken off amid its keys', content: jellyfish.subarray(0, 120_000) },
  ])('finds what one node after another does: $name', ({ content }) => {
    const parsed = core.open(content.slice());
    const nodes = everyNode(parsed);
    for (const text of ['zzz', 'type:vec3', 'type:string', '3', '[4', 'name:x value:>0.5', 'value:0']) {
      const filter = parseFilter(text);
      const expected = filter ? nodes.filter((node) => fits(parsed, filter, node)) : [];
      expect(found(text, parsed), text).toEqual({
        paths: expected.slice(0, MATCH_LIMIT).map(({ path: at }) => at),
        more: expected.length > MATCH_LIMIT,
      });
    }
  });

  it('finds what is no leaf by name and type', () => {
    expect(found('name:nodes type:node').paths).toContain('Nodes.Nodes');
    expect(found('type:lod').paths).toContain('Pieces.Pieces[0].LODs[0]');
  });

  it('shows what was found with all that holds it, and nothing else', () => {
    const parsed = core.open(bytes);
    const { paths } = found('name:Bias');
    const structure = new FoundStructure(parsed, paths);
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

  it('takes a path apart behind a section of any name', () => {
    expect(partsOf('a.b[1].C[2].D', 'a.b[1]').map(({ name }) => name)).toEqual(['a.b[1]', 'C', '[2]', 'D']);
    expect(partsOf('Unreferenced', 'Unreferenced').map(({ path: part }) => part)).toEqual(['Unreferenced']);
  });
});

/** All nodes in file order, as the structure's own answers give them. */
function everyNode(parsed: ParsedFile, path = ''): StructureNode[] {
  return parsed
    .children(path)
    .flatMap((node) => (node.kind === 'leaf' ? [node] : [node, ...everyNode(parsed, node.path)]));
}

function fits(parsed: ParsedFile, filter: Filter, { name, type, kind, start, end }: StructureNode): boolean {
  const isText = ['string', 'chars', 'bytes'].includes(type);
  const verdict = filter({ name, type, holds: kind !== 'leaf' ? 'rows' : isText ? 'text' : 'number' });
  if (typeof verdict === 'boolean') return verdict;
  const view = new DataView(parsed.bytes.buffer, parsed.bytes.byteOffset + start);
  // As it is stored, not as the decimal that it is written as.
  return verdict(
    type === 'f32'
      ? view.getFloat32(0, true)
      : decodeLeaf(parsed.bytes, start, end - start, type as LeafType),
  );
}

interface Field {
  path: string;
  type: string;
  value: number | string;
}

async function listed(file: URL): Promise<Field[]> {
  const { stdout } = await lithoscope('fields', file.pathname);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
