import { describe, expect, it } from 'vitest';
import { mergeRecents, parseRecents, type Recent, recentsAfter } from '../../../web/files/recent.ts';
import { partly } from '../support/fakes.ts';

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

describe('mergeRecents', () => {
  it('orders both kinds by time, newest first', () => {
    const merged = mergeRecents([linked('a', 3), linked('b', 1)], [onDisk('c', 'c', 2)]);
    expect(names(merged)).toEqual(['a', 'c', 'b']);
  });
});

describe('parseRecents', () => {
  it('reads what was stored', () => {
    const list = [linked('a', 2), linked('b', 1)];
    expect(parseRecents(JSON.stringify(list))).toEqual(list);
  });

  it.each([null, '', '{', 'null', '{"name":"a"}', '[1, null, {"name":"a","at":1}, {"url":"b"}]'])(
    'makes nothing of %s',
    (text) => expect(parseRecents(text)).toEqual([]),
  );
});
