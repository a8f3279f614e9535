import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CSP_HEADER, CSP_META } from '../../tools/csp.mjs';
import { fileFor } from '../../tools/lib/server.mjs';
import { isOlder } from '../../tools/lib/setup.mjs';

describe('fileFor', () => {
  test.each([
    ['/', 'index.html'],
    ['/index.html?v=1', 'index.html'],
    ['/assets/a%20b.js', 'assets/a b.js'],
    ['/x/../index.html', 'index.html'],
  ])('%s → %s', (address, file) => {
    expect(fileFor('/srv/dist', address)).toBe(join('/srv/dist', file));
  });

  test.each(['/../secret', '/%2e%2e/secret', '/..%2fsecret', '/a/../../dist2/x', '/%', '/a%00', 'x'])(
    '%s is refused',
    (address) => {
      expect(fileFor('/srv/dist', address)).toBeNull();
    },
  );
});

test('the policy forbids code from strings; frame-ancestors is for the header only', () => {
  expect(CSP_HEADER).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(CSP_HEADER).not.toMatch(/'unsafe-(eval|inline)'/);
  expect(CSP_HEADER).toContain('frame-ancestors');
  expect(CSP_META).not.toContain('frame-ancestors');
});

test.each([
  [[3, 1, 6], [3, 1, 6], false],
  [[3, 1, 5], [3, 1, 6], true],
  [[4], [3, 1, 6], false],
  [[20, 9], [20, 19], true],
  [[3, 25], [3, 25, 1], true],
])('version %j older than %j: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older);
});
