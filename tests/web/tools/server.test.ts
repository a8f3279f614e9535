import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CSP_HEADER, CSP_META } from '../../../tools/csp.mjs';
import { encodingFor, fileFor, serveDist } from '../../../tools/lib/server.mjs';
import { isOlder } from '../../../tools/lib/setup.mjs';

describe('fileFor', () => {
  test.each([
    ['/', 'index.html'],
    ['/index.html?v=1', 'index.html'],
    ['/assets/a%20b.js', 'assets/a b.js'],
    ['/x/../index.html', 'index.html'],
  ])('%s → %s', (address, file) => {
    expect(fileFor('/srv/dist', address)).toBe(join('/srv/dist', file));
  });

  test.each([
    '/../secret',
    '/%2e%2e/secret',
    '/..%2fsecret',
    '/a/../../dist2/x',
    '/%',
    '/a%00',
    'x',
    '//host.invalid/..%2f/',
    '//index.html',
    '/a//index.html',
    '/a%2Findex.html',
    '/a%5cindex.html',
    '/a\\index.html',
  ])('%s is refused', (address) => {
    expect(fileFor('/srv/dist', address)).toBeNull();
  });
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

describe('encodingFor', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, identity', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s → %s', (accepted, name) => {
    expect(encodingFor(accepted)?.name).toBe(name);
  });
});

test('a link in the folder leads to no file outside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'served-'));
  const site = join(folder, 'dist');
  mkdirSync(site);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(site, 'a.txt'), 'public');
  symlinkSync(join(folder, 'secret.txt'), join(site, 'out.txt'));
  symlinkSync(folder, join(site, 'up'));
  symlinkSync(join(site, 'a.txt'), join(site, 'in.txt'));
  // The folder itself may be a link.
  symlinkSync(site, join(folder, 'linked'));
  const { address, close } = await serveDist(0, join(folder, 'linked'));
  const statusOf = async (path: string) => (await fetch(address + path)).status;
  expect(await statusOf('a.txt')).toBe(200);
  expect(await statusOf('in.txt')).toBe(200);
  expect(await statusOf('out.txt')).toBe(404);
  expect(await statusOf('up/secret.txt')).toBe(404);
  close();
  rmSync(folder, { recursive: true });
});

test('text and wasm travel compressed, each once for all; parts and pictures as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'served-'));
  const script = `export const text = '${'as often as one likes '.repeat(200)}';`;
  writeFileSync(join(folder, 'a.js'), script);
  writeFileSync(join(folder, 'a.png'), script);
  const server = await serveDist(0, folder);
  try {
    const ask = (file: string, headers: Record<string, string> = {}) =>
      fetch(server.address + file, { headers: { 'Accept-Encoding': 'gzip, br', ...headers } });
    const small = await ask('a.js');
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(Number(small.headers.get('content-length'))).toBeLessThan(script.length / 10);
    expect(small.headers.get('vary')).toBe('Accept-Encoding');
    expect(await small.text()).toBe(script);
    expect((await ask('a.js', { 'If-None-Match': small.headers.get('etag') ?? '' })).status).toBe(304);

    const plain = await ask('a.js', { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('etag')).not.toBe(small.headers.get('etag'));
    const part = await ask('a.js', { Range: 'bytes=7-11' });
    expect([part.status, await part.text()]).toEqual([206, script.slice(7, 12)]);
    const picture = await ask('a.png');
    expect(picture.headers.get('content-encoding')).toBeNull();

    // Another content under the same name.
    writeFileSync(join(folder, 'a.js'), script.replace('text', 'other'));
    utimesSync(join(folder, 'a.js'), 1, 1);
    expect(await (await ask('a.js')).text()).toContain('const other');
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
