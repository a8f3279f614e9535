import { describe, expect, it } from 'vitest';
import { counted, countsOf, formatRounded, identityOf, refusal } from '../../../web/explain/describe.ts';
import { infoWith } from '../support/fakes.ts';
import { findingOf } from '../support/finding.ts';

describe('a file in words', () => {
  it('names engine, version and games', () => {
    expect(identityOf(infoWith({}))).toMatchObject({ title: 'LithTech 2 model', version: 'ABC v12' });
    expect(identityOf(infoWith({ version: 6 })).games).toContain('KISS');
    expect(identityOf(infoWith({ version: 77 }))).toEqual({
      title: 'LithTech model',
      version: 'ABC v77',
      games: '',
    });
    expect(identityOf(infoWith({ version: 0 })).version).toContain('unreadable');
    expect(identityOf(infoWith({ format: 'alembic' })).title).toContain('Alembic');
    expect(countsOf(infoWith({ format: 'alembic' }))).toEqual([]);
  });

  it('counts the finest level and leaves out what there is none of', () => {
    const lods = [
      { faces: 10, vertices: 6, weights: 6 },
      { faces: 4, vertices: 3, weights: 3 },
    ];
    const list = countsOf(infoWith({ pieces: [{ lods }, { lods }], lodCount: 2 }));
    expect(list.map(({ count, noun }) => counted(count, noun))).toEqual([
      '2 pieces',
      '0 nodes',
      '0 animations',
      '20 faces',
      '12 vertices',
      '2 LODs',
    ]);
  });

  it('counts the vertices of v6 without those that stand in for collapsed edges', () => {
    const pieces = [{ lods: [{ faces: 10, vertices: 1560, weights: 0 }] }];
    const list = countsOf(infoWith({ version: 6, pieces, lodCount: 289 }));
    expect(list.find(({ noun }) => noun === 'vertex')?.count).toBe(1272);
    expect(list.find(({ noun }) => noun === 'edge collapse')?.count).toBe(288);
  });

  it('names a version that is a text by that text', () => {
    const info = infoWith({ version: 0, token: 'MonolithExport Model File v5' });
    expect(identityOf(info).version).toBe('ABC “Model File v5”');
  });

  it('says of a texture which one it is and how large', () => {
    const texture = infoWith({
      format: 'dtx',
      version: -3,
      header: { Width: 256, Height: 1, MipmapCount: 4 },
    });
    expect(identityOf(texture)).toMatchObject({ title: 'LithTech 1.5 texture', version: 'DTX v−3' });
    expect(identityOf(infoWith({ format: 'dtx', version: 0 })).version).toContain('unreadable');
    expect(countsOf(texture).map(({ count, noun }) => counted(count, noun))).toEqual([
      '256 texels wide',
      '1 texel high',
      '4 levels',
    ]);
  });

  it('gives numbers their noun', () => {
    expect(counted(1, 'vertex')).toBe('1 vertex');
    expect(counted(1772, 'face')).toBe('1,772 faces');
    expect([160.8819580078125, 3648, -0.5].map(formatRounded)).toEqual(['160.88', '3,648', '−0.5']);
  });
});

describe('refusal', () => {
  it('says what the file is, in the core’s words when it has some', () => {
    expect(refusal('a.abc', infoWith({ format: 'empty' }), [])).toBe('a.abc is empty: it has 0 bytes.');
    expect(
      refusal('a.abc', infoWith({ format: 'alembic' }), [findingOf({ message: 'This is Alembic.' })]),
    ).toBe('a.abc: This is Alembic.');
  });
});
