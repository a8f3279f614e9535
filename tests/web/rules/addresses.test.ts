import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const scriptsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path));

/** The path of a page may be `//host/`: taken for an address it is that of another host. */
test('no script takes the path of the page for an address', () => {
  const scripts = scriptsIn('web');
  expect(scripts.length).toBeGreaterThan(300);
  const taking = scripts.filter((path) => /\blocation\.pathname\b/.test(readFileSync(path, 'utf8')));
  expect(taking).toEqual([]);
});

/** A link is opened unasked: what it says cannot change a file. */
test('links know nothing that changes files', () => {
  const importing = scriptsIn('web/links').filter((path) =>
    /from '\.\.\/edit\//.test(readFileSync(path, 'utf8')),
  );
  expect(importing).toEqual([]);
});
