import { describe, expect, it, test } from 'vitest';
import { formatMegabytes } from '../../../web/explain/describe.ts';
import {
  fileName,
  interfaceAddress,
  rawAddress,
  resolveAddress,
} from '../../../web/opening/remote/address.ts';
import { contentProblem, type FetchTarget, refusedBy, tooLarge } from '../../../web/opening/remote/fetch.ts';
import { baseAddresses, skinAddresses } from '../../../web/opening/remote/source.ts';

const PAGE = 'http://localhost:5173/tools/index.html';

test.each([
  ['samples/a.abc', 'http://localhost:5173/tools/samples/a.abc'],
  ['/a.abc#x', 'http://localhost:5173/a.abc'],
  ['https://example.org/a%20b.abc', 'https://example.org/a%20b.abc'],
  ['//example.org/a.abc', 'http://example.org/a.abc'],
  ['https://github.com/who/what/blob/main/a.abc', 'https://raw.githubusercontent.com/who/what/main/a.abc'],
])('%s is read from %s, where the page may', (address, url) => {
  const resolved = resolveAddress(address, PAGE);
  if (url.startsWith('http://example')) expect(resolved).toHaveProperty('problem');
  else expect(resolved).toEqual({ url: new URL(url) });
});

test.each([
  ['http://example.org/a.abc', 'only over https'],
  ['https://name:word@example.org/a.abc', 'password'],
  ['file:///etc/passwd', 'drop the file here'],
  ['data:,x', 'only https'],
  ['blob:http://localhost:5173/1', 'only https'],
  ['javascript:alert(1)', 'only https'],
  ['https://', 'not a valid address'],
])('%s is refused: %s', (address, said) => {
  const resolved = resolveAddress(address, PAGE);
  expect('problem' in resolved && resolved.problem).toContain(said);
});

test('an address of any length makes a short sentence', () => {
  const resolved = resolveAddress(`http://example.org/${'x'.repeat(100_000)}`, PAGE);
  expect('problem' in resolved && resolved.problem.length).toBeLessThan(500);
});

test.each([
  [
    'https://github.com/who/what/blob/main/models/a.abc',
    'https://raw.githubusercontent.com/who/what/main/models/a.abc',
  ],
  [
    'https://github.com/who/what/raw/refs/heads/main/a.abc',
    'https://raw.githubusercontent.com/who/what/refs/heads/main/a.abc',
  ],
  [
    'https://www.github.com/who/what/blame/v1/a%20b.abc',
    'https://raw.githubusercontent.com/who/what/v1/a%20b.abc',
  ],
  [
    'https://gitlab.com/group/sub/what/-/blob/main/a.abc?ref_type=heads',
    'https://gitlab.com/group/sub/what/-/raw/main/a.abc',
  ],
  [
    'https://git.example.org/who/what/-/blob/4f2e/models/a.abc',
    'https://git.example.org/who/what/-/raw/4f2e/models/a.abc',
  ],
  [
    'https://codeberg.org/who/what/src/branch/main/a.abc',
    'https://codeberg.org/who/what/raw/branch/main/a.abc',
  ],
  [
    'https://git.example.org/gitea/who/what/src/commit/4f2e/a.abc',
    'https://git.example.org/gitea/who/what/raw/commit/4f2e/a.abc',
  ],
  ['https://codeberg.org/who/what/src/tag/v1.0/a.abc', 'https://codeberg.org/who/what/raw/tag/v1.0/a.abc'],
])('the page %s is about the file %s', (page, file) => {
  expect(rawAddress(new URL(page))).toBe(file);
});

test.each([
  'https://github.com/who/what',
  'https://raw.githubusercontent.com/who/what/main/a.abc',
  'https://example.org/blob/main/a.abc',
  'https://example.org/src/branch/a.abc',
  'https://gitlab.com/group/what/-/raw/main/a.abc',
])('%s stays as it is', (address) => {
  expect(rawAddress(new URL(address))).toBeNull();
});

// https://docs.gitlab.com/api/repository_files/, https://docs.gitea.com/api/ (repoGetRawFile)
test.each([
  [
    'https://gitlab.com/group/sub/what/-/raw/main/models/a%20b.abc',
    'https://gitlab.com/api/v4/projects/group%2Fsub%2Fwhat/repository/files/models%2Fa%20b.abc/raw?ref=main',
  ],
  [
    'https://codeberg.org/who/what/raw/branch/main/models/a.abc',
    'https://codeberg.org/api/v1/repos/who/what/raw/models/a.abc?ref=main',
  ],
])('%s is at %s too', (raw, address) => {
  expect(interfaceAddress(new URL(raw))).toBe(address);
});

