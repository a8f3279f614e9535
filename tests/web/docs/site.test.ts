/** The docs site as it is built: its links, what it says of the samples, and what the page's policy allows. */
import { posix } from 'node:path';
import type { StructureNode } from '@lithoscope/core';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, test } from 'vitest';
import { versionTest } from '../../../tools/docs-site/field-table.ts';
import { contentOf, type Surroundings } from '../../../tools/docs-site/markdown.ts';
import { SEARCH_OPTIONS, type SearchEntry, searchFor } from '../../../tools/docs-site/search-options.ts';
import { siteOf } from '../../../tools/docs-site/site.ts';
import { type WholeSite, wholeSite } from '../../../tools/docs-site/whole-site.ts';
import { formatLink } from '../../../web/explain/format-link.ts';
import { parseLink } from '../../../web/links/format.ts';
import { CUBE } from '../../../web/ui/icons.ts';

let site: WholeSite;
/** Pages by path below dist/docs. */
let pages: [path: string, html: string][];

beforeAll(() => {
  site = wholeSite(true);
  pages = [...site.texts].filter(([path]) => path.endsWith('.html'));
}, 60_000);

const unescaped = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => unescaped(found));
const idsOf = (html: string) => all(html, /\sid="([^"]*)"/g);

/** What other products, the build itself and the page put beside the texts. */
const ELSEWHERE = /^(?:assets\/|media\/|api\/|\.\.\/(?:$|schema\/|samples\/|embed\/|#))/;

test('every link between the pages leads to a page, and every anchor is there', () => {
  expect(deadLinks(pages)).toEqual([]);
});

test('the reference of the API is linked where it was built, and the guide says what builds it', () => {
  const linked = (of: Iterable<[string, string]>) =>
    [...of].filter(([, html]) => /href="(?:\.\.\/)*api\/index\.html"/.test(html)).map(([path]) => path);
  expect(linked(pages)).toEqual(pages.map(([path]) => path));
  const { texts } = siteOf(
    () => null,
    () => '',
    false,
  );
  expect(linked(texts)).toEqual([]);
  expect(deadLinks([...texts].filter(([path]) => path.endsWith('.html')))).toEqual([]);
  for (const guide of [texts.get('api.html'), pageOf('api.html')])
    expect(guide).toMatch(/reference(?:<\/a>)? of the site, which <code>npm run build<\/code> makes/);
});

function deadLinks(of: readonly (readonly [path: string, html: string])[]): string[] {
  const ids = new Map(of.map(([path, html]) => [path, new Set(idsOf(html))]));
  const dead: string[] = [];
  for (const [path, html] of of) {
    const links = [
      ...all(html, /<a\s[^>]*href="([^"]*)"/g),
      ...all(html, /<(?:script|img)\s[^>]*src="([^"]*)"/g),
    ];
    expect(links.length, path).toBeGreaterThan(10);
    for (const link of links) {
      if (link.startsWith('https://')) continue;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      if (ELSEWHERE.test(target)) continue;
      const there = ids.get(target);
      if (!there || (anchor && !there.has(decodeURIComponent(anchor)))) dead.push(`${path}: ${link}`);
    }
  }
  return dead;
}

test('a page is called the same in the list of pages and by itself', () => {
  const [, front = ''] = pages.find(([path]) => path === 'index.html') ?? [];
  const listed = [...front.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><p>/g)];
  expect(listed.length).toBeGreaterThan(25);
  for (const [, path = '', title = ''] of listed) {
    // TypeDoc names its own page.
    if (path.startsWith('api/')) continue;
    const [, heading = ''] = /<h1 id="[^"]*">(.*?) <a class="anchor"/.exec(pageOf(path)) ?? [];
    expect(heading, path).toBe(title);
  }
});

test('the mark of the documentation is that of the page', () => {
  for (const [path, html] of pages) expect(html, path).toContain(`<path d="${CUBE[0]}" />`);
});

test('no id stands twice on a page', () => {
  for (const [path, html] of pages) {
    const ids = idsOf(html);
    expect(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      path,
    ).toEqual([]);
  }
});

test('no page has what the policy of the page forbids', () => {
  for (const [path, html] of pages) {
    expect(html, path).toContain('http-equiv="Content-Security-Policy"');
    const text = html.replace(/<(pre|code)[\s\S]*?<\/\1>/g, '');
    expect(all(text, /<script(?![^>]*\ssrc=)([^>]*)>/g), path).toEqual([]);
    expect(text, path).not.toMatch(/<[^>]*\s(?:style|on\w+)=|<style/);
  }
});

