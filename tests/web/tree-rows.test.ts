import type { StructureNode } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { type Structure, TreeRows } from '../../web/tree/rows.ts';

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
      index,
      type: 'u8',
      role: 'none',
      start: 0,
      end: 1,
      section: 0,
      state: 'known',
      label: '',
      doc: '',
      unit: '',
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

  it('says what is expanded, so that the same can be in other content', () => {
    const rows = new TreeRows(new Nested([3, 3, 3]));
    rows.reveal('[2][1][0]');
    rows.expand(0);
    expect(rows.expandedPaths()).toEqual(['[0]', '[2]', '[2][1]']);
    const others = new TreeRows(new Nested([2, 2, 2]));
    for (const path of rows.expandedPaths()) others.expand(others.reveal(path));
    expect(others.expandedPaths()).toEqual(['[0]']);
  });

  it('reads only the parts of a large array that are looked at', () => {
    const source = new Nested([1, 300_000, 2]);
    const rows = new TreeRows(source);
    expect(rows.at(rows.reveal('[0][250000][1]'))?.node.path).toBe('[0][250000][1]');
    expect(rows.count).toBe(300_003);
    expect(rows.at(300_002)?.node.path).toBe('[0][299999]');
    expect(source.asked).toBeLessThan(1000);
  });
});
