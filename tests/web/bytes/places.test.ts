import type { AbcFile } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { completions, findTarget } from '../../../web/bytes/places.ts';
import { loadCore } from '../support/core.ts';
import { partly } from '../support/fakes.ts';
import { sample } from '../support/samples.ts';

let parsed: AbcFile;
beforeAll(async () => {
  const bytes = sample('clockwork.abc');
  parsed = (await loadCore()).open(new Uint8Array(bytes));
});

/** Path and byte that a text leads to, or the sentence. */
function goTo(text: string, caret = 0): string {
  const target = findTarget(parsed, text, caret);
  return typeof target === 'string' ? target : `${target.selection.path}@${target.offset}`;
}

describe('findTarget', () => {
  it.each([
    ['0xC', 0, 'Header.Version@12'],
    ['13', 0, 'Header.Version@13'],
    [' +4 ', 8, 'Header.Version@12'],
    ['-0x4', 16, 'Header.Version@12'],
    ['−4', 16, 'Header.Version@12'],
    ['Ch', 0, 'Header.Version@12'],
    ['00000C', 0, 'Header.Version@12'],
    ['0xC–0xF', 0, 'Header.Version@12'],
    ['12..15', 0, 'Header.Version@12'],
    ['$C', 0, 'Header.Version@12'],
    ['0Ch', 0, 'Header.Version@12'],
    ['0xC-0xF', 0, 'Header.Version@12'],
    ['$C .. 0Fh', 0, 'Header.Version@12'],
    ['0xC+4', 0, 'Header.Version@12'],
    ['12+0x4', 99, 'Header.Version@12'],
    ['0xC−15', 0, 'Header.Version@12'],
    ['Header.Version', 0, 'Header.Version@12'],
    ['header.VERSION', 0, 'Header.Version@12'],
    ['header.loddistances[1]', 0, 'Header.LODDistances[1]@'],
    // As the card and messages write elements of a section's own list.
    ['Nodes[2]', 0, 'Nodes.Nodes[2]@'],
    ['pieces[1].name', 0, 'Pieces.Pieces[1].Name@'],
    ['Animation[0]', 0, 'Animation.Animations[0]@'],
    ['Nodes[999]', 0, 'No offset, section or path matches'],
    ['Header[0]', 0, 'No offset, section or path matches'],
  ])('%s from %d: %s', (text, caret, place) => {
    expect(goTo(text, caret)).toContain(place);
  });

  it('counts from the end, takes commas between thousands, and the whole of a range', () => {
    const { size } = parsed;
    const offsetOf = (text: string) => (findTarget(parsed, text, 0) as { offset: number }).offset;
    expect(offsetOf('end')).toBe(size - 1);
    expect(offsetOf('End - 0x10')).toBe(size - 16);
    expect(offsetOf('1,024')).toBe(1024);
    for (const text of ['0x10–0x1F', '0x10..0x1F', '0x1F-0x10', '0x10+0x10', '16+16', '$10..1Fh']) {
      expect(findTarget(parsed, text, 0), text).toMatchObject({ selection: { start: 16, end: 32 } });
    }
    expect(findTarget(parsed, '0x10..end', 0)).toMatchObject({ selection: { start: 16, end: size } });
    // No bytes, and more than there are.
    for (const text of ['0x10+0', `0x10+${size}`]) expect(findTarget(parsed, text, 0)).toBeTypeOf('string');
  });

  it('takes a name before hex digits that look like it', () => {
    const named = { ...parsed.resolve('Header'), path: 'Bead', name: 'Bead' };
    const other = partly<AbcFile>({
      size: parsed.size,
      resolve: (path: string) => (path === 'Bead' ? named : null),
      ancestors: () => [],
    });
    expect(findTarget(other, 'Bead', 0)).toMatchObject({ selection: { path: 'Bead' } });
  });

  it('selects a number whole, of text only the byte', () => {
    expect(findTarget(parsed, '0xD', 0)).toMatchObject({ selection: { start: 12, end: 16 }, offset: 13 });
    expect(findTarget(parsed, '5', 0)).toMatchObject({
      selection: { start: 5, end: 6, path: 'Header.Type' },
    });
  });

  it.each([
    '-1',
    'end-0x7FFFFFFF',
    '0x10–0xFFFFFFF',
    '0xFFFFFFFFFFFFFFFFF',
    'end+1',
    '1,02',
    '0xFFFFFFFF',
    '99999999999999999999',
    'Nothing',
    'Header.',
    'Header.LODDistances[9999]',
    '[',
  ])('%s is told in a sentence', (text) => {
    expect(goTo(text)).toMatch(/^(There is no byte|No offset, section or path)/);
  });
});

describe('completions', () => {
  const all = (text: string, of: AbcFile = parsed) => {
    const search = completions(of, text);
    for (let steps = 0; ; steps++) {
      const next = search.next();
      if (next.done) return { found: next.value, steps };
    }
  };
  const paths = (text: string) => all(text).found.map(({ path }) => path);

  it('gives parts of what is named so far, those that begin with it first', () => {
    expect(paths('nod')[0]).toBe('Nodes');
    expect(paths('header.ver')).toContain('Header.Version');
    expect(paths('Nodes.Nodes[')).toContain('Nodes.Nodes[0]');
    for (const text of ['nodes.nodes[1', 'nodes[1'])
      expect(paths(text)).toEqual(expect.arrayContaining(['Nodes.Nodes[1]', 'Nodes.Nodes[10]']));
  });

  it('finds model elements by their names', () => {
    const name = parsed.info.nodes[1]?.name ?? '';
    expect(paths(name.toUpperCase())).toContain('Nodes.Nodes[1]');
  });

  it('puts an exact name, in any case, before one that only begins so', () => {
    const node = (name: string) => ({ ...parsed.resolve('Header'), name, path: name });
    const sockets = [{ name: 'head_top' }, { name: 'Head' }];
    const named = partly<AbcFile>({
      info: { pieces: [], nodes: [{ name: 'forehead' }], animations: [], sockets },
      children: () => [node('Header')],
      pathOf: (ref: { socket?: number; node?: number }) =>
        ref.socket === undefined ? 'Nodes[0]' : `Sockets[${ref.socket}]`,
      resolve: (path: string) => node(path),
    });
    expect(all('head', named).found.map(({ path }) => path)).toEqual([
      'Sockets[1]',
      'Header',
      'Sockets[0]',
      'Nodes[0]',
    ]);
  });

  it('offers nothing for numbers and unknown places', () => {
    for (const text of ['0x1', '12', '+1', 'Nothing.', 'Header.Version.']) expect(paths(text)).toEqual([]);
  });

  it('stops at enough of them, and fetches a few at a time', () => {
    const names = Array.from({ length: 200_000 }, (_, i) => ({ name: `arm ${i}` }));
    let fetched = 0;
    const node = { ...parsed.resolve('Header'), name: 'Other' };
    const huge = partly<AbcFile>({
      info: { pieces: [], nodes: names, animations: names, sockets: [] },
      children: (_: string, _from: number, count: number) => {
        expect(count).toBeLessThanOrEqual(64);
        fetched += count;
        return Array.from({ length: count }, () => node);
      },
      pathOf: () => 'Nodes.Nodes[0]',
      resolve: () => {
        fetched++;
        return node;
      },
    });
    expect(all('arm 1', huge).found).toHaveLength(40);
    expect(fetched).toBeLessThan(4000);
    // The last of them all: every step is short, so there are many.
    expect(all('arm 199999', huge)).toMatchObject({ found: { length: 2 } });
    expect(all('arm 199999', huge).steps).toBeGreaterThan(100);
  });
});
