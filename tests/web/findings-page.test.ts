import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findingsPage, WRITE_FINDINGS } from '../../tools/lib/findings-page.mjs';
import { SLICED_CATALOGUE } from '../../web/files/partial/findings.ts';
import { loadCore } from './support/core.ts';
import { loadDtx } from './support/dtx.ts';

const page = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8');

const wholeCatalogue = async () => [
  ...(await loadCore()).catalogue(),
  ...(await loadDtx()).catalogue(),
  ...SLICED_CATALOGUE,
];

test('docs/findings.md is what the catalogue says', async () => {
  const catalogue = await wholeCatalogue();
  expect(page, `docs/findings.md is out of date: ${WRITE_FINDINGS}`).toBe(findingsPage(catalogue));
});

test('every code has one chapter, and every link of the index leads to one', async () => {
  const codes = (await wholeCatalogue()).map(({ code }) => code);
  const chapters = [...page.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);
  expect(chapters.toSorted()).toEqual(codes.toSorted());
  const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor);
  expect(links).toEqual(codes.map((code) => code.toLowerCase()));
});

test('words stay words in Markdown', () => {
  const text = 'a*b* <i> `c` [d](e) \\ |';
  const entry = { code: 'X_Y', severity: 'hint', engine: 'flawed', remedy: 'r' } as const;
  expect(findingsPage([{ ...entry, message: text, effect: 'e' }])).toContain(
    '> a\\*b\\* \\<i\\> \\`c\\` \\[d\\](e) \\\\ \\|\n',
  );
});
