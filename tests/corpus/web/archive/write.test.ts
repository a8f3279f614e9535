import { expect, test } from 'vitest';
import { expectReplaced, filled, list } from '../../../web/support/rewrite.ts';
import { openRez } from '../../../web/support/rez.ts';
import { thorough } from '../../../web/support/thorough.ts';
import { corpusBytes } from '../../support.ts';

test('every entry of the real archives', async () => {
  for (const name of ['other/ENGINE.REZ', 'other/addon_badges_1.zip']) {
    const bytes = corpusBytes(name);
    const { entries } = await list(bytes);
    const step = thorough ? 1 : Math.ceil(entries.length / 4);
    for (let i = 0; i < entries.length; i += step) {
      const { path, place } = entries[i] ?? expect.fail();
      await expectReplaced(bytes, { [path]: filled(place.size + (i % 3) * 100 - 100 * (i % 2), i) });
    }
    if (!name.endsWith('REZ')) continue;
    const all = Object.fromEntries(entries.map(({ path, place }, i) => [path, filled(place.size + i, i)]));
    const after = await expectReplaced(bytes, all);
    const [old, made] = [await openRez(bytes), await openRez(after)];
    expect(made.findings).toEqual(old.findings);
    expect(made.coverage.unreferenced).toBe(old.coverage.unreferenced);
  }
});
