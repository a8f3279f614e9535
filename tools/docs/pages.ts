/** The pages that `npm run docs` writes, or parts of which it writes, as text. */
import { readFileSync } from 'node:fs';
import type { Lithoscope, Schema } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import type { RezLibrary } from '@lithoscope/rez';
import { type Parsed, parseBytes } from '../../web/archive/opened.ts';
import { PARTIAL_CATALOGUE } from '../../web/explain/partial.ts';
import { exampleTable, sectionTable } from './example-table.ts';
import { EMPTY_ARCHIVE, FAMILIES, fieldTables, listTable } from './field-tables.ts';
import { findingsPage } from './findings-page.mjs';

const FORMAT_PAGES = ['abc', 'ltb', 'lta', 'dtx', 'rez'].map((name) => `docs/format/${name}.md`);

/**
 * `<!-- fields v6: Node, section Nodes -->`, `<!-- lists lta: shape, mesh -->`, `<!-- bytes of hero.abc: Header to Pieces.PieceCount -->` and
 * `<!-- sections of hero.abc -->`: what stands between such a line and its `<!-- end of … -->` is written by the command.
 */
const WRITTEN =
  /(<!-- (?:(?:fields (?<family>\S+)|lists (?<lists>\S+)|bytes of (?<sample>\S+)): (?<what>.*)|sections of (?<chain>\S+)) -->\n)[\s\S]*?(<!-- end of )/g;

const fileAt = (path: string) => new URL(`../../${path}`, import.meta.url);

/** @returns by path below the project's folder */
export async function writtenPages(
  core: Lithoscope,
  textures: DtxLibrary,
  archives: RezLibrary,
): Promise<Map<string, string>> {
  const archive = await archives.open(EMPTY_ARCHIVE.length, async (start, end) =>
    EMPTY_ARCHIVE.slice(start, end),
  );
  const catalogue = [
    ...(await core.wholeCatalogue()),
    ...textures.catalogue(),
    ...textures.sprites.catalogue(),
    ...archives.catalogue(),
    ...PARTIAL_CATALOGUE,
  ];
  const pages = new Map([['docs/findings.md', findingsPage(catalogue)]]);
  const open: Open = (name, bytes) =>
    parseBytes({ lithoscope: core, textures: () => Promise.resolve(textures) }, name, bytes);
  const schemasOf = new Map([['rez', [archive.schema()]]]);
  for (const [family, heads] of Object.entries(FAMILIES)) {
    schemasOf.set(family, await Promise.all(heads.map(async (head) => (await open('', head)).schema())));
  }
  for (const path of FORMAT_PAGES) {
    pages.set(path, await formatPage(readFileSync(fileAt(path), 'utf8'), open, schemasOf));
  }
  return pages;
}

type Open = (name: string, bytes: Uint8Array) => Promise<Parsed>;

async function formatPage(
  text: string,
  open: Open,
  schemasOf: ReadonlyMap<string, (Schema | null)[]>,
): Promise<string> {
  const sampleAt = (name: string) => open(name, readFileSync(fileAt(`public/samples/${name}`)));
  const tables: string[] = [];
  for (const { groups = {} } of text.matchAll(WRITTEN)) {
    const { lists, family, sample = '', what = '', chain } = groups;
    if (chain) tables.push(sectionTable(await sampleAt(chain)));
    else if (lists) tables.push(listTable(schemasOf.get(lists)?.[0] ?? null, what.split(', ')));
    else if (!family) tables.push(exampleTable(await sampleAt(sample), what));
    else {
      const schemas = (schemasOf.get(family) ?? []).filter((schema) => schema !== null);
      tables.push(fieldTables(schemas, what.split(', ')));
    }
  }
  return text.replace(WRITTEN, (...match) => {
    const [, begin, , , , , , end] = match as string[];
    return `${begin}\n${tables.shift()}\n${end}`;
  });
}