test('files are called as people read it', () => {
  expect(fileName(new URL('https://example.org/m/a%20b.abc?x=1'))).toBe('a b.abc');
  expect(fileName(new URL('https://example.org/%E0%A4%A'))).toBe('%E0%A4%A');
  expect(fileName(new URL('https://example.org/'))).toBe('example.org');
});

const WANTED: FetchTarget = { name: 'a.abc', host: 'example.org', own: false };

describe('what a server gave instead', () => {
  it.each([
    ['<!DOCTYPE html><title>x', 'web page'],
    ['\ufeff\n\n  <html lang="en">', 'web page'],
    ['<?xml version="1.0"?>\n<!-- a -->\n<!doctype html>', 'web page'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:0', 'Git LFS'],
  ])('%j', async (content, said) => {
    expect(await contentProblem(new Blob([content]), WANTED)).toContain(said);
  });

  it.each(['', '\u0006\0Header', 'MonolithExport Model File v6', '<abc>', '<!'])(
    'not %j',
    async (content) => {
      expect(await contentProblem(new Blob([content]), WANTED)).toBeNull();
    },
  );
});

test('sentences say what to do', () => {
  expect(refusedBy(404, WANTED)).toContain('Check the address');
  expect(refusedBy(403, WANTED)).toContain('drop it here');
  expect(refusedBy(503, WANTED)).toContain('Retry later');
  expect(refusedBy(418, WANTED)).toContain('418');
  expect(tooLarge(100 * 2 ** 20, 64 * 2 ** 20, WANTED)).toContain('is 100 MB');
  expect(tooLarge(null, 64 * 2 ** 20, WANTED)).toContain('more than 64 MB');
  expect([0, 1.5 * 2 ** 20, 12.4 * 2 ** 20].map(formatMegabytes)).toEqual(['0.1 MB', '1.5 MB', '12 MB']);
});

const hrefs = (urls: readonly URL[]) => urls.map(({ href }) => href);

describe('where a child model of a fetched model may be', () => {
  it('is the folder of the model, then the folder that its path says', () => {
    expect(
      hrefs(baseAddresses('Models\\Base\\hero_base.abc', 'https://a.org/game/models/chars/hero.abc')),
    ).toEqual([
      'https://a.org/game/models/chars/hero_base.abc',
      'https://a.org/game/models/Base/hero_base.abc',
    ]);
    expect(hrefs(baseAddresses('Models\\base.abc', 'https://a.org/hero.abc'))).toEqual([
      'https://a.org/base.abc',
    ]);
  });

  it('stays on the server and in its folders, whatever the name', () => {
    expect(baseAddresses('..\\..', 'https://a.org/models/hero.abc')).toEqual([]);
    expect(hrefs(baseAddresses('..\\..\\x.abc', 'https://a.org/models/hero.abc'))).toEqual([
      'https://a.org/models/x.abc',
    ]);
    expect(hrefs(baseAddresses('https://evil.org/x?y#z.abc', 'https://a.org/m/hero.abc'))).toEqual([
      'https://a.org/m/x%3Fy%23z.abc',
    ]);
  });
});

describe('where a texture of a fetched model may be', () => {
  it('is the folder of skins that goes with the folder of models, then that of the model; few are tried', () => {
    const names = ['HERO.DTX', 'HERO_A.DTX'];
    expect(hrefs(skinAddresses(names, 'https://a.org/REZ/MODELS/CHARS/HERO.ABC'))).toEqual([
      'https://a.org/REZ/SKINS/CHARS/HERO.DTX',
      'https://a.org/REZ/SKINS/CHARS/HERO_A.DTX',
      'https://a.org/REZ/MODELS/CHARS/HERO.DTX',
      'https://a.org/REZ/MODELS/CHARS/HERO_A.DTX',
    ]);
    expect(hrefs(skinAddresses(['a.dtx'], 'https://a.org/a.abc'))).toEqual(['https://a.org/a.dtx']);
    expect(skinAddresses(['1.dtx', '2.dtx', '3.dtx', '4.dtx', '5.dtx'], 'https://a.org/a.abc')).toHaveLength(
      4,
    );
  });
});
