import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLOR_NAMES } from '../../../web/document/bookmark.ts';
import { VIEW_DEFAULTS } from '../../../web/document/view.ts';
import { formatLink, parseLink } from '../../../web/links/format.ts';
import type { Link } from '../../../web/links/link.ts';

const hostile = fc.constantFrom(
  '<img src=x onerror=alert(1)>',
  'a&model=b#c=d',
  '%',
  '%E0%A4%A',
  '\u202egnp.exe',
  'a\0b',
  '+Walk',
  '1:2',
  ':',
  'x'.repeat(65_536),
  '\u{1F41F}',
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1 }).filter((word) => !/\p{Surrogate}/u.test(word)),
  hostile,
);
const whole = fc.integer({ min: 0, max: 2 ** 31 });
const time = whole.map((thousandths) => thousandths / 1000);
const supplied = fc.oneof(
  fc.record({ url: text }),
  fc.record({ place: whole, url: fc.oneof(text, fc.constant('')) }),
);
const numbers = fc.uniqueArray(fc.nat(300), { minLength: 1 }).map((values) => values.sort((a, b) => a - b));
/** A part that the page does not know; others may not look like its own. */
const KEYS =
  'model|entry|name|size|sha256|base|attach|tex|local|find|anim|child|t|play|mode|speed|layer|lod|lodauto|sel|mark|cam|hide|alpha|trail|read|view|keep|data|v';
const other = fc
  .string({ minLength: 1 })
  .filter((part) => !/[&#]/.test(part) && !new RegExp(`^(${KEYS})(=|$)`).test(part));

const coordinate = fc.integer({ min: -99999, max: 99999 }).map((tenths) => tenths / 10);

const views = fc
  .record(
    {
      ...Object.fromEntries(
        Object.entries(VIEW_DEFAULTS)
          .filter(([, value]) => typeof value === 'boolean')
          .map(([option, value]) => [option, fc.constant(!value)]),
      ),
      shading: fc.constantFrom('shaded', 'flat', 'wire'),
      coloring: fc.constantFrom('weights', 'influences', 'winding'),
      lighting: fc.constantFrom('headlight', 'side', 'game', 'unlit'),
      background: fc.constantFrom('dark', 'light', 'checker', 'color'),
      fieldOfView: fc.integer({ min: 60, max: 90 }),
      onionBefore: fc.integer({ min: 3, max: 8 }),
      onionStep: fc.constantFrom(1, 2, 3, 5, 10),
      figureHeight: fc.integer({ min: 101, max: 10_000 }),
      backgroundColor: fc.constantFrom('#000000', '#ff00ee'),
    },
    { requiredKeys: [] },
  )
  .filter((settings) => Object.keys(settings).length > 0);

const readings = fc
  .record(
    { conjugateKeys: fc.boolean(), mirrorZ: fc.boolean(), restAnimation: fc.nat(999) },
    { requiredKeys: [] },
  )
  .filter((settings) => Object.keys(settings).length > 0);

const layer = fc.record({
  child: fc.nat(20),
  animation: whole,
  weightSet: fc.integer({ min: -1, max: 50 }),
  timeMs: time,
  runs: fc.boolean(),
  on: fc.boolean(),
});

const index = fc.nat(999_999_999);
const attachment = fc
  .record({ socket: index, url: text, child: index, animation: index, timeMs: time, shown: fc.boolean() })
  .chain((full) => fc.constantFrom(full, { ...full, child: 0, animation: -1, timeMs: 0 }));

const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 5 });

