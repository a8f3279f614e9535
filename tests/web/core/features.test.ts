/** What models of a version can have, as every way to open a file says it. */
import type { Features, Lithoscope } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { structureOf } from '../../../web/opening/partial/open.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { bytesOf, CLOCKWORK, JELLYFISH, sample } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

const namesOf = (features: Features) =>
  Object.entries(features).flatMap(([name, has]) => (has ? [name] : []));

const OLD = ['collapses', 'deformation', 'keyBounds', 'interpretation', 'nodeNumbers'];
const NEW = ['levels', 'pieces', 'weights', 'sockets', 'weightSets', 'childModels', 'bindPose', 'tiledSkins'];

describe('the features', () => {
  it.each([
    [12, CLOCKWORK, NEW],
    [6, JELLYFISH, OLD],
  ])('of a model of version %i are those of its version', async (version, name, names) => {
    const { info } = core.open(bytesOf(name));
    expect(info.version).toBe(version);
    expect(namesOf(info.features)).toEqual(names);
  });

  it.each([CLOCKWORK, JELLYFISH])('of %s are known before all of it is read', async (name) => {
    const bytes = bytesOf(name);
    const partial = await structureOf(core, bytes.length, async (start, end) => bytes.slice(start, end));
    expect(partial.info().features).toEqual(core.open(bytes).info.features);
    partial.release();
  });

  it('of a version that nobody describes are none', () => {
    const bytes = sample('clockwork.abc');
    const { start = 0 } = core.open(bytes).resolve('Header.Version') ?? {};
    bytes[start] = 99;
    const { info } = core.open(bytes);
    expect(info).toMatchObject({ format: 'abc', version: 99 });
    expect(namesOf(info.features)).toEqual([]);
  });

  it('of what is no model are none, by the same names', async () => {
    const texture = (await loadDtx()).open(sample('clockwork.dtx'));
    const model = core.open(sample('clockwork.abc'));
    expect(namesOf(texture.info.features)).toEqual([]);
    expect(Object.keys(texture.info.features)).toEqual(Object.keys(model.info.features));
  });
});
