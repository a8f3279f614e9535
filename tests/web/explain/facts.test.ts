import { readFileSync } from 'node:fs';
import type { Info, Lithoscope, ParsedFile } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { factsFrom, MAX_NAME, MAX_NAMES } from '../../../web/explain/facts.ts';
import { loadCore } from '../support/core.ts';
import { corpusFiles, corpusNote, corpusPath } from '../support/corpus.ts';
import { loadDtx } from '../support/dtx.ts';
import { fixtures } from '../support/fixtures.ts';
import { sample } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

/** What another program says of a file of the corpus. */
interface Expected {
  size: number;
  version: number;
  pieces?: { name: string; material: number; lods: { faces: number; vertices: number }[] }[];
  faces?: number;
  normal_vertices?: number;
  nodes?: [name: string, flags: number, parent: number, deformation: number][];
  animations?: [name: string, length: number, keys: number][];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe(`the facts of real files${corpusNote}`, () => {
  const files = ['nolf', 'kiss'].flatMap((game) =>
    corpusFiles(`${game}/expected`, '.json').map((name) => `${game}/expected/${name}`),
  );
  it.each(files)('are what another program reads: %s', (name) => {
    const expected: Expected = JSON.parse(readFileSync(corpusPath(name), 'utf8'));
    const model = name.replace('/expected/', '/models/').replace(/\.json$/, '');
    const facts = factsFrom(core.open(new Uint8Array(readFileSync(corpusPath(model)))));
    expect(facts).toMatchObject({ format: 'abc', size: expected.size, version: expected.version });
    const { pieces, nodes, animations } = expected;
    if (nodes) {
      expect(facts.names.nodes).toEqual(nodes.map(([node]) => node));
      expect(facts.nodes).toBe(nodes.length);
      expect(facts.deformation).toBe(sum(nodes.map(([, , , deformation]) => deformation)));
    }
    if (animations) {
      expect(facts.names.animations).toEqual(animations.map(([animation]) => animation));
      expect(facts.animations).toBe(animations.length);
    }
    if (pieces) {
      expect(facts.names.pieces).toEqual(pieces.map((piece) => piece.name));
      expect(facts.faces).toBe(sum(pieces.map(({ lods }) => lods[0]?.faces ?? 0)));
      expect(facts.vertices).toBe(sum(pieces.map(({ lods }) => lods[0]?.vertices ?? 0)));
      expect(facts.levels).toBe(Math.max(...pieces.map(({ lods }) => lods.length)));
      const materials = pieces.filter(({ lods }) => lods.some(({ faces }) => faces > 0));
      expect(facts.slots).toEqual([...new Set(materials.map(({ material }) => material))].sort());
    }
    if (expected.faces !== undefined) expect(facts.faces).toBe(expected.faces);
    if (expected.normal_vertices !== undefined) expect(facts.vertices).toBe(expected.normal_vertices);
  });
});

describe('facts', () => {
  it.each([...fixtures])('have the frame strings of all keys, each once: %s', (_name, content) => {
    const file = core.open(content);
    const all = file.info.animations.flatMap((_animation, i) => file.keyframes(i).strings);
    expect(factsFrom(file).names.frames).toEqual([...new Set(all)].filter(Boolean));
  });

  it('stay when the file is released', () => {
    const file = core.open(sample('clockwork.abc'));
    const facts = factsFrom(file);
    const copy = structuredClone(facts);
    file.release();
    expect(facts).toEqual(copy);
    expect(facts.findings).toEqual(file.findings);
  });

  it('of a texture are its size', async () => {
    const texture = (await loadDtx()).open(sample('jellyfish.dtx'));
    const { width = 0, height = 0, faces } = texture.texture ?? {};
    expect(width).toBeGreaterThan(0);
    const levels = faces?.[0]?.length;
    expect(factsFrom(texture)).toMatchObject({ format: 'dtx', width, height, levels, nodes: 0, faces: 0 });
  });

  it('of anything are bounded', () => {
    const many = <T>(make: (i: number) => T) => Array.from({ length: 60_000 }, (_, i) => make(i));
    const long = 'x'.repeat(65_535);
    const info: Partial<Info> = {
      ...core.open(new Uint8Array()).info,
      format: 'abc',
      commandString: long,
      token: long,
      nodes: many(() => ({
        name: long,
        index: 0,
        flags: 0,
        parent: 0,
        childCount: 0,
        deformationVertices: 1,
      })),
      pieces: many((i) => ({
        name: long,
        materialIndex: i,
        specularPower: 0,
        specularScale: 0,
        lodWeight: 0,
        extraCount: 0,
        lods: [{ faces: 1, vertices: 1, weights: 0 }],
      })),
      childModels: many(() => ({ name: long, buildNumber: 0 })),
    };
    const file = { ...core.open(new Uint8Array()), info, frameStrings: () => many((i) => `${i}${long}`) };
    const facts = factsFrom(file as unknown as ParsedFile);
    expect(facts).toMatchObject({ nodes: 60_000, pieces: 60_000, faces: 60_000, deformation: 60_000 });
    for (const names of Object.values(facts.names)) {
      expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
      for (const name of names) expect(name.length).toBeLessThanOrEqual(MAX_NAME);
    }
    expect(facts.names.frames).toHaveLength(MAX_NAMES);
    expect(facts.slots.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(facts).length).toBeLessThan(10 * MAX_NAMES * MAX_NAME);
  });
});
