/** The frame of a page: head, bar, list of pages, contents. No inline script or style: the page's policy holds here too. */
import { CUBE } from '../../web/ui/icons.ts';
import { CSP_META } from '../csp.mjs';
import { relativeLink } from './links.ts';
import type { Heading } from './markdown.ts';
import type { SiteGroup } from './pages.ts';
import { escapeHtml } from './text.ts';

export interface Frame {
  /** Below dist/docs. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly content: string;
  readonly headings: readonly Heading[];
  readonly scripts: readonly string[];
  readonly groups: readonly SiteGroup[];
}

/** Levels of headings in the list of contents; a page with hundreds of the lower has the upper alone. */
const MAX_CONTENTS = 70;

export function framed({ path, title, about, content, headings, scripts, groups }: Frame): string {
  const to = (target: string) => escapeHtml(relativeLink(path, target));
  const modules = [...scripts].map((script) => `<script type="module" src="${escapeHtml(script)}"></script>`);
  const contents = contentsOf(headings);
  return `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(CSP_META)}" />
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="description" content="${escapeHtml(about)}" />
<title>${escapeHtml(title)} · Lithoscope</title>
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml" />
<link rel="apple-touch-icon" href="${to('../icons/icon-180.png')}" />
<link rel="manifest" href="${to('../manifest.webmanifest')}" />
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#181b20" />
<link rel="stylesheet" href="${to('assets/docs.css')}" />
<script type="module" async blocking="render" src="${to('assets/theme.js')}"></script>
<script type="module" src="${to('assets/docs.js')}"></script>
${modules.join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${to('index.html')}"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${CUBE.map((path) => `<path d="${path}" />`).join('')}</svg>Lithoscope <span>documentation</span></a>
<div class="search" data-index="${to('assets/search.json')}" data-root="${to('index.html').replace(/index\.html$/, '')}">
<input type="search" id="search" placeholder="Search (/)" aria-label="Search the documentation" autocomplete="off" spellcheck="false" disabled />
</div>
<a class="button-small open-page" href="${to('../')}/">Open Lithoscope</a>
<button class="button-quiet theme" type="button" title="Switch between dark and light" aria-label="Switch between dark and light" hidden><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z" /><path d="M12 3v18M12 8h7.5M12 12h9M12 16h7.5" /></svg></button>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages"><details open><summary>Pages</summary>
${groups.map((group) => pageList(group, path)).join('\n')}
</details></nav>
${contents}
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`;
}

function pageList({ title, pages }: SiteGroup, current: string): string {
  const items = pages.map(({ path, title: name }) => {
    const here = path === current ? ' aria-current="page"' : '';
    return `<li><a href="${escapeHtml(relativeLink(current, path))}"${here}>${escapeHtml(name)}</a></li>`;
  });
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function contentsOf(headings: readonly Heading[]): string {
  const inner = headings.filter(({ level }) => level === 2 || level === 3);
  const shown = inner.length > MAX_CONTENTS ? inner.filter(({ level }) => level === 2) : inner;
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><details open><summary>On this page</summary>
<ul>
${items.join('\n')}
</ul>
</details></nav>`;
}
