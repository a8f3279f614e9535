/** Partially loaded files: what is found of the chain, and that it is asked like any other file. */
import { basename } from 'node:path';
import type { AbcFile } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { structureOf } from '../../../web/opening/partial/open.ts';
import { type ChainLimits, followChain } from '../../../web/opening/partial/structure.ts';
import { parseFilter } from '../../../web/structure/tree/filter.ts';
import { loadCore } from '../support/core.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../support/samples.ts';
import { wrapped } from '../support/wrapped.ts';

const samples = [CLOCKWORK, JELLYFISH];

const ANY: ChainLimits = { sections: 1e6, time: Number.POSITIVE_INFINITY, window: 7 };

const reader = (bytes: Uint8Array) => async (start: number, end: number) => bytes.slice(start, end);

const core = await loadCore();
const follow = (bytes: Uint8Array, limits = ANY) => followChain(core, bytes.length, reader(bytes), limits);

/** Sections of a file that names each, its next offset, and how many bytes of data it has. */
function chainOf(...sections: readonly [type: string, next: number, data: number][]): Uint8Array {
  const parts = sections.map(([type, next, data]) => {
    const head = new Uint8Array(2 + type.length + 4 + data);
    const view = new DataView(head.buffer);
    view.setUint16(0, type.length, true);
    head.set(new TextEncoder().encode(type), 2);
    view.setUint32(2 + type.length, next, true);
    return [...head];
  });
  return Uint8Array.from(parts.flat());
}

/** What the core says of the chain's end. */
const framing = ({ findings }: AbcFile) =>
  findings
    .filter(({ code }) => /^SECTION_(OFFSET|HEAD|CHAIN)/.test(code))
    .map(({ code, offset, length, path, message }) => ({ code, offset, length, path, message }));

describe('the chain of a partially loaded file', () => {
  it.each(realFiles('.abc').map((path) => [basename(path), path]))('is the core’s: %s', async (_, path) => {
    const bytes = bytesOf(path);
    const whole = core.open(bytes);
    const { sections, rest, findings } = await follow(bytes);
    expect(sections.map(({ type, offset, size, next }) => ({ type, offset, size, next }))).toEqual(
      whole.info.sections,
    );
    expect(rest).toBeNull();
    expect(
      findings.map(({ code, offset, length, path: at, message }) => ({
        code,
        offset,
        length,
        path: at,
        message,
      })),
    ).toEqual(framing(whole));
    expect(sections.map((section) => section.path)).toEqual(
      whole
        .children('')
        .filter(({ role }) => role === 'section')
        .map((node) => node.path),
    );
  });

  it('begins after the wrapper of an LTB, however little is read at once', async () => {
    const bytes = wrapped(bytesOf(CLOCKWORK));
    const { sections } = await follow(bytes);
    expect(sections.slice(0, 2).map(({ path, offset }) => [path, offset])).toEqual([
      ['LTBHeader', 0],
      ['Header', 35],
    ]);
    expect(sections.map(({ type, offset, size, next }) => ({ type, offset, size, next }))).toEqual(
      core.open(bytes).info.sections,
    );
  });

  const HEADER = 8;
  it.each([
    ['its end', chainOf(['Header', 0xffffffff, 4])],
    ['a file cut after a section', chainOf(['Header', 16, 4])],
    ['an offset past the end of the file', chainOf(['Header', 1000, 4])],
    ['an offset to itself', chainOf(['Header', 16, 4], ['Nodes', 16, 9])],
    ['an offset backward', chainOf(['Header', 16, 4], ['Nodes', 3, 9])],
    ['an offset into its own head', chainOf(['Header', HEADER + 2, 40])],
    ['no head', chainOf(['Header', 20, 4 + 6])],
    [
      'a name that is longer than the file',
      Uint8Array.of(...chainOf(['Header', 16, 4]), 255, 255, 1, 2, 3, 4, 5),
    ],
    [
      'two of a name, one without',
      chainOf(['Header', 16, 4], ['Odd %é', 32, 4], ['Odd %é', 48, 4], ['', 0xffffffff, 1]),
    ],
  ])('ends like the core’s with %s', async (_, bytes) => {
    const whole = core.open(bytes);
    const { sections, findings } = await follow(bytes);
    expect(sections.map(({ type, offset, size, next }) => ({ type, offset, size, next }))).toEqual(
      whole.info.sections,
    );
    expect(
      findings.map(({ code, offset, length, path, message }) => ({ code, offset, length, path, message })),
    ).toEqual(framing(whole));
  });

  it('stops where it is told to, and says where it stopped', async () => {
    const bytes = chainOf(['Header', 16, 4], ['A', 24, 1], ['B', 32, 1], ['C', 0xffffffff, 1]);
    const { sections, rest } = await follow(bytes, { ...ANY, sections: 2 });
    expect(sections.map(({ type }) => type)).toEqual(['Header', 'A']);
    expect(rest).toBe(24);
    expect((await follow(bytes, { ...ANY, time: -1 })).sections).toEqual([]);
  });

  it('reads little of a file: heads and no data', async () => {
    const bytes = bytesOf(CLOCKWORK);
    let read = 0;
    const window = 64;
    const { sections } = await followChain(
      core,
      bytes.length,
      async (start, end) => {
        read += end - start;
        return bytes.slice(start, end);
      },
      { ...ANY, window },
    );
    expect(read).toBeLessThanOrEqual(sections.length * window);
  });
});

