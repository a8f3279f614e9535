/** The pages that `npm run docs` writes, or parts of which it writes, as text. */
import { readFileSync } from 'node:fs';
import type { Lithoscope, ParsedFile, Schema } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import type { RezLibrary } from '@lithoscope/rez';
import { PARTIAL_CATALOGUE } from '../../web/explain/partial.ts';
import { exampleTable, sectionTable } from './example-table.ts';
import { EMPTY_ARCHIVE, FAMILIES, fieldTables } from './field-tables.ts';
import { findingsPage } from './findings-page.mjs';

const FORMAT_PAGES = ['docs/format/abc.md', 'docs/format/ltb.md', 'docs/format/dtx.md', 'docs/format/rez.md'];

/**
 * `<!-- fields v6: Node, section Nodes -->`, `<!-- bytes of hero.abc: Header to Pieces.PieceCount -->` and
 * `<!-- sections of hero.abc -->`: what stands between such a line and its `<!-- end of … -->` is written by the command.
 */
const WRITTEN =
  /(<!-- (?:(?:fields (?<family>\S+)|bytes of (?<sample>\S+)): (?<what>.*)|sections of (?<chain>\S+)) -->\n)[\s\S]*?(<!-- end of )/g;

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
    ...core.catalogue(),
    ...textures.catalogue(),
    ...textures.sprites.catalogue(),
    ...archives.catalogue(),
    ...PARTIAL_CATALOGUE,
  ];
  const pages = new Map([['docs/findings.md', findingsPage(catalogue)]]);
  for (const path of FORMAT_PAGES) {
    pages.set(path, formatPage(readFileSync(fileAt(path), 'utf8'), core, textures, archive.schema()));
  }
  return pages;
}

function formatPage(text: string, core: Lithoscope, textures: DtxLibrary, archive: Schema | null): string {
  const open = (bytes: Uint8Array): ParsedFile & Pick<ReturnType<Lithoscope['open']>, 'schema'> => {
    const model = core.open(bytes);
    if (model.info.format === 'dtx') return textures.open(bytes);
    return model.info.format === 'spr' ? textures.sprites.open(bytes) : model;
  };
  const schemasOf = new Map(
    Object.entries(FAMILIES).map(([family, heads]) => [
      family,
      heads.map((head) => open(head).schema()).filter((schema) => schema !== null),
    ]),
  );
  if (archive) schemasOf.set('rez', [archive]);
  const tablesOf = (family: string, structs: string) =>
    fieldTables(schemasOf.get(family) ?? [], structs.split(', '));
  const bytesOf = (sample: string, range: string) =>
    exampleTable(open(readFileSync(fileAt(`public/samples/${sample}`))), range);
  const sectionsOf = (sample: string) => sectionTable(open(readFileSync(fileAt(`public/samples/${sample}`))));
  return text.replace(WRITTEN, (...match) => {
    const [, begin, , , , , end] = match as string[];
    const { family, sample, what = '', chain } = match.at(-1) as Record<string, string | undefined>;
    const table = chain ? sectionsOf(chain) : family ? tablesOf(family, what) : bytesOf(sample ?? '', what);
    return `${begin}\n${table}\n${end}`;
  });
}