/** Rows of field tables with their links into samples. */
function sampleLinks(): {
  page: string;
  id: string;
  field: string;
  type: string;
  href: string;
  title: string;
}[] {
  return pages
    .filter(([path]) => path.startsWith('format/'))
    .flatMap(([page, html]) =>
      [...html.matchAll(/<tr role="row" id="([^"]*)">(.*?)<\/tr>/g)].map(([, id = '', row = '']) => {
        const [field = ''] = all(row, /<th scope="row".*?<code>([^<]*)</g);
        const [type = ''] = all(row, /class="of-type"><code>([A-Za-z][^<]*)</g);
        const [href = ''] = all(row, /class="sample mono" href="([^"]*)"/g);
        const [title = ''] = all(row, /title="([^"]*)"/g);
        return { page, id, field, type, href, title };
      }),
    );
}

describe('fields of the format reference', () => {
  test('every field is in a sample, and its link selects exactly its bytes', () => {
    const rows = sampleLinks();
    expect(rows.length).toBeGreaterThan(240);
    const files = new Map(site.files.map((file) => [file.address, file.parsed]));
    const absent: string[] = [];
    for (const { page, id, field, type, href, title } of rows) {
      // A wrapper around a model, which no sample is.
      if (id.startsWith('abc.LTBHeader.')) continue;
      const isList = page === 'format/lta.html';
      if ((isList || page === 'format/ltb.html') && href === '') {
        absent.push(id);
        continue;
      }
      const [target = '', hash = ''] = href.split('#');
      expect(posix.join('docs', posix.dirname(page), target), id).toBe('./');
      const link = parseLink(`#${hash}`);
      expect(link.unknownParts, id).toEqual([]);
      const file = files.get(link.model ?? '');
      const path = title.split(': ').at(-1) ?? '';
      const node = file?.resolve(path);
      expect(node, `${id}: ${path}`).toBeTruthy();
      if (!node) continue;
      expect(link.selection, id).toEqual({ start: node.start, length: node.end - node.start });
      expect(link.selection?.length, id).toBeGreaterThan(0);
      // The path itself says which field it is; the last name of `Mips[0]` is that of the list.
      const name = path
        .split('.')
        .at(-1)
        ?.replace(/\[\d+\]$/, '');
      if (field !== '[i]') expect(name, id).toBe(field);
      expect(node.type, id).toBe(isList ? field : type.replace(/\[.*\]$/, ''));
    }
    // What no real file has and Lithoscope does not make: unknown meshes, palettes, further streams and parts of vertices.
    expect(absent.filter((id) => id.startsWith('ltb.'))).toEqual([
      ...['Object', 'MinBone', 'MaxBone', 'BoneCount', 'Bones', 'Stream1', 'Stream2', 'Stream3'].map(
        (name) => `ltb.LOD.${name}`,
      ),
      ...['Bones', 'Color', 'UV2', 'UV3', 'UV4', 'S', 'T'].map((name) => `ltb.Vertex.${name}`),
    ]);
    // What only other tools write in a text.
    const ofOthers =
      'nrm-fs colors appearance pc-mat material texture-index specular-power specular-scale render-style texture-bindings exclude-geom weight-set min-max-offset set-repl-lod-original piece-priorities dists tri-% scale-skel node-relations add-animweightsets orientation enabled';
    expect(absent.filter((id) => id.startsWith('lta.'))).toEqual(
      ofOthers.split(' ').map((name) => `lta.${name}`),
    );
  });

  test('one value has the size of its type', () => {
    const sizes: Record<string, number> = {
      u8: 1,
      i8: 1,
      u16: 2,
      i16: 2,
      u32: 4,
      i32: 4,
      f32: 4,
      Vector: 12,
      Quaternion: 16,
      Face: 30,
    };
    let compared = 0;
    for (const { id, type, href } of sampleLinks()) {
      const size = sizes[type];
      if (size === undefined || href === '') continue;
      expect(parseLink(`#${href.split('#')[1]}`).selection?.length, id).toBe(size);
      compared++;
    }
    expect(compared).toBeGreaterThan(90);
  });

  test('each field card leads to an anchor that is there, and mostly to the field itself', () => {
    const ids = new Map(pages.map(([path, html]) => [`docs/${path}`, new Set(idsOf(html))]));
    let fields = 0;
    for (const { parsed } of site.files) {
      const shapes = new Set<string>();
      const { offset } = parsed.leaves(0, parsed.size);
      parsed.paths(0, parsed.size).forEach((path, i) => {
        const shape = path.replace(/\[\d+\]/g, '[]');
        if (shapes.has(shape)) return;
        shapes.add(shape);
        const chain = parsed.ancestors(offset[i] ?? 0);
        for (let length = 1; length <= chain.length; length++) {
          const href = formatLink(parsed.info, chain.slice(0, length));
          // The bytes of an archive's entries are another file's.
          if (parsed.info.format === 'rez' && chain[0]?.name === 'Resource') continue;
          const [page = '', anchor = ''] = href?.split('#') ?? [];
          expect(ids.get(page)?.has(anchor), `${path}: ${href}`).toBe(true);
          fields++;
        }
      });
    }
    expect(fields).toBeGreaterThan(800);
  });

  test('a value is described with the field that holds it', () => {
    const info = { format: 'abc', features: { collapses: false } } as const;
    const parsed = site.files[0]?.parsed;
    const chainOf = (path: string): StructureNode[] => {
      const node = parsed?.resolve(path);
      const chain = parsed?.ancestors(node?.start ?? 0) ?? [];
      return chain.slice(0, chain.findIndex((other) => other.path === path) + 1);
    };
    const link = (path: string) => formatLink(info, chainOf(path));
    const vertex = 'Pieces.Pieces[0].LODs[0].Vertices[0]';
    expect(link(`${vertex}.Weights[0].Location.X`)).toBe('docs/format/abc.html#v9.Weight.Location');
    expect(link(vertex)).toBe('docs/format/abc.html#v9.Vertex');
    expect(link('Nodes.Nodes[3].Matrix[5]')).toBe('docs/format/abc.html#v9.Node.Matrix');
    expect(link('Animation')).toBe('docs/format/abc.html#v9.section.Animation');
    expect(link('Animation.Animations[0].Name')).toBe('docs/format/abc.html#v9.Animation.Name');
    expect(link('Header.NextSectionOffset')).toBe('docs/format/abc.html#abc.SectionHead.NextSectionOffset');
    expect(formatLink({ ...info, format: 'unknown' }, chainOf(vertex))).toBeNull();
    expect(formatLink(info, [])).toBeNull();
  });

  test('versions are read as the tables write them', () => {
    expect([9, 10, 13, 108].filter(versionTest('v10 and later'))).toEqual([10, 13, 108]);
    expect([9, 13, 108].filter(versionTest('all but v108'))).toEqual([9, 13]);
    expect([9, 13, 108].filter(versionTest('v13, v108'))).toEqual([13, 108]);
    expect([-2, -3, -5].filter(versionTest('v−3 and later'))).toEqual([-3, -5]);
  });
});