describe('a partially loaded file', () => {
  it.each([
    ...samples.map((path) => [basename(path), bytesOf(path)] as const),
    ['an ABC in an LTB', wrapped(bytesOf(CLOCKWORK))] as const,
  ])('knows header and sections of %s, and covers it', async (_, bytes) => {
    const whole = core.open(bytes);
    const structure = await structureOf(core, bytes.length, reader(bytes));
    const { version, header, commandString, sections } = structure.info();
    expect({ version, header, commandString, sections }).toEqual({
      version: whole.info.version,
      header: whole.info.header,
      commandString: whole.info.commandString,
      sections: whole.info.sections,
    });
    const { offset, length } = structure.leaves(0, bytes.length);
    let end = 0;
    offset.forEach((start, i) => {
      expect(start).toBe(end);
      end = start + (length[i] ?? 0);
    });
    expect(end).toBe(bytes.length);
    const { known, opaque, unreferenced, unparsed } = structure.coverage();
    expect(known + opaque + unreferenced + unparsed).toBe(bytes.length);
    expect(structure.paths(0, bytes.length)).toHaveLength(offset.length);
  });

  it.each([
    ['a model', bytesOf(CLOCKWORK)],
    ['an ABC in an LTB', wrapped(bytesOf(CLOCKWORK))],
  ])('finds a node of %s by its path, by its bytes, and among its siblings', async (_, bytes) => {
    const structure = await structureOf(core, bytes.length, reader(bytes));
    const paths = structure.paths(0, bytes.length);
    structure.leaves(0, bytes.length).offset.forEach((offset, i) => {
      const leaf = structure.ancestors(offset).at(-1);
      expect(leaf?.path).toBe(paths[i]);
      expect(structure.resolve(leaf?.path ?? '')).toEqual(leaf);
    });
    const top = structure.children('', 0, 1000);
    expect(top).toHaveLength(structure.resolve('')?.count ?? 0);
    for (const [index, node] of top.entries()) {
      expect(structure.resolve(node.path)).toEqual(node);
      expect(structure.children('', index, 1)).toEqual([node]);
      expect(structure.children(node.path, 0, 1000)).toHaveLength(node.count);
    }
    expect(structure.resolve('Nowhere')).toBeNull();
    expect(structure.ancestors(bytes.length)).toEqual([]);
  });

  it('is searched by names and types, part by part, and by values where they are known', async () => {
    const bytes = bytesOf(CLOCKWORK);
    const structure = await structureOf(core, bytes.length, reader(bytes));
    const search = (text: string, budget: number) => {
      const found: string[] = [];
      for (let from = 0; from < bytes.length; ) {
        const { paths, fits, next } = structure.search(parseFilter(text), from, budget);
        found.push(...paths.filter((_, i) => fits[i] === 1));
        expect(next).toBeGreaterThan(from);
        from = next;
      }
      return found;
    };
    const sections = structure.info().sections.map(({ type }) => type);
    for (const budget of [1, 1000]) {
      expect(search('name:next', budget)).toEqual(sections.map((type) => `${type}.NextSectionOffset`));
      expect(search('name:pieces', budget)).toEqual(['Pieces']);
      expect(search('type:section', budget)).toEqual(sections.slice(1));
      expect(search('name:version value:12', budget)).toEqual(['Header.Version']);
    }
  });

  it('says that it is not read, and of what is no model nothing but that', async () => {
    const structure = await structureOf(core, 100, reader(new Uint8Array(100)));
    expect(structure.info().format).toBe('unknown');
    expect(structure.findings().map(({ code }) => code)).toEqual(['FILE_PARTIALLY_LOADED']);
    expect(structure.coverage().opaque).toBe(100);
    expect(structure.ancestors(7).map(({ path }) => path)).toEqual(['Data']);
  });
});
