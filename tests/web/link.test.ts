import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLink, type Link, parseLink } from '../../web/link/link.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const whole = fc.integer({ min: 0, max: 2 ** 31 });
/** A part that the page does not know; others may not look like its own. */
const other = fc
  .string({ minLength: 1 })
  .filter((part) => !/[&#]/.test(part) && !/^(model|anim|t|lod|sel|cam|v)(=|$)/.test(part));

const coordinate = fc.integer({ min: -99999, max: 99999 }).map((tenths) => tenths / 10);

const links: fc.Arbitrary<Link> = fc.record(
  {
    model: text,
    anim: text,
    timeMs: whole.map((thousandths) => thousandths / 1000),
    lod: whole,
    selection: fc.record({ start: whole, length: whole }),
    camera: fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate),
    others: fc.array(other),
  },
  { requiredKeys: ['others'] },
);

describe('links', () => {
  it('say again what was written, unknown parts included', () => {
    fc.assert(
      fc.property(links, (link) => {
        expect(parseLink(`#${formatLink(link)}`)).toEqual(link);
      }),
    );
  });

  it('are read whatever they hold, and then stay as they are', () => {
    const broken = fc.oneof(
      fc.string(),
      fc
        .array(
          fc
            .tuple(fc.constantFrom('model', 'anim', 't', 'lod', 'sel', 'v', 'cam', 'tex', ''), fc.string())
            .map((p) => p.join('=')),
        )
        .map((parts) => parts.join('&')),
    );
    fc.assert(
      fc.property(broken, (hash) => {
        const once = formatLink(parseLink(hash));
        expect(formatLink(parseLink(once))).toBe(once);
      }),
      { examples: [['##x'], ['#&#x'], ['model=a&##=&#v']] },
    );
  });

  it('are written as INTERFACES.md says', () => {
    const link: Link = {
      model: 'https://example.org/a b.abc',
      anim: '+Si',
      timeMs: 3000,
      lod: 1,
      selection: { start: 0x6e07, length: 12 },
      others: ['base=x'],
    };
    const written =
      'model=https%3A%2F%2Fexample.org%2Fa%20b.abc&anim=%2BSi&t=3000&lod=1&sel=0x6E07+12&base=x&v=1';
    expect(formatLink(link)).toBe(written);
    expect(parseLink(`#${written}`)).toEqual(link);
    expect(parseLink('sel=0x6e07%2B12&anim=+Si')).toMatchObject({ anim: '+Si', selection: link.selection });
    expect(formatLink({ others: [] })).toBe('');
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
  ])('%s says nothing', (hash) => {
    expect(parseLink(hash)).toEqual({ others: [] });
  });
});
