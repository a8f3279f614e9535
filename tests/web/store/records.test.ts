import * as v from 'valibot';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { beyond, Records } from '../../../web/store/records.ts';

// Files share modules: here they are read anew, and afterwards nobody has those that were replaced.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const database = await vi.hoisted(async () => (await import('../support/storage.ts')).fakeDatabase());
vi.mock('idb-keyval', () => database.module);

const SCHEMA = v.object({ at: v.number() });
const records = new Records('name', 'store');
const keys = () => [...database.content.keys()];

afterEach(() => {
  database.content.clear();
  vi.restoreAllMocks();
});

describe('records', () => {
  test('that are damaged are none', async () => {
    const damaged = [null, 7, 'x', [], {}, { at: '1' }, { at: Number.NaN }, new Map([['at', 1]])];
    await records.set(damaged.map((value, i) => [`${i}`, value]));
    await records.set([['sound', { at: 1, more: 2 }]]);
    for (const i of damaged.keys()) expect(await records.get(`${i}`, SCHEMA)).toBeNull();
    expect(await records.all(SCHEMA)).toEqual(new Map([['sound', { at: 1 }]]));
    expect(await records.getMany(['sound', '0', 'none'], SCHEMA)).toEqual([{ at: 1 }, null, null]);
  });

  test('are none where storage is forbidden, and are not pruned', async () => {
    await records.set([['a', { at: 1 }]]);
    vi.spyOn(database.module, 'getMany').mockRejectedValue(new Error('forbidden'));
    expect(await records.get('a', SCHEMA)).toBeNull();
    await expect(records.prune(SCHEMA, { records: 0 })).rejects.toThrow('forbidden');
    expect(keys()).toEqual(['a']);
  });

  test('of keys that this page never writes stay', async () => {
    database.content.set(7, { at: 1 });
    await records.retain(() => false);
    expect(keys()).toEqual([7]);
  });

  test('are pruned: the damaged ones first, and only those that are meant', async () => {
    await records.set(['other', 'a', 'b'].map((key, at) => [key, { at }]));
    await records.set([['damaged', {}]]);
    expect(await records.prune(SCHEMA, { records: 1 }, ['a', 'b', 'damaged'])).toEqual(['a', 'damaged']);
    expect(keys()).toEqual(['other', 'b']);
  });
});

describe('beyond the limits', () => {
  const uses = [
    ['middle', { at: 2, bytes: 40 }],
    ['new', { at: 3, bytes: 50 }],
    ['old', { at: 1, bytes: 30 }],
  ] as const;

  test('is what is too much, the least recently used', () => {
    expect(beyond(uses, { records: 3 })).toEqual([]);
    expect(beyond(uses, { records: 1 })).toEqual(['middle', 'old']);
  });

  test('is what is too old', () => {
    expect(beyond(uses, { ageMs: 8 }, 10)).toEqual(['old']);
    expect(beyond(uses, { ageMs: 8, records: 1 }, 10)).toEqual(['middle', 'old']);
  });

  test('is as many bytes as leave some room', () => {
    expect(beyond(uses, { bytes: { max: 120, after: 50 } })).toEqual([]);
    expect(beyond(uses, { bytes: { max: 119, after: 90 } })).toEqual(['old']);
    expect(beyond(uses, { bytes: { max: 100, after: 50 } })).toEqual(['middle', 'old']);
  });
});