const pageOf = (path: string) => site.texts.get(path) ?? '';

describe('search', () => {
  let index: MiniSearch<SearchEntry>;
  const results = (words: string) => searchFor(index, words).map(({ id }) => String(id));
  const first = (words: string) => results(words)[0];

  beforeAll(() => {
    index = MiniSearch.loadJSON(pageOf('assets/search.json'), SEARCH_OPTIONS);
  });

  test('finds fields by name, codes, headings and words', () => {
    expect(first('NumKeyframes')).toBe('format/abc.html#v6.Anim.NumKeyframes');
    expect(first('numkeyf')).toBe('format/abc.html#v6.Anim.NumKeyframes');
    expect(first('SECTION_TOO_FAR')).toBe('findings.html#section_too_far');
    expect(first('rotation-only nodes')).toBe('format/abc.html#46-rotation-only-nodes');
    expect(first('SubLODVertexIndex')).toBe('format/abc.html#v9.Vertex.SubLODVertexIndex');
    expect(index.search('quaternion').length).toBeGreaterThan(2);
    expect(index.search('xyzzyplugh')).toEqual([]);
  });

  test('answers the questions of a newcomer with the guide', () => {
    expect(results('convert blender').slice(0, 3).sort()).toEqual([
      'guide/exporting.html',
      'guide/importing.html',
      'interop.html',
    ]);
    expect(first('convert blender')).toBe('guide/exporting.html');
    expect(first('save')).toMatch(/^guide\/editing\.html/);
    expect(first('saving')).toBe('guide/editing.html#saving');
    expect(first('skin missing')).toBe('guide/watching.html#skins');
    expect(first('socket attach')).toBe('guide/watching.html#attachments');
    expect(first('screenshot')).toBe('guide/exporting.html');
    expect(first('unpack rez')).toBe('guide/libraries.html');
    for (const words of ['getting started', 'tutorial', 'first steps'])
      expect(first(words)).toBe('guide/getting-started.html');
    expect(first('shortcut')).toBe('guide/keys.html');
    // Words that no page has together find the pages that have some of them.
    expect(first('video xyzzyplugh')).toMatch(/^guide\/exporting\.html/);
    // A name of the format is meant as such, though the guide has its words.
    expect(first('socket_node')).toBe('findings.html#socket_node_missing');
  });

  test('every result is an address on the site', () => {
    const ids = new Map(pages.map(([path, html]) => [path, new Set(idsOf(html))]));
    const found = index.search(MiniSearch.wildcard).map(({ id }) => String(id));
    expect(found.length).toBeGreaterThan(500);
    for (const address of found) {
      const [path = '', anchor] = address.split('#');
      expect(ids.has(path) && (!anchor || ids.get(path)?.has(anchor)), address).toBe(true);
    }
  });
});

