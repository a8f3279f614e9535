/** A Markdown source as the content of a page. Raw HTML is text, except pictures in both themes, and examples that are marked `live`. */
import { Marked, Parser, type Token, type Tokens } from 'marked';
import {
  AnnouncedTables,
  type FindField,
  fieldTable,
  type IndexedField,
  listsTable,
  type NamedTable,
} from './field-table.ts';
import { imageOf, type PlacedPicture, pictureInThemes } from './pictures.ts';
import { escapeHtml, slugOf } from './text.ts';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A chapter's words, for the search. */
interface Chapter {
  readonly heading: Heading;
  readonly text: string;
}

export interface Content {
  readonly html: string;
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly chapters: readonly Chapter[];
  readonly fields: readonly IndexedField[];
  /** Modules that the page loads, as `scripts:` in its front matter names them: relative to the page. */
  readonly scripts: readonly string[];
}

export interface Surroundings {
  /** What a link means here; null: it is only text. */
  readonly link: (target: string) => string | null;
  /** Where the chapter of a number is, in this page (null) or in that of a file; null for one that is not there. */
  readonly chapter: (page: string | null, number: string) => string | null;
  /** What the page of a source is called, by the name of its file; null when it has none. */
  readonly pageTitle: (file: string) => string | null;
  /** Where a picture of the source is. */
  readonly picture: (target: string) => PlacedPicture;
  readonly find: FindField;
  /** HTML that stands before the table that a comment announces, '' for none. */
  readonly drawing: (comment: string) => string;
}

/** `---`, `scripts: a.js b.js`, `---` at the start of a source. */
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

export function contentOf(source: string, surroundings: Surroundings): Content {
  const [front = '', words = ''] = FRONT_MATTER.exec(source) ?? [];
  const scripts = /^scripts: *(.*)$/m.exec(words)?.[1]?.split(/\s+/) ?? [];
  const writer = new Writer(surroundings);
  const html = writer.write(source.slice(front.length));
  const { headings, chapters, fields } = writer;
  return { html, title: headings[0]?.text ?? '', headings, chapters, fields, scripts };
}

class Writer {
  readonly headings: Heading[] = [];
  readonly chapters: { heading: Heading; text: string }[] = [];
  readonly fields: IndexedField[] = [];
  readonly #marked: Marked;
  readonly #ids = new Map<string, number>();
  readonly #find: FindField;
  readonly #drawing: Surroundings['drawing'];
  /** A link holds no other. */
  #isInLink = false;
  #announced: AnnouncedTables | null = null;
  #next: NamedTable | null = null;
  /** The family whose lists come next; '' for none. */
  #lists = '';

  constructor({ link, chapter, pageTitle, picture, find, drawing }: Surroundings) {
    this.#find = find;
    this.#drawing = drawing;
    this.#marked = new Marked({
      renderer: {
        html: ({ text }) => (isComment(text) ? '' : (pictureInThemes(text, picture) ?? escapeHtml(text))),
        link: ({ href, text, tokens }) => {
          const target = link(href);
          if (target === null) return this.#inline(tokens);
          this.#isInLink = true;
          const words = withTitle(text, pageTitle) ?? this.#inline(tokens);
          this.#isInLink = false;
          return `<a href="${escapeHtml(target)}">${words}</a>`;
        },
        text: (token) => {
          if ('tokens' in token && token.tokens) return this.#inline(token.tokens);
          const text = 'escaped' in token && token.escaped ? token.text : escapeHtml(token.text);
          return this.#isInLink ? text : withChapters(withMarks(text), chapter, pageTitle);
        },
        image: ({ href, text }) => imageOf(picture(href), text),
        code: ({ text, lang }) => codeBlock(text, lang ?? ''),
        table(token) {
          return plainTable(token, (tokens) => this.parser.parseInline(tokens));
        },
        heading: (token) => this.#heading(token),
      },
    });
  }

  write(source: string): string {
    return this.#marked
      .lexer(source)
      .map((token) => this.#block(token))
      .join('');
  }

  #block(token: Token): string {
    if (token.type === 'html' && isComment(token.text)) return this.#comment(token.text);
    if (this.chapters.length > 0 && token.type !== 'heading') this.#remember(token);
    if (token.type === 'paragraph') {
      const next = this.#announced?.captioned(token.raw);
      if (next) {
        this.#next = next;
        return `<p class="struct" id="${escapeHtml(next.anchor)}">${this.#inline((token as Tokens.Paragraph).tokens)} ${selfLink(next.anchor, next.struct)}</p>`;
      }
    }
    if (token.type === 'table' && this.#next) {
      const named = this.#next;
      this.#next = null;
      const { html, fields } = fieldTable(
        token as Tokens.Table,
        named,
        (tokens) => this.#inline(tokens),
        this.#find,
      );
      this.fields.push(...fields);
      return scroller(html);
    }
    if (token.type === 'table' && this.#lists !== '') {
      const family = this.#lists;
      this.#lists = '';
      const inline = (tokens: Token[]) => this.#inline(tokens);
      return scroller(listsTable(token as Tokens.Table, family, inline, this.#find));
    }
    return this.#marked.parser([token]);
  }

  #comment(comment: string): string {
    if (comment.startsWith('<!-- end of')) this.#announced = null;
    this.#lists = /^<!-- lists (\S+): /.exec(comment)?.[1] ?? '';
    const announced = AnnouncedTables.of(comment);
    if (announced) this.#announced = announced;
    if (comment.startsWith('<!-- struct')) {
      this.#next = announced?.written() ?? null;
      this.#announced = null;
    }
    return this.#drawing(comment);
  }

  #inline(tokens: Token[]): string {
    return Parser.parseInline(tokens, this.#marked.defaults);
  }

  #heading({ depth, tokens, text }: Tokens.Heading): string {
    const html = this.#inline(tokens);
    const slug = slugOf(text.replace(/`/g, ''));
    const before = this.#ids.get(slug) ?? 0;
    this.#ids.set(slug, before + 1);
    const id = before > 0 ? `${slug}-${before}` : slug;
    const heading = { level: depth, id, text: text.replace(/[`*\\]/g, '') };
    this.headings.push(heading);
    this.chapters.push({ heading, text: '' });
    return `<h${depth} id="${escapeHtml(id)}">${html} ${selfLink(id, heading.text)}</h${depth}>\n`;
  }

  #remember(token: Token): void {
    const chapter = this.chapters.at(-1);
    if (chapter) chapter.text += ` ${wordsOf(token)}`;
  }
}

