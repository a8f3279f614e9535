import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadRecents, type Recent, recents, recentsAfter } from '../../../web/opening/recent.ts';
import { partly } from '../support/fakes.ts';
import { stubStorage } from '../support/storage.ts';

const linked = (name: string, at = 0): Recent => ({ name, url: `https://example.org/${name}`, at });

/** A file on the disk, as far as the list looks at it. */
function onDisk(name: string, place: string, at = 0): Recent {
  const handle = {
    place,
    isSameEntry: async (other: object) => Reflect.get(other, 'place') === place,
  };
  return { name, handle: partly<FileSystemFileHandle>(handle), at };
}

const names = (list: readonly Recent[]) => list.map(({ name }) => name);

describe('recentsAfter', () => {
  it('puts what was opened first, in its order', async () => {
    expect(names(await recentsAfter([linked('a')], [linked('b'), linked('c')]))).toEqual(['b', 'c', 'a']);
  });

  it('moves what is opened again to the front', async () => {
    const list = await recentsAfter([linked('a', 2), linked('b', 1)], [linked('b', 3)]);
    expect(list).toEqual([linked('b', 3), linked('a', 2)]);
  });

  it('keeps six', async () => {
    const list = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => linked(name));
    expect(names(await recentsAfter(list, [linked('g')]))).toEqual(['g', 'a', 'b', 'c', 'd', 'e']);
    expect(names(await recentsAfter([linked('z')], [...list, linked('g')]))).toEqual(names(list));
  });

  it('tells files on the disk apart by the disk, not by name', async () => {
    const list = [onDisk('a.abc', 'one/a.abc')];
    expect(await recentsAfter(list, [onDisk('models/a.abc', 'one/a.abc')])).toHaveLength(1);
    expect(await recentsAfter(list, [onDisk('a.abc', 'two/a.abc')])).toHaveLength(2);
    expect(await recentsAfter(list, [linked('a.abc')])).toHaveLength(2);
  });
});

describe('recent files', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    recents.value = [];
  });

  const read = async (text: string) => {
    stubStorage({ recent: text });
    await loadRecents();
    return recents.value;
  };

  it('are those that were kept, newest first', async () => {
    const list = [linked('a', 1), { ...linked('b', 3), kind: 'rez', picture: '1-2' }, linked('c', 2)];
    expect(await read(JSON.stringify(list))).toEqual([list[1], list[2], list[0]]);
  });

  it.each([
    '',
    '{',
    'null',
    '{"name":"a"}',
    '[1, null, {"name":"a","at":1}, {"url":"b"}]',
    '[{"name":"a","at":"1","url":"b"}, {"name":"a","at":1,"url":{}}, {"name":"a","at":1,"url":"b","kind":"x"}]',
  ])('are none in %s', async (text) => {
    expect(await read(text)).toEqual([]);
  });

  it('are six of a hundred thousand', async () => {
    const list = Array.from({ length: 1e5 }, (_, i) => linked(`${i}`, i));
    expect(names(await read(JSON.stringify(list)))).toEqual([
      '99999',
      '99998',
      '99997',
      '99996',
      '99995',
      '99994',
    ]);
  });
});
