import { basename } from 'node:path';
import { LEAF_TYPES, type Lithoscope, type ParsedFile } from '@lithoscope/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeLeaf } from '../../../web/explain/values.ts';
import { tabbedLine } from '../../../web/lib/csv.ts';
import { mainArrays, pathTo } from '../../../web/structure/table/bar.ts';
import { tableLayout } from '../../../web/structure/table/columns.ts';
import { nextSorting, sortedOrder, UNSORTED } from '../../../web/structure/table/grid.ts';
import { TableRows } from '../../../web/structure/table/rows.ts';
import { tableText } from '../../../web/structure/table/text.ts';
import { loadCore } from '../support/core.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, sample } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

/** Every array of structs of a file, by looking at the paths of all leaves; a frame of deformation is none. */
function arraysOf(parsed: ParsedFile): string[] {
  const arrays = new Set<string>();
  for (const path of parsed.paths(0, parsed.size)) {
    for (const { index } of path.matchAll(/(?<!\])\[\d+\]\./g)) arrays.add(path.slice(0, index));
  }
  return [...arrays];
}

/** What `fields` says: the value of each leaf by its path. */
function leavesOf(parsed: ParsedFile): Map<string, number | string> {
  const { offset, length, type } = parsed.leaves(0, parsed.size);
  const paths = parsed.paths(0, parsed.size);
  return new Map(
    paths.map((path, i) => {
      const kind = LEAF_TYPES[type[i] ?? 0] ?? 'bytes';
      return [path, decodeLeaf(parsed.bytes, offset[i] ?? 0, length[i] ?? 0, kind)];
    }),
  );
}

/** Every cell of every table says what the leaf of that path says. */
function expectTables(parsed: ParsedFile, limit: number) {
  const leaves = leavesOf(parsed);
  let cells = 0;
  for (const path of arraysOf(parsed).slice(0, limit)) {
    const layout = tableLayout(parsed, path);
    if (!layout) expect.fail(`${path} has no table`);
    const rows = new TableRows(parsed, layout);
    for (let index = 0; index < layout.count; index++) {
      layout.columns.forEach(({ title, type }, at) => {
        const value = rows.value(index, at);
        const field = `${path}[${index}].${title}`;
        const expected = type === 'count' ? parsed.resolve(field)?.count : leaves.get(field);
        if (String(value) !== String(expected)) expect.fail(`${field}: ${value} instead of ${expected}`);
        cells++;
      });
    }
  }
  expect(cells).toBeGreaterThan(100);
}

describe('tables', () => {
  it.each(realFiles('.abc').map((path) => [basename(path), path]))(
    '%s: every cell is its leaf',
    (_, path) => {
      const file = core.open(bytesOf(path));
      expectTables(file, 60);
      file.release();
    },
  );

  it('say what a column is, and where', () => {
    const parsed = core.open(sample('clockwork.abc'));
    const layout = tableLayout(parsed, 'Pieces.Pieces[0].LODs[0].Vertices');
    expect(layout?.columns.map(({ title }) => title)).toContain('Location.X');
    expect(layout?.columns.find(({ title }) => title === 'Location.X')).toMatchObject({
      type: 'f32',
      unit: 'units',
      doc: 'position in the bind pose, model space',
    });
    const around = pathTo(parsed, 'Pieces.Pieces[0].LODs[0].Vertices');
    expect(around.map(({ path }) => path)).toEqual([
      'Pieces',
      'Pieces.Pieces',
      'Pieces.Pieces[0]',
      'Pieces.Pieces[0].LODs',
      'Pieces.Pieces[0].LODs[0]',
      'Pieces.Pieces[0].LODs[0].Vertices',
    ]);
    expect(mainArrays(parsed).map(({ path }) => path)).toContain('Nodes.Nodes');
    const matrix = tableLayout(parsed, 'Nodes.Nodes[0].Matrix');
    expect(matrix?.columns.map(({ title, type }) => [title, type])).toEqual([['Value', 'f32']]);
    expect(matrix?.count).toBe(16);
    expect(tableLayout(parsed, 'Nowhere')).toBeNull();
  });

  it('go to a spreadsheet with all their digits', () => {
    const parsed = core.open(sample('clockwork.abc'));
    const layout = tableLayout(parsed, 'Nodes.Nodes');
    const lines = layout ? tableText(new TableRows(parsed, layout), null, tabbedLine).split('\n') : [];
    expect(lines).toHaveLength((layout?.count ?? 0) + 2);
    expect(lines[0]?.split('\t').slice(0, 3)).toEqual(['Index', 'Name', 'Index']);
    expect(new Set(lines.slice(0, -1).map((text) => text.split('\t').length)).size).toBe(1);
  });
});

describe('the order of a table', () => {
  it('puts infinities at the ends, NaN after the numbers and nothing last, both ways', () => {
    const values = [Number.NaN, 2, Number.POSITIVE_INFINITY, null, -1, Number.NEGATIVE_INFINITY];
    expect([...sortedOrder(values, false)]).toEqual([5, 4, 1, 2, 0, 3]);
    expect([...sortedOrder(values, true)]).toEqual([2, 1, 4, 5, 0, 3]);
  });

  it('leaves equal values as in the file', () => {
    expect([...sortedOrder([3, 1, 3, 1], false)]).toEqual([1, 3, 0, 2]);
    expect([...sortedOrder([3, 1, 3, 1], true)]).toEqual([0, 2, 1, 3]);
  });

  it('sorts like the array’s own sort, and loses no row', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), (values) => {
        const order = [...sortedOrder(values, false)];
        // A typed array sorts by number; −0 and 0 are equal here.
        const plain = (list: Iterable<number>) => Array.from(list, (value) => value + 0);
        expect(plain(order.map((index) => values[index] ?? 0))).toEqual(
          plain(Float64Array.from(values).sort()),
        );
        expect(new Set(order).size).toBe(values.length);
      }),
    );
  });

  it('goes up, down, and back to the file with each press', () => {
    const up = nextSorting(UNSORTED, 3);
    expect(up).toEqual({ column: 3, descending: false });
    const down = nextSorting(up, 3);
    expect(down).toEqual({ column: 3, descending: true });
    expect(nextSorting(down, 3)).toEqual(UNSORTED);
    expect(nextSorting(down, 4)).toEqual({ column: 4, descending: false });
  });
});
