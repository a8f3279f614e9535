import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What may still know what a version number means. from-glb/ makes the bytes of models itself; import/choice.ts asks of a
 * version that is to be written, of which there is no file yet; explain/flags.ts of one of textures, which have no features.
 */
const KNOWING = [/^web\/from-glb\//, /^web\/import\/choice\.ts$/, /^web\/explain\/flags\.ts$/];

const scripts = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join('web', path));

/**
 * A comparison of a version with a number, or a name for the outcome of one. 0 is no version: it says that none could be
 * read. The versions of textures are negative.
 */
const COMPARISON =
  /version\w*\s*(?:[!=]==|[<>]=?)\s*-?[1-9]|\b[1-9]\d*\s*(?:[!=]==|[<>]=?)\s*\w*[.\w]*version\b|\bisV\d/i;

const comparing = (path: string) => {
  const code = readFileSync(path, 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return COMPARISON.test(code);
};

test('what a model can have is asked of info.features, not of the number of its version', () => {
  expect(scripts.length).toBeGreaterThan(300);
  const wrong = scripts.filter((path) => !KNOWING.some((known) => known.test(path)) && comparing(path));
  expect(wrong).toEqual([]);
});

test('a part that may compare version numbers does', () => {
  const idle = KNOWING.filter((known) => !scripts.some((path) => known.test(path) && comparing(path)));
  expect(idle).toEqual([]);
});

test.each([
  'if (info.version === 6) {',
  'return version >= 11 && known;',
  'const isOld = info.version < 9;',
  'if (108 === version) {',
  'if (12 <= file.info.version) {',
  'const isV6 = kind();',
  'if (texture.version === -5) {',
])('%s is noticed', (code) => {
  expect(COMPARISON.test(code)).toBe(true);
});

test.each([
  'if (version === 0) return null;',
  'const same = info.version === other.version;',
  'versions.length > count',
])('%s is nothing to notice', (code) => {
  expect(COMPARISON.test(code)).toBe(false);
});
