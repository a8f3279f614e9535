/** Comments cite the documents in docs/ as `abc.md §4.3`; what they name must be there. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const PAGES = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root });
const SOURCES = globSync(
  ['*.{ts,json,txt}', '{web,wasm,tests,tools}/**/*.{ts,mjs,cpp,h,css,html,txt,ksy}', '.github/**/*.yml'],
  { cwd: root, ignore: ['package-lock.json', '**/node_modules/**'] },
);

const pathOf = new Map(PAGES.map((path) => [basename(path), path]));

/** `2.10` for each heading that begins with a number. */
const sectionsOf = new Map(
  PAGES.map((path) => [
    path,
    new Set([...read(path).matchAll(/^#{2,} (\d+(?:\.\d+)*)\.? /gm)].map(([, n]) => n)),
  ]),
);

/** Names of documents and section numbers; sections of an RFC are not ours. */
const CITATION = /(?<rfc>RFC \d+)|(?<page>[\w-]+\.md)\b|§(?<section>\d+(?:\.\d+)*)/g;

interface Cited {
  /** Path of the document; '' when none is named. */
  page: string;
  section: string;
}

/** What a line cites. @param own the page that a section belongs to where none is named before it */
function citedIn(line: string, own: string): Cited[] {
  const cited: Cited[] = [];
  let page = own;
  for (const { groups, index } of line.matchAll(CITATION)) {
    if (groups?.rfc) page = 'RFC';
    else if (groups?.page) {
      page = pathOf.get(groups.page) ?? groups.page;
      cited.push({ page, section: '' });
    }
    // In a page a number means its own section, unless a name stands right before it.
    else if (own && !/\.md $/.test(line.slice(0, index)))
      cited.push({ page: own, section: groups?.section ?? '' });
    else if (page !== 'RFC') cited.push({ page, section: groups?.section ?? '' });
  }
  return cited;
}

/** Citations of a file that lead nowhere. */
function deadIn(path: string, own = ''): string[] {
  return read(path)
    .split('\n')
    .flatMap((line, i) =>
      citedIn(line, own)
        .filter(({ page, section }) =>
          section ? !sectionsOf.get(page)?.has(section) : !sectionsOf.has(page) && !isFile(page),
        )
        .map(({ page, section }) => `${path}:${i + 1}: ${page || 'no document'} ${section && `§${section}`}`),
    );
}

/** Pages outside docs/ that are named in passing, some of them written by builds, one a licence in packages. */
const isFile = (name: string) => /^(README|CHANGELOG|CONTRIBUTING|LICENSES-\w+|codec)\.md$/.test(name);

test('every citation in the sources names a document and a section that exist', () => {
  expect(SOURCES.length).toBeGreaterThan(300);
  expect(SOURCES.flatMap((path) => deadIn(path))).toEqual([]);
  const citing = SOURCES.filter((path) => citedIn(read(path).replaceAll('\n', ' '), '').length > 0);
  expect(citing.length).toBeGreaterThan(60);
});

test('so does every citation in the pages', () => {
  expect(PAGES.flatMap((path) => deadIn(path, path))).toEqual([]);
});

/** The anchor that a heading has on the forges. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('no file has what is left of a merge', () => {
  const texts = [...PAGES, ...SOURCES, 'CHANGELOG.md', 'package-lock.json'];
  expect(texts.filter((path) => /^(?:<{7}|>{7}) \S/m.test(read(path)))).toEqual([]);
});

test('no link between the pages is dead', () => {
  const dead: string[] = [];
  for (const path of PAGES) {
    for (const [, target = ''] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      // The reference of the API is written by its build.
      if (/^[a-z]+:/.test(target) || target.startsWith('api/')) continue;
      const [file = '', fragment] = target.split('#');
      const linked = file ? relative(root, join(root, dirname(path), file)) : path;
      const found = globSync(linked, { cwd: root, onlyFiles: false }).length > 0;
      // The lines of a source are held by source-links.test.ts.
      const anchors = () =>
        linked.endsWith('.md')
          ? [...read(linked).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchor(heading))
          : read(linked)
              .split('\n')
              .map((_, i) => `L${i + 1}`);
      if (!found || (fragment && !anchors().includes(fragment))) dead.push(`${path}: ${target}`);
    }
  }
  expect(dead).toEqual([]);
});
