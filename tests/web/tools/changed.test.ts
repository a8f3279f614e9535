/** Which checks `npm test -- --changed` runs for a change. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../../tools/lib/changed.mjs';
import { importsIn, importsOfRooms, ROOMS, withImporters } from '../../../tools/lib/rooms.mjs';

/** The path of the browser test `edit/save`. */
const spec = (name: string) => `tests/e2e/${name}.spec.ts`;

const SPECS = readdirSync(new URL('../../e2e', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.ts'))
  .map((path) => `tests/e2e/${path.replaceAll('\\', '/')}`)
  .sort();

/** The browser tests that a change runs. */
function specsOf(...files: string[]): readonly string[] {
  const { specs } = scopeOf(files);
  return specs === 'all' ? SPECS : specs;
}

const specsIn = (...rooms: string[]) => SPECS.filter((path) => rooms.includes(path.split('/')[2] ?? ''));

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
      { native: false, units: [], specs: [spec('bytes/hex')] },
    ],
    [
      'a browser test when it is a picture of it',
      ['tests/e2e/scene/canvas.spec.ts-snapshots/clockwork-walk-linux.png'],
      { native: false, units: [], specs: [spec('scene/canvas')] },
    ],
    ['every browser test when it is in what they share', ['tests/e2e/support/page.ts'], { specs: 'all' }],
    [
      'the browser tests that import it',
      ['tests/e2e/support/shapes.ts'],
      { specs: [spec('app/hostile-shapes')] },
    ],
    ['every browser test when it is in a room below all others', ['web/document/state.ts'], { specs: 'all' }],
    ['every browser test when it is in no room', ['web/styles/base.css'], { specs: 'all' }],
    ['every browser test when it is in what is served', ['public/samples/clockwork.abc'], { specs: 'all' }],
    ['no browser test when it is in the API of the package', ['web/api/open.ts'], { specs: [] }],
    ['every unit test when it is in what they read', ['docs/findings.md'], { units: 'all', specs: [] }],
    ['nothing when there is none', [], { native: false, units: [], specs: [] }],
  ] as const)('%s', (_, files, scope) => {
    expect(scopeOf(files)).toMatchObject(scope);
  });

  it('what imports it of the unit tests, and what reads all sources', () => {
    const { units } = scopeOf(['web/structure/table/view.ts']);
    expect(units).toContain('web/structure/table/view.ts');
    expect(units).toContain('tests/web/rules/rooms.test.ts');
  });

  it.each([
    ['web/links/format.ts', 'rules/addresses.test.ts'],
    ['web/library/scan/worker.ts', 'rules/workers.test.ts'],
    ['web/to-obj/to-obj.ts', 'rules/versions.test.ts'],
    ['web/from-glb/latin.ts', 'docs/import.test.ts'],
    ['web/edit/lists/form.ts', 'edit/done-words.test.ts'],
    ['web/api/errors.ts', 'docs/api-examples.test.ts'],
    ['web/styles/tokens.css', 'support/colours.ts'],
    ['wasm/js/module.d.ts', 'core/bindings.test.ts'],
  ])('%s: the unit test %s, which reads it instead of importing it', (file, test) => {
    expect(scopeOf([file]).units).toContain(`tests/web/${test}`);
  });

  it('no unit test that reads other sources', () => {
    expect(scopeOf(['web/to-obj/to-obj.ts']).units).not.toContain('tests/web/docs/import.test.ts');
  });
});

describe('the browser tests of a change', () => {
  it('are of its room and of the rooms that show what it makes', () => {
    const specs = specsOf('web/edit/lists/form.ts');
    expect(specs).toEqual(expect.arrayContaining(specsIn('edit', 'bytes', 'structure', 'model', 'app')));
    expect(specs).toContain(spec('edit/model'));
    expect(specs).not.toContain(spec('links/share'));
  });

  it('are of its room alone when that is the highest', () => {
    expect(specsOf('web/app/help.ts')).toEqual(specsIn('app'));
  });

  it('are those that run the command line when it is in that', () => {
    const specs = specsOf('web/cli/run.ts');
    expect(specs).toContain(spec('library/check'));
    // Its support runs the program.
    expect(specs).toContain(spec('app/hostile-names'));
    expect(specs).not.toContain(spec('bytes/hex'));
  });

  it('are of several rooms when several change', () => {
    const both = specsOf('web/compare/list.ts', 'web/export/menu.ts');
    expect(both).toEqual(
      [...new Set([...specsOf('web/compare/list.ts'), ...specsOf('web/export/menu.ts')])].sort(),
    );
  });

  const imports = importsOfRooms(importsIn(['web']));
  it.each(ROOMS)('of %s are of it and of all rooms that import it', (room) => {
    const above = [...withImporters([room], imports)];
    expect(specsOf(`web/${room}/any.ts`)).toEqual(expect.arrayContaining(specsIn(...above)));
  });
});

it('what imports something is found through any number of files, and circles end', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'a']],
    ['c', []],
    ['d', ['e']],
    ['e', []],
  ]);
  expect(withImporters(['c'], imports)).toEqual(new Set(['c', 'b', 'a']));
  expect(withImporters(['d', 'e'], imports)).toEqual(new Set(['d', 'e']));
  expect(withImporters([], imports)).toEqual(new Set());
});
