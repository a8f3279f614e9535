import { expect, test } from 'vitest';
import { rawAddress, resolveAddress } from '../../web/files/remote.ts';

const PAGE = 'http://localhost:5173/tools/index.html';

test.each([
  ['samples/a.abc', 'http://localhost:5173/tools/samples/a.abc'],
  ['/a.abc#x', 'http://localhost:5173/a.abc'],
  ['https://example.org/a%20b.abc', 'https://example.org/a%20b.abc'],
])('%s is read from %s', (address, url) => {
  expect(resolveAddress(address, PAGE)?.href).toBe(url);
});

test.each([
  'http://example.org/a.abc',
  'https://name:word@example.org/a.abc',
  'file:///etc/passwd',
  'data:,x',
  'javascript:alert(1)',
  'https://',
])('%s is refused', (address) => {
  expect(resolveAddress(address, PAGE)).toBeNull();
});

test('a page of GitHub about a file leads to the file', () => {
  expect(rawAddress(new URL('https://github.com/who/what/blob/main/models/a.abc'))).toBe(
    'https://raw.githubusercontent.com/who/what/main/models/a.abc',
  );
  expect(rawAddress(new URL('https://github.com/who/what'))).toBeNull();
});
