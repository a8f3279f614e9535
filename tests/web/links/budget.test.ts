import { describe, expect, it, test, vi } from 'vitest';
import { LINK_LIMITS, LinkBudget } from '../../../web/links/budget.ts';
import { formatLink, parseLink } from '../../../web/links/format.ts';

/** Reads a link, and says what it took. */
function read(hash: string) {
  const budget = new LinkBudget();
  return { link: parseLink(hash, budget), budget };
}

describe('a hostile link takes no more than the budget', () => {
  it('of one part that stands 100,000 times', () => {
    const decoding = vi.spyOn(globalThis, 'decodeURIComponent');
    const { link, budget } = read(`model=a.abc${'&t=1'.repeat(100_000)}`);
    expect(decoding.mock.calls.length).toBeLessThanOrEqual(LINK_LIMITS.parts);
    decoding.mockRestore();
    expect(link).toMatchObject({ model: 'a.abc', timeMs: 1 });
    expect(budget.sentence).toContain('only its first 2,000 parts were read');
  });

  it('of one range that stands 8,000 times', () => {
    const adding = vi.spyOn(Set.prototype, 'add');
    const { link, budget } = read(`hide=${'0-32000,'.repeat(8000)}0`);
    const visited = adding.mock.calls.length;
    adding.mockRestore();
    expect(visited).toBeLessThanOrEqual(LINK_LIMITS.entries + 10);
    expect(link.hidden).toBeUndefined();
    expect(budget.sentence).toContain('its lists have more than 65,536 entries');
  });

  it('in hide and alpha together', () => {
    const { link, budget } = read('hide=0-60000&alpha=0-60000');
    expect(link.hidden).toHaveLength(60_001);
    expect(link.alpha).toBeUndefined();
    expect(budget.spent('entries')).toBeLessThanOrEqual(LINK_LIMITS.entries);
  });

  it('of 200,000 unknown parts, which are then written again', () => {
    const { link, budget } = read(Array.from({ length: 200_000 }, (_, i) => `u${i}`).join('&'));
    expect(link.unknownParts).toHaveLength(LINK_LIMITS.parts);
    expect(formatLink(link)).toMatch(/^u0&u1&.*&v=1$/);
    expect(budget.sentence).toContain('parts were read');
  });

  it('of 40,000 layers', () => {
    const { link, budget } = read('layer=0:1,-1,0&'.repeat(40_000));
    expect(link.layers).toHaveLength(LINK_LIMITS.layers);
    expect(budget.sentence).toContain('only its first 64 layers were added');
  });

  it('of bases, models and skins together', () => {
    const { link, budget } = read('base=a.abc&tex=b.dtx&attach=0@c.abc&texdata=d.dtx,AA&'.repeat(40));
    const files = [link.bases, link.attached, link.textures, link.packedTextures];
    expect(files.map((list) => list?.length)).toEqual([40, 24, undefined, undefined]);
    expect(budget.sentence).toContain('only the first 64 of its bases, models and skins');
  });

  it('of options of the view, and of numbers of a camera', () => {
    const { link, budget } = read(`view=skeleton,${'x,'.repeat(400_000)}&cam=${'1,'.repeat(100_000)}`);
    expect(link.view).toBeUndefined();
    expect(link.camera).toBeUndefined();
    expect(budget.spent('entries')).toBeLessThanOrEqual(LINK_LIMITS.entries);
  });

  it('of characters: a part that would be cut in two is none', () => {
    const { link, budget } = read(`name=a.abc&data=${'A'.repeat(LINK_LIMITS.characters)}`);
    expect(link).toEqual({ name: 'a.abc', unknownParts: [] });
    expect(budget.sentence).toContain('only its first 1,048,576 characters');
    expect(read('A'.repeat(2 * LINK_LIMITS.characters)).link).toEqual({ unknownParts: [] });
  });
});

test('formatLink writes any number of unknown parts', () => {
  const unknownParts = Array.from({ length: 300_000 }, (_, i) => `u${i}`);
  expect(formatLink({ unknownParts })).toContain('&u299999&v=1');
});

test('an ordinary link takes little, and nothing is said', () => {
  const { budget } = read('model=a.abc&hide=0-100,200&view=skeleton&layer=0:1,-1,0&texdata=1:a.dtx,AA');
  expect(budget.sentence).toBe('');
  expect(budget.spent('parts')).toBe(5);
});

test('no part of a link asks for a change of a file', () => {
  const known = Object.keys(parseLink('edit=1&set=Header.x:1&fix=all&save=1&import=a.glb&undo=1'));
  expect(known).toEqual(['unknownParts']);
});
