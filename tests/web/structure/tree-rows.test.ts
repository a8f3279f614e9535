import type { StructureNode } from '@lithoscope/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestHolding, type Structure } from '../../../web/structure/tree/branch.ts';
import { expandBelow, TreeRows } from '../../../web/structure/tree/rows.ts';

/** A structure of nested arrays: `shape[level]` children at each level. Counts what is asked of it. */
class Nested implements Structure {
  asked = 0;

  constructor(readonly shape: readonly number[]) {}

  #node(path: string, level: number, index: number): StructureNode {
    const count = this.shape[level] ?? 0;
    const kind = level === 0 ? 'file' : count > 0 ? 'array' : 'leaf';
    const name = path.slice(path.lastIndexOf('['));
    return {
      path,
      name,
      kind,
      count,
      hasFixedCount: false,
      index,
      type: 'u8',
      role: 'none',
      start: Math.max(0, index),
      end: index < 0 || count > 0 ? Math.max(1, count) : index + 1,
      section: 0,
      state: 'known',
      label: '',
      doc: '',
      unit: '',
      refers: '',
    };
  }

  resolve(path: string): StructureNode {
    return this.#node(path, path.split('[').length - 1, -1);
  }

  children(path: string, from = 0, count = Number.POSITIVE_INFINITY): StructureNode[] {
    const level = path.split('[').length - 1;
    const until = Math.min(this.shape[level] ?? 0, from + count);
    const nodes: StructureNode[] = [];
    for (let i = from; i < until; i++) nodes.push(this.#node(`${path}[${i}]`, level + 1, i));
    this.asked += nodes.length;
    return nodes;
  }
}

const paths = (rows: TreeRows) => Array.from({ length: rows.count }, (_, i) => rows.at(i)?.node.path);

describe('TreeRows', () => {
  it('begins with the children of the file', () => {
    expect(paths(new TreeRows(new Nested([3, 2])))).toEqual(['[0]', '[1]', '[2]']);
  });

  it('puts the children of an expanded row below it, at every level', () => {
    const rows = new TreeRows(new Nested([3, 2, 2]));
    rows.expand(1);
    rows.expand(3);
    rows.expand(0);
    expect(paths(rows)).toEqual([
      '[0]',
      '[0][0]',
      '[0][1]',
      '[1]',
      '[1][0]',
      '[1][1]',
      '[1][1][0]',
      '[1][1][1]',
      '[2]',
    ]);
    expect(rows.at(6)).toMatchObject({ level: 3, index: 0, siblings: 2, expanded: null });
    expect(rows.at(5)).toMatchObject({ level: 2, index: 1, expanded: true });
    expect(rows.at(9)).toBeNull();
  });

  it('takes them away again, with all that is below', () => {
    const rows = new TreeRows(new Nested([3, 2, 2]));
    rows.expand(1);
    rows.expand(2);
    rows.collapse(1);
    expect(paths(rows)).toEqual(['[0]', '[1]', '[2]']);
    rows.expand(1);
    expect(rows.count).toBe(5);
  });

  it('finds its way from a place to its row and back', () => {
    const rows = new TreeRows(new Nested([4, 3, 3]));
    rows.expand(2);
    rows.expand(4);
    rows.expand(0);
    for (let i = 0; i < rows.count; i++) {
      const row = rows.at(i);
      expect(row && rows.rowOf(row)).toBe(i);
    }
    expect(rows.parentOf(0)).toBe(-1);
    expect(rows.at(rows.parentOf(8))?.node.path).toBe('[2][1]');
  });

  it('says that a row is gone when what is around it was collapsed', () => {
    const rows = new TreeRows(new Nested([2, 2, 2]));
    const row = rows.reveal('[1][0][1]');
    const place = rows.at(row);
    rows.collapse(1);
    expect(place && rows.rowOf(place)).toBe(-1);
  });

  it('reveals a path by expanding what is around it', () => {
    const rows = new TreeRows(new Nested([3, 3, 3]));
    expect(rows.at(rows.reveal('[2][1][0]'))?.node.path).toBe('[2][1][0]');
    expect(rows.count).toBe(9);
    expect(rows.reveal('[2][7]')).toBe(-1);
    expect(rows.reveal('elsewhere')).toBe(-1);
  });

  it('says what is open, so that the same can be in other content', () => {
    const rows = new TreeRows(new Nested([3, 300, 3]));
    rows.reveal('[2][257][0]');
    rows.expand(0);
    expect(rows.openRows(100)).toEqual([
      { path: '[0]', page: false },
      { path: '[2]', page: false },
      { path: '[2][256]', page: true },
      { path: '[2][257]', page: false },
    ]);
    const others = new TreeRows(new Nested([2, 300, 2]));
    others.reopen(rows.openRows(100));
    expect(others.openRows(100)).toEqual([{ path: '[0]', page: false }]);
  });

  it('folds a long array into pages, and these into pages', () => {
    const source = new Nested([1, 300_000, 2]);
    const rows = new TreeRows(source);
    expect(rows.at(rows.reveal('[0][250000][1]'))?.node.path).toBe('[0][250000][1]');
    // 5 pages of 65,536; of the fourth (196,608 …) 256 of 256; of its page 208 (249,856 …) 256 elements.
    expect(rows.count).toBe(1 + 5 + 256 + 256 + 2);
    expect(rows.at(4)).toMatchObject({ page: true, level: 2, siblings: 5, expanded: true });
    expect(rows.at(4)?.node.name).toBe('[196608 … 262143]');
    expect(rows.at(rows.count - 1)?.node).toMatchObject({ name: '[262144 … 299999]', count: 37_856 });
    expect(source.asked).toBeLessThan(1000);
  });

  it('reveals a page by its bytes', () => {
    const rows = new TreeRows(new Nested([1, 70_000]));
    const row = rows.reveal('[0]', { start: 256, end: 512 });
    expect(rows.at(row)?.node.name).toBe('[256 … 511]');
    const outer = rows.at(rows.reveal('[0]', { start: 65_536, end: 70_000 }));
    expect(outer?.node.name).toBe('[65536 … 69999]');
    expect(rows.at(rows.reveal('[0]', { start: 256, end: 511 }))?.node.name).toBe('[0]');
    expect(rows.at(rows.reveal('[0]'))?.node.name).toBe('[0]');
  });
});

