import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EMPTY_ARCHIVE, FAMILIES } from '../../../tools/docs/field-tables.ts';
import { findingsPage, WRITE_FINDINGS } from '../../../tools/docs/findings-page.mjs';
import { writtenPages } from '../../../tools/docs/pages.ts';
import { PARTIAL_CATALOGUE } from '../../../web/explain/partial.ts';
import { textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { loadRez, openRez } from '../support/rez.ts';
import { sample } from '../support/samples.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the committed pages are those that the command writes', async () => {
  const pages = await writtenPages(await loadCore(), await loadDtx(), await loadRez());
  expect([...pages.keys()]).toEqual([
    'docs/findings.md',
    'docs/format/abc.md',
    'docs/format/ltb.md',
    'docs/format/lta.md',
    'docs/format/dtx.md',
    'docs/format/rez.md',
  ]);
  for (const [path, text] of pages)
    expect(read(path), `${path} is out of date: ${WRITE_FINDINGS}`).toBe(text);
});

test('every code has one chapter, and every link of the index leads to one', async () => {
  const catalogue = [
    ...(await (await loadCore()).wholeCatalogue()),
    ...(await loadDtx()).catalogue(),
    ...(await loadDtx()).sprites.catalogue(),
    ...(await loadRez()).catalogue(),
    ...PARTIAL_CATALOGUE,
  ];
  const codes = catalogue.map(({ code }) => code);
  const page = read('docs/findings.md');
  const chapters = [...page.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);
  expect(chapters.toSorted()).toEqual(codes.toSorted());
  const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor);
  expect(links).toEqual(codes.map((code) => code.toLowerCase()));
});

test('every struct of models, textures, sprites and archives has a table', async () => {
  const tables = (path: string) =>
    new Set([...read(path).matchAll(/^\*\*(?:Section )?(\w+)\*\*,/gm)].map(([, name]) => name));
  const core = await loadCore();
  for (const [path, file] of [
    ['docs/format/abc.md', core.open(sample('clockwork.abc'))],
    ['docs/format/abc.md', core.open(sample('jellyfish.abc'))],
    ['docs/format/ltb.md', core.open(compiledModel())],
    ['docs/format/dtx.md', (await loadDtx()).open(sample('clockwork.dtx'))],
    ['docs/format/dtx.md', (await loadDtx()).sprites.open(FAMILIES.spr?.[0] ?? new Uint8Array())],
    ['docs/format/rez.md', await openRez(EMPTY_ARCHIVE)],
  ] as const) {
    const named = tables(path);
    for (const { name, fields } of file.schema()?.structs ?? []) {
      // A section of which only the name is known has none.
      if (fields.length > 2 || fields[1]?.name !== 'NextSectionOffset') expect(named, path).toContain(name);
    }
  }
});

test('every list of models as text has a row', async () => {
  const page = read('docs/format/lta.md');
  const { structs = [] } = (await (await loadCore()).openAny(textModel('(lt-model-0)'))).schema() ?? {};
  const lists = structs.filter(({ name }) => name !== 'Text' && name !== 'list');
  expect(lists.length).toBeGreaterThan(80);
  for (const { name, doc } of lists) expect(page).toContain(`| \`${name}\` | ${doc.slice(0, 20)}`);
});

test('the tables have the sizes and offsets that the format is known for', () => {
  const abc = read('docs/format/abc.md');
  for (const caption of [
    '**Triangle**, 33 bytes,',
    '**Vertex**, 20 bytes,',
    '**Key**, 28 bytes,',
    '**Face**, 30 bytes,',
    '**Weight**, 20 bytes,',
    '**KeyTransform**, 28 bytes (v13, v108: 36 bytes),',
  ]) {
    expect(abc).toContain(caption);
  }
  const ltb = read('docs/format/ltb.md');
  for (const caption of [
    '**Face**, 6 bytes,',
    '**BoneSet**, 12 bytes,',
    '**Box**, 68 bytes (v23: 64 bytes),',
  ]) {
    expect(ltb).toContain(caption);
  }
  const dtx = read('docs/format/dtx.md');
  expect(dtx).toContain('**Header**, 164 bytes (v−2: 44 bytes),');
  expect(dtx).toMatch(/^\| 26 \| `BPP` /m);
  expect(dtx).toMatch(/^\| 36 \| `CommandString` /m);
  const rez = read('docs/format/rez.md');
  expect(rez).toContain('**Header**, 168 bytes,');
  expect(rez).toMatch(/^\| 127 \| `FileFormatVersion` /m);
  expect(rez).toMatch(/^\| 24 \| `KeyCount` /m);
});

test('words stay words in Markdown', () => {
  const text = 'a*b* <i> `c` [d](e) \\ |';
  const entry = {
    code: 'X_Y',
    severity: 'hint',
    engine: 'flawed',
    modelEdit: 'flawed',
    remedy: 'r',
    source: '',
    fix: '',
  } as const;
  expect(findingsPage([{ ...entry, message: text, effect: 'e' }])).toContain(
    '> a\\*b\\* \\<i\\> \\`c\\` \\[d\\](e) \\\\ \\|\n',
  );
});
