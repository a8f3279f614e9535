import { basename } from 'node:path';
import type { Info, Lithoscope, ParsedFile } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { factsFrom, MAX_NAME, MAX_NAMES } from '../../../web/explain/facts.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { withExpectations } from '../support/expected.ts';
import { fixtures } from '../support/fixtures.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, sample } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('facts', () => {
  const models = withExpectations(realFiles('.abc')).map(
    ([path, expected]) => [basename(path), path, expected] as const,
  );
  it.each(models)('are what another program reads: %s', (_, path, expected) => {
    const facts = factsFrom(core.open(bytesOf(path)));
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
