/** The docs site as texts: every page, and the index of the search. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { FindField } from './field-table.ts';
import { framed } from './layout.ts';
import { relativeLink, siteLink } from './links.ts';
import { type Content, contentOf } from './markdown.ts';
import { GROUPS, REFERENCE, type SiteGroup, type SitePage } from './pages.ts';
import { pictureSize } from './picture-size.ts';
import { searchIndex } from './search-index.ts';
import type { SearchEntry } from './search-options.ts';
import { escapeHtml, slugOf } from './text.ts';

const fileAt = (path: string) => new URL(`../../${path}`, import.meta.url);

export interface Site {
  /** By path below dist/docs. */
  readonly texts: ReadonlyMap<string, string>;
  /** Pictures to copy: path below dist/docs, by path below the project's folder. */
  readonly pictures: ReadonlyMap<string, string>;
}

/**
 * @param find the bytes of a sample that are a field
 * @param drawing what is drawn where a comment stands
 * @param hasReference whether what TypeDoc writes is there
 */
export function siteOf(find: FindField, drawing: (comment: string) => string, hasReference: boolean): Site {
  const groups = presentGroups(hasReference);
  const pages = groups.flatMap((group) => group.pages);
  const pathOf = new Map(pages.map(({ source, path }) => [source, path]));
  const pictures = new Map<string, string>();
  const texts = new Map<string, string>();
  const entries: SearchEntry[] = [];
  for (const page of pages) {
    if (page === REFERENCE) continue;
    const content = contentOf(readFileSync(fileAt(page.source), 'utf8'), {
      link: (target) => siteLink(target, page.source, page.path, pathOf),
      chapter(name, number) {
        const cited = name === null ? page : pages.find(({ source }) => basename(source) === name);
        const slug = cited && chaptersOf(cited.source).get(number);
        return slug ? `${cited === page ? '' : relativeLink(page.path, cited.path)}#${slug}` : null;
      },
      pageTitle: (file) => pages.find(({ source }) => basename(source) === file)?.title ?? null,
      picture(target) {
        const source = new URL(target, `file:///${page.source}`).pathname.slice(1);
        const path = `media/${basename(source)}`;
        const [other] = [...pictures].find(([, taken]) => taken === path) ?? [source];
        if (other !== source)
          throw new Error(`${other} and ${source} would be one picture of the site: ${path}.`);
        pictures.set(source, path);
        return {
          address: relativeLink(page.path, path),
          size: pictureSize(readFileSync(fileAt(source))),
        };
      },
      find,
      drawing,
    });
    texts.set(
      page.path,
      framed({ ...page, ...content, title: page.title, content: withNote(content), groups }),
    );
    entries.push(...entriesOf(page, content));
  }
  texts.set('index.html', frontPage(groups));
  texts.set('assets/search.json', searchIndex(entries));
  texts.set('assets/pages.json', JSON.stringify(entries.filter(isChapter).map(chapterOf)));
  return { texts, pictures };
}

/** How the tables of fields are read, after the title of a page that has some. */
const NOTE = `<p class="note">The last column of the field tables opens Lithoscope with a sample, and exactly the bytes of the field
selected. Where it says <em>made</em>, the file was written for this page: its counts fit, its other numbers mean nothing.</p>`;

const withNote = ({ html, fields }: Content) =>
  fields.length > 0 ? html.replace('</h1>\n', `</h1>\n${NOTE}\n`) : html;

const chaptersBySource = new Map<string, ReadonlyMap<string, string>>();

/** Anchors of a source's chapters by their numbers. */
function chaptersOf(source: string): ReadonlyMap<string, string> {
  const known = chaptersBySource.get(source);
  if (known) return known;
  const text = readFileSync(fileAt(source), 'utf8');
  const headings = [...text.matchAll(/^#{2,} ((\d+(?:\.\d+)*)\.? .*)$/gm)];
  const chapters = new Map(headings.map(([, heading = '', number = '']) => [number, slugOf(heading)]));
  chaptersBySource.set(source, chapters);
  return chapters;
}

/** The pages whose sources are there; those that no list has come last. */
function presentGroups(hasReference: boolean): SiteGroup[] {
  const groups = GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.filter((page) => (page === REFERENCE ? hasReference : existsSync(fileAt(page.source)))),
  }));
  const listed = new Set(GROUPS.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const others = readdirSync(fileAt('docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !listed.has(`docs/${name}`))
    .map((name): SitePage => {
      const title = /^# (.*)$/m.exec(readFileSync(fileAt(`docs/${name}`), 'utf8'))?.[1] ?? name;
      return { source: `docs/${name}`, path: name.replace(/\.md$/, '.html'), title, about: title };
    });
  groups.at(-1)?.pages.push(...others);
  return groups.filter(({ pages }) => pages.length > 0);
}

/** What the search box of the page finds (web/app/search/guide.ts): no fields, of which the page has its own. */
const isChapter = ({ isField = false }: SearchEntry) => !isField;

const chapterOf = ({ id, title, page, also }: SearchEntry) => ({ id, title, page, also });

function entriesOf(
  { path, title, about, also = '' }: SitePage,
  { chapters, fields }: Content,
): SearchEntry[] {
  const words = chapters.map(({ heading, text }, i): SearchEntry => {
    const plain = text.replace(/\s+/g, ' ').trim();
    return {
      id: i === 0 ? path : `${path}#${heading.id}`,
      title: i === 0 ? title : heading.text,
      page: title,
      about: i === 0 ? about : plain.slice(0, 110),
      text: plain,
      also: i === 0 ? also : '',
    };
  });
  const described = fields.map(
    ({ anchor, struct, field, meaning }): SearchEntry => ({
      id: `${path}#${anchor}`,
      title: `${struct}.${field}`,
      page: /^v\d/.test(anchor) ? `${title}, ${anchor.startsWith('v6') ? 'v6' : 'v9 and later'}` : title,
      about: meaning,
      text: '',
      also: '',
      isField: true,
    }),
  );
  return [...words, ...described];
}

function frontPage(groups: readonly SiteGroup[]): string {
  const cards = groups.map(
    ({ title, pages }) => `<h2 id="${title.toLowerCase().replaceAll(' ', '-')}">${escapeHtml(title)}</h2>
<ul class="cards">
${pages.map(({ path, title: name, about }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(name)}</a><p>${escapeHtml(about)}</p></li>`).join('\n')}
</ul>`,
  );
  return framed({
    path: 'index.html',
    title: 'Documentation',
    about:
      'The documentation of Lithoscope, and a reference of the formats of LithTech models, textures and archives.',
    content: `<h1>Documentation</h1>
<p>New here? Begin with <a href="guide/getting-started.html">Getting started</a>. The format reference has every field of LithTech
models, textures, sprites and archives, each with a link that opens a sample with exactly those bytes selected.
<kbd>/</kbd> searches all pages.</p>
${cards.join('\n')}`,
    headings: [],
    scripts: [],
    groups,
  });
}