type Chapters = Surroundings['chapter'];
type PageTitle = Surroundings['pageTitle'];

/** Numbers of chapters after a section sign as links, also after the name of another page's file. */
const withChapters = (html: string, chapter: Chapters, pageTitle: PageTitle) =>
  html.replace(/(?:([\w-]+\.md) )?§(\d+(?:\.\d+)*)/g, (words, page: string | undefined, number: string) => {
    const target = chapter(page ?? null, number);
    const named = page ? (withTitle(words, pageTitle) ?? words) : words;
    return target === null ? words : `<a href="${escapeHtml(target)}">${named}</a>`;
  });

/** Words that begin with the name of a page's file, by the title of the page; null for other words. */
function withTitle(words: string, pageTitle: PageTitle): string | null {
  const [, file = '', rest = ''] = /^(?:[\w-]+\/)*([\w-]+\.md)( .*)?$/.exec(words) ?? [];
  const title = file && pageTitle(file);
  return title ? escapeHtml(`${title}${rest}`) : null;
}

/** How sure a fact is, as the pages of the formats say it: `[proven]`, `[reported, except v6: proven]`. */
const withMarks = (html: string) =>
  html.replace(
    /\[((?:proven|ModelEdit|engine|reported|readers|likely|v\S+ reported)\b[^\]]{0,120})\]/g,
    '<span class="sure">$1</span>',
  );

const isComment = (html: string) => /^<!--[\s\S]*-->\s*$/.test(html);

/** The link that names its own place. */
const selfLink = (id: string, name: string) =>
  `<a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to ${escapeHtml(name)}">#</a>`;

const scroller = (table: string) => `<div class="wide">${table}</div>\n`;

function plainTable({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const cells = (row: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${row.map(({ tokens }) => `<${tag}>${inline(tokens)}</${tag.split(' ')[0]}>`).join('')}</tr>`;
  const head = header.some(({ text }) => text !== '')
    ? `<thead>${cells(header, 'th scope="col"')}</thead>`
    : '';
  return scroller(`<table>${head}<tbody>${rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table>`);
}

/**
 * A block of code. `html live` stands on the page as well as in the block: it is a source of the project, and held to what
 * the page's policy allows.
 */
function codeBlock(text: string, info: string): string {
  const [language = '', ...flags] = info.split(/\s+/);
  const block = `<pre tabindex="0"><code${language ? ` class="language-${escapeHtml(language)}"` : ''}>${escapeHtml(text)}</code></pre>\n`;
  if (language !== 'html' || !flags.includes('live')) return block;
  const forbidden = /<script|<style|\sstyle=|\son\w+=|javascript:/i.exec(text);
  if (forbidden)
    throw new Error(`A live example has "${forbidden[0].trim()}", which the page’s policy forbids.`);
  return `<div class="live">${text}</div>\n${block}`;
}

/** The words of a token and all in it. */
function wordsOf(token: Token): string {
  if (token.type === 'html' && token.raw.startsWith('<picture>')) return '';
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .flatMap((row) => row.map(({ text }) => text))
      .join(' ')
      .replace(/[`|*\\]/g, ' ');
  }
  return ('text' in token ? String(token.text) : '').replace(/[`*\\]/g, ' ').replace(/\]\([^)]*\)/g, ' ');
}
