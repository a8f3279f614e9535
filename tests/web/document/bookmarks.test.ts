import type { AbcFile } from '@lithoscope/core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BookmarkData, MAX_BOOKMARKS } from '../../../web/document/bookmark.ts';
import {
  addBookmarks,
  bookmarkSelection,
  bookmarksFromJson,
  bookmarksOf,
  bookmarksToImHex,
  bookmarksToJson,
  changeBookmark,
  deleteBookmark,
  linkedBookmarks,
  nextBookmark,
  undoDelete,
} from '../../../web/document/bookmarks.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { formatLink, parseLink } from '../../../web/links/format.ts';
import { loadCore } from '../support/core.ts';
import { sourceOf } from '../support/fakes.ts';
import { sample } from '../support/samples.ts';

let parsed: AbcFile;
let file: OpenFile;
beforeAll(async () => {
  parsed = (await loadCore()).open(sample('clockwork.abc'));
});
afterEach(() => {
  file = fresh();
});
const fresh = () => new OpenFile(sourceOf('clockwork.abc'), parsed);
const mark = (start: number, end: number, name = 'a', note = ''): BookmarkData => ({
  start,
  end,
  name,
  note,
  color: 'green',
});
const names = () => bookmarksOf(file).map(({ name }) => name);

describe('bookmarks', () => {
  beforeAll(() => {
    file = fresh();
  });

  it('stand by their place, none twice, inside the file', () => {
    const { size } = parsed;
    addBookmarks(file, [mark(20, 30, 'late'), mark(0, 4, 'small'), mark(0, 8, 'large')]);
    expect(names()).toEqual(['large', 'small', 'late']);
    expect(addBookmarks(file, [mark(20, 30, 'late')])).toEqual([]);
    addBookmarks(file, [
      mark(size - 2, size + 99, 'cut'),
      mark(size, size + 1, 'outside'),
      mark(9, 9, 'none'),
    ]);
    expect(names()).toEqual(['large', 'small', 'late', 'cut']);
    expect(bookmarksOf(file).at(-1)?.end).toBe(size);
  });

  it('are named after the structure, or their offset', () => {
    const node = parsed.resolve('Nodes.Nodes[5]');
    if (!node) throw new Error('no node');
    expect(bookmarkSelection(file, node)?.name).toBe('Nodes[5] Head');
    expect(bookmarkSelection(file, { start: 0x10, end: 0x12, path: '' })?.name).toBe('0x10');
    expect(bookmarkSelection(file, { start: 0x10, end: 0x12, path: '' })).toBeNull();
  });

  it('change, go, and come back as they were', () => {
    const [first] = addBookmarks(file, [mark(1, 2, 'first'), mark(3, 4, 'second')]);
    const id = first?.id ?? 0;
    changeBookmark(file, id, { name: 'other', color: 'pink' });
    expect(bookmarksOf(file)[0]).toMatchObject({ name: 'other', color: 'pink', start: 1 });
    deleteBookmark(file, id);
    expect(names()).toEqual(['second']);
    expect(undoDelete(file)?.id).toBe(id);
    expect(names()).toEqual(['other', 'second']);
    expect(undoDelete(file)).toBeNull();
  });

  it('follow each other around the ends of the file', () => {
    addBookmarks(file, [mark(10, 12, 'a'), mark(20, 22, 'b')]);
    const marks = bookmarksOf(file);
    expect(nextBookmark(marks, 10, 1)?.name).toBe('b');
    expect(nextBookmark(marks, 20, 1)?.name).toBe('a');
    expect(nextBookmark(marks, 10, -1)?.name).toBe('b');
    expect(nextBookmark([], 0, 1)).toBeNull();
  });

  it('are bounded, whatever comes in', () => {
    const many = Array.from({ length: 2 * MAX_BOOKMARKS }, (_, i) =>
      mark(i, i + 1, 'x'.repeat(1e4), 'y'.repeat(1e5)),
    );
    addBookmarks(file, many);
    expect(bookmarksOf(file)).toHaveLength(MAX_BOOKMARKS);
    expect(bookmarksOf(file)[0]?.name).toHaveLength(100);
    expect(bookmarksOf(file)[0]?.note).toHaveLength(2000);
    // The link stays one that can be sent.
    const link = { bookmarks: linkedBookmarks(bookmarksOf(file)), unknownParts: [] };
    expect(link.bookmarks.length).toBeGreaterThan(0);
    expect(formatLink(link).length).toBeLessThan(10_000);
  });
});

