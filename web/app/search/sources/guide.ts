/** Pages and chapters of the documentation in the search box. Their list is fetched when something is typed. */

import { type Signal, signal } from '@preact/signals-core';
import { isPlace } from '../../../bytes/places.ts';
import { loadOnce } from '../../../lib/once.ts';
import { BOOK } from '../../../ui/icons.ts';
import { type Fit, fitOf, type Item, type Query, type Source } from '../item.ts';

/** An entry of docs/assets/pages.json (tools/docs-site/site.ts). */
interface Chapter {
  /** Page below docs/, with the anchor. */
  readonly id: string;
  readonly title: string;
  /** Title of the page. */
  readonly page: string;
  /** Words that people search for and that the page does not say. */
  readonly also: string;
}

/** Empty until the list has been fetched; the box is asked again then. */
export const chapters: Signal<readonly Chapter[]> = signal([]);

/** A page of the development server has no documentation. */
const fetchChapters = loadOnce(async () => {
  const response = await fetch('docs/assets/pages.json');
  const list: unknown = response.ok ? await response.json() : [];
  chapters.value = Array.isArray(list) ? list.filter(isChapter) : [];
});

export const guide: Source = {
  mode: '?',
  *find(query, add) {
    // Without a network there are none; the next text tries again.
    fetchChapters().catch(() => {});
    if (query.mode === '') {
      for (const chapter of bestFor(query)) add('alike', () => chapterItem(chapter));
      const isWords = query.text !== '' && !isPlace(query.text);
      if (isWords && chapters.peek().length > 0) add('offer', () => searchItem(query.text));
      return;
    }
    for (const chapter of chapters.peek()) {
      // All chapters of all pages would be a table of contents.
      const isListed = query.text !== '' || !chapter.id.includes('#');
      const fit = isListed ? chapterFit(chapter, query) : null;
      if (fit) add(fit, () => chapterItem(chapter));
    }
  },
};

/** Chapters among things of all kinds: few, since many titles have the words of commands and sections. */
const FEW = 4;

function bestFor(query: Query): Chapter[] {
  const fitting = chapters.peek().filter((chapter) => chapterFit(chapter, query));
  const byTitle = fitting.filter(({ title }) => fitOf(title, query));
  const best = [...new Set([...byTitle, ...fitting])];
  // The names of problems have the words of half the format.
  const isProblem = ({ id }: Chapter) => id.startsWith('findings.html#');
  return [...best.filter((one) => !isProblem(one)), ...best.filter(isProblem)].slice(0, FEW);
}

/** How well a title fits; else its page and what people say for it may have the words. */
function chapterFit({ title, page, also }: Chapter, query: Query): Fit | null {
  return fitOf(title, query) ?? (fitOf(`${title} ${page} ${also}`, query) && 'alike');
}

function chapterItem({ id, title, page }: Chapter): Item {
  return {
    key: `guide ${id}`,
    name: title,
    detail: title === page ? '' : page,
    kind: id.startsWith('guide/') ? 'Guide' : 'Documentation',
    icon: BOOK,
    go: () => void window.open(`docs/${id}`, 'lithoscope-docs'),
  };
}

/** Titles are listed here; the documentation's own search knows all its words. */
function searchItem(text: string): Item {
  return {
    key: 'search the guide',
    name: `Search the documentation for “${text}”`,
    kind: 'Find',
    icon: BOOK,
    go: () => void window.open(`docs/index.html?search=${encodeURIComponent(text)}`, 'lithoscope-docs'),
  };
}

function isChapter(entry: unknown): entry is Chapter {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    ['id', 'title', 'page', 'also'].every((key) => typeof Reflect.get(entry, key) === 'string')
  );
}