/** Vectors in keys in tracks: arrays of structs that are all alike, in an array of tracks that are not. */
class Tracks extends Nested {
  override children(path: string, from = 0, count = Number.POSITIVE_INFINITY): StructureNode[] {
    return super.children(path, from, count).map((node) => this.#typed(node));
  }

  #typed(node: StructureNode): StructureNode {
    const level = node.path.split('[').length - 1;
    const kind = level === 1 ? 'array' : node.count > 0 ? 'struct' : 'leaf';
    return { ...node, kind, type: `level ${level}` };
  }
}

/** The rows of a structure that is open with all that is in it, by the definition of pages. */
function everything(source: Structure, path = '', from = 0, count?: number): string[] {
  const nodes = source.children(path, from, count);
  const names: string[] = [];
  let step = 1;
  while (nodes.length > step * 256) step *= 256;
  for (let at = 0; at < nodes.length; at += step) {
    const length = Math.min(step, nodes.length - at);
    const node = nodes[at];
    if (step > 1) names.push(`page ${from + at}`, ...everything(source, path, from + at, length));
    else if (node) names.push(node.path, ...everything(source, node.path));
  }
  return names;
}

/** A tree open with all that is in it. */
function openAll(source: Structure): TreeRows {
  const rows = new TreeRows(source);
  for (let index = 0; index < source.children('').length; index++) {
    const row = rows.at(rows.reveal(`[${index}]`));
    const steps = row && expandBelow(rows, row);
    while (steps && !steps.next().done);
  }
  return rows;
}

const named = (rows: TreeRows) =>
  Array.from({ length: rows.count }, (_, i) => {
    const row = rows.at(i);
    return row?.page ? `page ${row.node.name.slice(1).split(' ')[0]}` : row?.node.path;
  });

describe('expandBelow', () => {
  it.each([[[2, 3, 2, 3]], [[2, 300, 2, 2]], [[1, 66_000]], [[3, 513, 0]]])(
    'opens everything, whether it is alike or not: %j',
    (shape) => {
      for (const source of [new Nested(shape), new Tracks(shape)]) {
        expect(named(openAll(source))).toEqual(everything(source));
      }
    },
  );

  it('makes nothing of elements that are alike', () => {
    const source = new Tracks([1, 2_000_000, 2, 3]);
    const rows = openAll(source);
    // A page of 256 has 256 × 9 rows below; 30 of 65,536 and one of 33,920, with their pages.
    expect(rows.count).toBe(1 + 31 + Math.ceil(2_000_000 / 256) + 2_000_000 * 9);
    expect(source.asked).toBeLessThan(1000);
  });

  it('closes one row among open ones, and opens it again without what is below', () => {
    const rows = openAll(new Tracks([1, 4, 2, 2]));
    const all = rows.count;
    rows.collapse(rows.reveal('[0][2]'));
    expect(rows.count).toBe(all - 6);
    expect(rows.at(rows.reveal('[0][3]'))?.expanded).toBe(true);
    rows.expand(rows.reveal('[0][2]'));
    expect(rows.count).toBe(all - 4);
  });
});

describe('rows under any use', () => {
  const shapes = fc.constantFrom([3, 4, 2, 2], [2, 300, 2], [2, 520, 1, 1]);
  const steps = fc.array(fc.tuple(fc.constantFrom('expand', 'collapse', 'all'), fc.nat()), { maxLength: 15 });

  it('place and row stay each other’s, and levels step by one', () => {
    fc.assert(
      fc.property(shapes, steps, (shape, actions) => {
        const rows = new TreeRows(new Tracks(shape));
        for (const [action, at] of actions) {
          const row = rows.at(at % rows.count);
          if (!row) continue;
          if (action === 'all') for (const _ of expandBelow(rows, row));
          else if (action === 'expand') rows.expand(at % rows.count);
          else rows.collapse(at % rows.count);
        }
        const wrong: number[] = [];
        for (let i = 0; i < rows.count; i += 1 + Math.floor(rows.count / 200)) {
          const row = rows.at(i);
          const parent = rows.at(rows.parentOf(i));
          const level = parent ? parent.level + 1 : 1;
          if (!row || rows.rowOf(row) !== i || row.level !== level || parent?.expanded === false)
            wrong.push(i);
        }
        expect(wrong).toEqual([]);
        expect(rows.at(rows.count)).toBeNull();
      }),
      { numRuns: 40 },
    );
  });
});

it.each([
  ['Pieces.Pieces[0].Name', 0],
  ['Pieces', 0],
  // The second section of a name is no part of the first.
  ['Pieces#2.PieceCount', 1],
  ['PiecesAndMore.Data', -1],
  ['Nodes', -1],
])('%s lies in the longest path that leads to it', (path, index) => {
  expect(longestHolding(['Pieces', 'Pieces#2'], path)).toBe(index);
});

it('the longer of two that lead there is meant', () => {
  expect(longestHolding(['a', 'a.b', 'a.b.c'], 'a.b[3]')).toBe(1);
});