describe('as JSON', () => {
  it('come back as they were', () => {
    file = fresh();
    const all = [mark(1, 5, 'a “name”', 'two\nlines'), mark(7, 8, '<img src=x>')];
    addBookmarks(file, all);
    expect(bookmarksFromJson(bookmarksToJson(file, bookmarksOf(file)))).toEqual(all);
  });

  it('are ImHex’s as its view of bookmarks reads and writes them', () => {
    file = fresh();
    addBookmarks(file, [mark(0x10, 0x18, 'counts', 'a note')]);
    const written = JSON.parse(bookmarksToImHex(bookmarksOf(file)));
    expect(written.bookmarks).toEqual([
      {
        name: 'counts',
        comment: 'a note',
        color: 0xff2e7f3d,
        region: { address: 0x10, size: 8 },
        locked: false,
        id: 0,
      },
    ]);
    expect(bookmarksFromJson(JSON.stringify(written))).toEqual([mark(0x10, 0x18, 'counts', 'a note')]);
    // Any colour is one of ours: a bright red is nearest to pink or orange.
    const red = { ...written.bookmarks[0], color: 0x500000ff };
    expect(bookmarksFromJson(JSON.stringify({ bookmarks: [red] }))).toMatchObject([
      { color: expect.stringMatching(/^(pink|orange)$/) },
    ]);
  });

  it('of any other content are refused in words, or read as far as they make sense', () => {
    for (const text of ['', '{', 'null', '[]', '{"bookmarks":5}', '{"bookmarks":[1,null,"x",[]]}']) {
      expect(bookmarksFromJson(text), text).toBeTypeOf('string');
    }
    const odd =
      '{"bookmarks":[{"offset":-1,"length":2},{"offset":1.5,"length":1},{"offset":4,"length":1e99},{"offset":2,"length":3,"name":{},"color":"__proto__"}]}';
    expect(bookmarksFromJson(odd)).toEqual([{ start: 2, end: 5, name: '', note: '', color: 'blue' }]);
  });
});

describe('in a link', () => {
  it('are short, and come back', () => {
    const bookmarks = [mark(0x6e07, 0x6e13, 'a name, with, commas', 'a\nnote')];
    const text = formatLink({ bookmarks, unknownParts: [] });
    expect(text).toBe('mark=0x6E07%2B12%2Cgreen%2Ca%20name%2C%20with%2C%20commas%0Aa%0Anote&v=1');
    expect(parseLink(text).bookmarks).toEqual(bookmarks);
  });

  it('are left out when they are malformed, and cut when there are too many', () => {
    for (const text of [
      'x',
      '0x10',
      '0x10+0,blue,a',
      '0xFFFFFFFFF+1,blue,',
      '0x10+99999999999,blue,a',
      '-1+4,blue,a',
    ]) {
      expect(parseLink(`mark=${encodeURIComponent(text)}`).bookmarks, text).toBeUndefined();
    }
    const many = Array.from({ length: 5000 }, (_, i) => `mark=0x${i.toString(16)}%2B1%2Cred%2Cn`).join('&');
    expect(parseLink(many).bookmarks).toHaveLength(MAX_BOOKMARKS);
    expect(parseLink(many).bookmarks?.[0]?.color).toBe('blue');
  });
});
