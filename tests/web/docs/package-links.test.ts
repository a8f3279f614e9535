/** What the pages of the npm package link to is in it, as package.json lists its files. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { glob } from 'tinyglobby';
import { expect, test } from 'vitest';
import { files } from '../../../package.json';

const root = join(import.meta.dirname, '../../..');

/** They are about the sources, which only the repository has. */
const FOR_CONTRIBUTORS = [
  'CONTRIBUTING.md',
  'docs/adding-a-version.md',
  'docs/architecture.md',
  'docs/dependencies.md',
];

/** The reference is a part of the site. */
const OF_THE_SITE = ['docs/api/index.html'];

test('links of the pages in the npm package lead to files in it', async () => {
  const listed = files.filter((pattern) => pattern !== 'dist-cli').concat('README.md', 'LICENSE');
  const packed = new Set(await glob(listed, { cwd: root }));
  expect(packed.size).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const page of packed) {
    if (!page.endsWith('.md') || FOR_CONTRIBUTORS.includes(page)) continue;
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const path = posix.join(posix.dirname(page), link).replace(/\/$/, '');
      const isThere = [...packed].some((file) => file === path || file.startsWith(`${path}/`));
      if (!isThere && !OF_THE_SITE.includes(path)) missing.push(`${page}: ${link}`);
    }
  }
  expect(missing).toEqual([]);
});