const links = fc.record(
  {
    model: text,
    entry: text,
    name: text,
    size: whole,
    sha256: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
    data: text,
    bases: some(supplied),
    attached: some(attachment),
    textures: some(supplied),
    local: some(text),
    find: text,
    anim: text,
    child: whole,
    timeMs: time,
    playing: fc.constant(true),
    mode: fc.constantFrom('once', 'pingpong', 'next'),
    speed: time,
    layers: some(layer),
    lod: whole,
    lodByDistance: fc.constant(true),
    trails: some(fc.oneof(fc.record({ node: index }), fc.record({ socket: index }))),
    selection: fc.record({ start: whole, length: whole }),
    bookmarks: fc.array(
      fc.record({
        start: fc.nat(1_000_000),
        end: fc.integer({ min: 1_000_001, max: 2_000_000 }),
        name: text.map((name) => name.slice(0, 100).replaceAll(/[\r\n]/g, ' ')),
        note: fc.oneof(
          text.map((note) => note.slice(0, 2000)),
          fc.constant(''),
        ),
        color: fc.constantFrom(...COLOR_NAMES),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    camera: fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate),
    hidden: numbers,
    alpha: numbers,
    reading: readings,
    view: views,
    keepView: fc.constant(true),
    unknownParts: fc.array(other),
  },
  { requiredKeys: ['unknownParts'] },
) as fc.Arbitrary<Link>;

describe('links', () => {
  it('name one file of an archive: the first of several', () => {
    expect(parseLink('#model=a.rez&entry=MODELS%5CX.ABC&entry=other')).toMatchObject({
      model: 'a.rez',
      entry: 'MODELS\\X.ABC',
    });
  });

  it('say again what was written, unknown parts included', () => {
    fc.assert(
      fc.property(links, (link) => {
        expect(parseLink(`#${formatLink(link)}`)).toEqual(link);
      }),
    );
  });

  it('are read whatever they hold, and then stay as they are', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      hostile,
      fc.constantFrom(
        '1',
        '0-9999999',
        '5-1',
        '0x1+2',
        '0:1,2,3',
        'rest:5',
        'mirror:1,',
        'fov:900',
        '-grid,skeleton,-skeleton',
        '07',
        '1:',
      ),
    );
    const broken = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.tuple(fc.constantFrom(...KEYS.split('|'), 'unknown', ''), value).map((part) => part.join('=')),
        )
        .map((parts) => parts.join('&')),
    );
    fc.assert(
      fc.property(broken, (hash) => {
        const once = formatLink(parseLink(hash));
        expect(formatLink(parseLink(once))).toBe(once);
      }),
      { examples: [['##x'], ['#&#x'], ['model=a&##=&#v']], numRuns: 1000 },
    );
  });

  it('are written as links.md says', () => {
    const link: Link = {
      model: 'https://example.org/a b.abc',
      bases: [{ url: 'x.abc' }],
      attached: [
        { socket: 0, child: 0, animation: -1, timeMs: 0, shown: true, url: 'y.abc' },
        { socket: 2, child: 0, animation: 1, timeMs: 250, shown: false, url: 'y.abc' },
      ],
      textures: [{ url: 'a.dtx' }, { place: 1, url: 'https://example.org/b.dtx' }],
      anim: '+Si',
      timeMs: 3000,
      lod: 1,
      selection: { start: 0x6e07, length: 12 },
      unknownParts: ['other=x'],
    };
    const written =
      'model=https%3A%2F%2Fexample.org%2Fa%20b.abc&base=x.abc&attach=0%40y.abc&attach=2%2C0%3A1%2C250%2Coff%40y.abc&tex=a.dtx&tex=1%3Ahttps%3A%2F%2Fexample.org%2Fb.dtx' +
      '&anim=%2BSi&t=3000&lod=1&sel=0x6E07+12&other=x&v=1';
    expect(formatLink(link)).toBe(written);
    expect(parseLink(`#${written}`)).toEqual(link);
    expect(parseLink('sel=0x6e07%2B12&anim=+Si')).toMatchObject({ anim: '+Si', selection: link.selection });
    expect(parseLink('tex=https://example.org/b.dtx')).toMatchObject({
      textures: [{ url: 'https://example.org/b.dtx' }],
    });
    expect(formatLink({ unknownParts: [] })).toBe('');
  });

  it('can be read by people where their characters are harmless', () => {
    const link: Link = {
      lod: 0,
      hidden: [0, 2, 3, 4, 9],
      reading: { mirrorZ: false, restAnimation: 2 },
      layers: [{ child: 0, animation: 3, weightSet: -1, timeMs: 12.5, runs: true, on: false }],
      view: { skeleton: true, grid: false, shading: 'flat', fieldOfView: 45 },
      unknownParts: [],
    };
    const written =
      'layer=0:3,-1,12.5,runs,off&lod=0&hide=0,2-4,9&read=mirror:0,rest:2&view=skeleton,-grid,shading:flat,fov:45&v=1';
    expect(formatLink(link)).toBe(written);
    expect(parseLink(written)).toEqual(link);
  });

  it('take half of a surrogate pair, which has no UTF-8, for an unknown character', () => {
    expect(formatLink({ anim: 'a\ud800', unknownParts: [] })).toBe('anim=a%EF%BF%BD&v=1');
  });

  it.each([
    't=-1',
    't=1e3',
    't=99999999999',
    'lod=1.5',
    'sel=6E07+12',
    'sel=0xFFFFFFFF+2',
    'model=',
    'anim',
    'cam=1,2,3',
    'base=',
    'tex=99999999999:x',
    'sha256=12',
    'hide=1,x',
    'hide=0-999999999',
    'play=yes',
    'mode=loop',
    'layer=1,2,3',
    'read=',
    'view=shading:loud,fov:0,grid,:,-,lighting:<b>',
  ])('%s says nothing', (hash) => {
    expect(parseLink(hash)).toEqual({ unknownParts: [] });
  });

  it('keep view options that a later page has', () => {
    const later = parseLink('view=glow:strong,skeleton,-fog,toString,constructor:x&v=1');
    expect(later.view).toEqual({ skeleton: true });
    const kept = formatLink(later);
    expect(kept).toBe('view=skeleton&view=glow:strong,-fog,toString,constructor:x&v=1');
    expect(parseLink(kept)).toEqual(later);
  });
});
