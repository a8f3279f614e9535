/** `npm run mutate`: what it changes in a C++ source. */
import { expect, test } from 'vitest';
import { changedAt, lineOf, sitesOf } from '../../../tools/mutate/sites.mjs';

/** Every source that one change makes of this one. */
const changes = (source: string) => sitesOf(source).map((site) => changedAt(source, site));

test('operators, constants and denials are changed one at a time', () => {
  expect(changes('if (!a && b <= 3) c += d - true;')).toEqual([
    'if (a && b <= 3) c += d - true;',
    'if (!a || b <= 3) c += d - true;',
    'if (!a && b < 3) c += d - true;',
    'if (!a && b <= 4) c += d - true;',
    'if (!a && b <= 3) c -= d - true;',
    'if (!a && b <= 3) c += d + true;',
    'if (!a && b <= 3) c += d - false;',
  ]);
});

test('what is no code of its own stays: texts, comments, directives, templates, names with digits', () => {
  const passed = [
    '#include <vector> // a < b',
    '/* 1 + 2',
    '   3 + 4 */',
    'static_assert(sizeof(Vec3) == 12, "no < padding");',
    `std::vector<float>& name = text("1 + 2 \\" < 3", '+');`,
    'const T* p = x->y; auto&& q = kMat4;',
    '0x1Fu',
  ].join('\n');
  expect(changes(passed)).toEqual([]);
});

test('a place is found by its line', () => {
  const source = '\n\nreturn a + b;\n';
  expect(sitesOf(source).map((site) => lineOf(source, site))).toEqual([3]);
});
