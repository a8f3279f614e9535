/** Which checks `npm test -- --changed` runs for a change. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SPECS_OF_ROOM, scopeOf } from '../../../tools/lib/changed.mjs';

const names = (folder: string) => readdirSync(new URL(`../../../${folder}`, import.meta.url));
const specs = names('tests/e2e').flatMap((name) => /^(.+)\.spec\.ts$/.exec(name)?.[1] ?? []);

describe('a change concerns', () => {
  it.each([
    ['nothing of the core when it is in a panel', ['web/bytes/hex/view.ts'], { native: false }],
    [
      'the native tests when it is in the core',
      ['wasm/core/walk.cpp'],
      { native: true, units: 'all', specs: 'all' },
    ],
    [
      'no native test when it is in the core’s JavaScript',
      ['wasm/js/types/model.ts'],
      { native: false, specs: 'all' },
    ],
    ['only native tests when it is one', ['tests/cpp/walk_test.cpp'], { native: true, specs: [] }],
    [
      'a browser test when it is one',
      ['tests/e2e/bytes/hex.spec.ts'],
      { native: false, units: [], specs: ['hex'] },
    ],
    ['every browser test when it is in what they share', ['tests/e2e/support/page.ts'], { specs: 'all' }],
    ['every browser test when it is in a room below all others', ['web/store/state.ts'], { specs: 'all' }],
    ['every unit test when it is in what they read', ['docs/findings.md'], { units: 'all', specs: [] }],
    ['nothing when there is none', [], { native: false, units: [], specs: [] }],
  ] as const)('%s', (_, files, scope) => {
    expect(scopeOf(files)).toMatchObject(scope);
  });

  it('the browser tests of its room, and the unit tests that import it', () => {
    expect(scopeOf(['web/structure/table/view.ts'])).toEqual({
      native: false,
      units: ['web/structure/table/view.ts', 'tests/web/rules/rooms.test.ts'],
      specs: [...SPECS_OF_ROOM.structure].sort(),
    });
  });
});

it('every browser test belongs to a room, and every one that is named is there', () => {
  expect([...new Set(Object.values(SPECS_OF_ROOM).flat())].sort()).toEqual(specs.sort());
});

it('every room is there', () => {
  expect(names('web')).toEqual(expect.arrayContaining(Object.keys(SPECS_OF_ROOM)));
});