describe('Markdown', () => {
  const surroundings: Surroundings = {
    link: (target) => (target.startsWith('https:') ? target : null),
    chapter: (page, number) => (page === null && number === '4.3' ? '#43-x' : null),
    pageTitle: (file) => (file === 'dtx.md' ? 'Ex' : null),
    picture: (target) => ({ address: target, size: { width: 12, height: 8 } }),
    find: () => null,
    drawing: () => '',
  };
  const html = (source: string) => contentOf(source, surroundings).html;

  test('is text where it is HTML', () => {
    expect(html('a <b onclick="x()">b</b> <script>y</script>')).toBe(
      '<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt; &lt;script&gt;y&lt;/script&gt;</p>\n',
    );
    expect(html('<script>alert(1)</script>\n')).not.toContain('<script');
    expect(html('<!-- a note -->\n\nText')).toBe('<p>Text</p>\n');
    expect(html('[x](javascript:alert(1)) [y](../web/main.ts)')).toBe('<p>x y</p>\n');
    expect(html('[x](https://a.b/?"><i>)')).not.toContain('<i>');
  });

  test('has a picture in both themes, each with its size and its words', () => {
    const picture = [
      '<picture>',
      '  <source media="(prefers-color-scheme: dark)" srcset="a-dark.webp">',
      '  <img src="a-light.webp" alt="A robot & its bytes">',
      '</picture>',
    ].join('\n');
    const shown = html(`${picture}\n\nText`);
    for (const theme of ['light', 'dark'])
      expect(shown).toContain(
        `<a class="in-${theme}" href="a-${theme}.webp"><img src="a-${theme}.webp" alt="A robot &amp; its bytes" width="12" height="8" loading="lazy" /></a>`,
      );
    expect(shown).toContain('<p>Text</p>');
    // Anything else in it is HTML like any other.
    expect(html(picture.replace('<img', '<img onload="x()"'))).not.toContain('<img');
    expect(html(picture.replace(' alt="A robot & its bytes"', ''))).not.toContain('<img');
  });

  test('cites chapters as links, but not within one', () => {
    expect(html('see \u00a74.3, \u00a79.9')).toBe('<p>see <a href="#43-x">\u00a74.3</a>, \u00a79.9</p>\n');
    expect(html('[abc \u00a74.3](https://a.b)')).toBe('<p><a href="https://a.b">abc \u00a74.3</a></p>\n');
  });

  test('names pages by their titles, and says how sure a fact is', () => {
    expect(html('[docs/dtx.md](https://a.b) [rez.md](https://a.b)')).toBe(
      '<p><a href="https://a.b">Ex</a> <a href="https://a.b">rez.md</a></p>\n',
    );
    expect(html('So it is. [proven] `a[proven]`')).toBe(
      '<p>So it is. <span class="sure">proven</span> <code>a[proven]</code></p>\n',
    );
  });

  test('has live examples as elements and as code, without anything that the policy forbids', () => {
    const example = '```html live\n<x-y src="a.abc"></x-y>\n```\n';
    expect(html(example)).toContain('<div class="live"><x-y src="a.abc"></x-y></div>');
    expect(html(example)).toContain('&lt;x-y src=&quot;a.abc&quot;&gt;');
    expect(html(example.replace(' live', ''))).not.toContain('<x-y');
    for (const bad of ['<script>x</script>', '<p style="x">', '<p onclick="x">', '<a href="javascript:x">'])
      expect(() => html(`\`\`\`html live\n${bad}\n\`\`\`\n`)).toThrow('policy');
    expect(contentOf('---\nscripts: a.js b.js\n---\n# T\n', surroundings)).toMatchObject({
      scripts: ['a.js', 'b.js'],
      title: 'T',
    });
  });
});
