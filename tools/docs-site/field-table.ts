/**
 * Field tables of the Markdown pages as HTML: an anchor for each struct and field, and the bytes of a sample that are one.
 * `<!-- fields v9+: section Header, Piece -->` before tables says which they are; `<!-- struct abc: SectionHead -->` does for a
 * table that is written by hand.
 */
import type { Tokens } from 'marked';
import { fieldAnchor, structAnchor } from '../../web/explain/format-link.ts';
import type { SampleField } from './sample-fields.ts';
import { escapeHtml } from './text.ts';

/** Structs that both families of models have: their tables are of neither. */
const SHARED = ['Vector', 'Quaternion', 'TexCoord'];

/** Finds the bytes of a field: of the type, in a file of a version of the row (null: of any). */
export type FindField = (anchor: string, type: string, versions: VersionTest | null) => SampleField | null;
export type VersionTest = (version: number) => boolean;

/** A field as the search finds it. */
export interface IndexedField {
  readonly anchor: string;
  readonly struct: string;
  readonly field: string;
  readonly meaning: string;
}

/** A struct whose table comes next. */
export interface NamedTable {
  readonly anchor: string;
  readonly struct: string;
}

const bare = (announced: string | undefined) => announced?.replace(/^section /, '');

/** The tables that a comment announces, in their order. */
export class AnnouncedTables {
  readonly #family: string;
  readonly #names: string[];
  #at = -1;
  #namesakes = 0;

  private constructor(family: string, names: string) {
    this.#family = family;
    this.#names = names.split(', ');
  }

  /** Null for another comment. */
  static of(comment: string): AnnouncedTables | null {
    const [, kind, family = '', names = ''] = /^<!-- (fields|struct) (\S+): (.*) -->/.exec(comment) ?? [];
    return kind ? new AnnouncedTables(family === 'v9+' ? 'v9' : family, names) : null;
  }

  /** The table by its caption `**Section Header**, …`; a namesake follows its like, and has a number after its name. */
  captioned(caption: string): NamedTable | null {
    const [, words = ''] = /^\*\*([^*]+)\*\*/.exec(caption) ?? [];
    const name = words.replace(/^Section (?=\w)/, '');
    if (bare(this.#names[this.#at + 1]) === name) {
      this.#at++;
      this.#namesakes = 0;
    } else if (bare(this.#names[this.#at]) === name) this.#namesakes++;
    else return null;
    const isSection = this.#names[this.#at]?.startsWith('section ') ?? false;
    return this.#table(this.#namesakes > 0 ? `${name}-${this.#namesakes + 1}` : name, isSection);
  }

  /** The one table of a comment `struct`. */
  written(): NamedTable {
    return this.#table(this.#names[0] ?? '', false);
  }

  #table(struct: string, isSection: boolean): NamedTable {
    const family = SHARED.includes(struct) ? 'abc' : this.#family;
    return { anchor: structAnchor(family, struct, isSection), struct };
  }
}

/**
 * A table with an anchor on each field and a column of samples.
 * @param inline Markdown within a cell as HTML
 */
export function fieldTable(
  table: Tokens.Table,
  { anchor, struct }: NamedTable,
  inline: (tokens: Tokens.TableCell['tokens']) => string,
  find: FindField,
): { html: string; fields: IndexedField[] } {
  const column = (name: string) => table.header.findIndex(({ text }) => text === name);
  const [fieldColumn, typeColumn, inColumn] = [column('field'), column('type'), column('in')];
  const columns = table.header.map(({ text }) => text.replace(/\W+/g, '-'));
  const meaningColumn = table.header.length - 1;
  const taken = new Set<string>();
  const fields: IndexedField[] = [];
  const rows = table.rows.map((cells) => {
    const name = (cells[fieldColumn]?.text ?? '').replace(/`/g, '');
    const plain = fieldAnchor(anchor, name === '[i]' || name === '…' ? '' : name);
    const versionWords = inColumn < 0 ? '' : (cells[inColumn]?.text ?? '');
    const own = untaken(plain, taken);
    const meaning = (cells[meaningColumn]?.text ?? '').replace(/[`\\]/g, '');
    if (!own.endsWith('.items')) fields.push({ anchor: own, struct, field: name, meaning });
    const html = cells.map((cell, i) => {
      const text = inline(cell.tokens);
      const name = columns[i] ?? '';
      if (name === 'field') {
        return `<th scope="row" role="rowheader"><a class="field" href="#${escapeHtml(own)}">${text}</a></th>`;
      }
      // An empty cell of a small screen's rows takes no place.
      return `<td role="cell" class="of-${name}"${text === '' ? ' data-empty' : ''}>${text}</td>`;
    });
    const [type = ''] = (cells[typeColumn]?.text ?? '').replace(/`/g, '').split(/[[ ]/, 1);
    const sample = find(plain, type, versionWords ? versionTest(versionWords) : null);
    return `<tr role="row" id="${escapeHtml(own)}">${html.join('')}<td role="cell" class="of-sample">${sampleLink(sample, `${struct}.${name}`)}</td></tr>`;
  });
  const head = [...table.header.map(({ tokens }) => inline(tokens)), 'in a sample'];
  const titles = head.map((title) => `<th scope="col" role="columnheader">${title}</th>`).join('');
  // A small screen shows the rows in another way (styles/tables.css): the roles say that it is a table still.
  return {
    html: `<table class="fields" role="table" aria-label="Fields of ${escapeHtml(struct)}"><thead role="rowgroup"><tr role="row">${titles}</tr></thead><tbody role="rowgroup">${rows.join('\n')}</tbody></table>`,
    fields,
  };
}

/** The type of the lists of a text, which have none. */
export const LIST_TYPE = 'list';

/** A table of the lists of a text, with an anchor on each and a column of samples. */
export function listsTable(
  table: Tokens.Table,
  family: string,
  inline: (tokens: Tokens.TableCell['tokens']) => string,
  find: FindField,
): string {
  const rows = table.rows.map((cells) => {
    const name = (cells[0]?.text ?? '').replace(/`/g, '');
    const anchor = structAnchor(family, name);
    const [head, ...rest] = cells.map(({ tokens }) => inline(tokens));
    const sample = sampleLink(find(anchor, LIST_TYPE, null), name);
    return `<tr role="row" id="${escapeHtml(anchor)}"><th scope="row" role="rowheader"><a class="field" href="#${encodeURIComponent(anchor)}">${head}</a></th>${rest.map((cell) => `<td role="cell" class="of-meaning">${cell}</td>`).join('')}<td role="cell" class="of-sample">${sample}</td></tr>`;
  });
  const head = [...table.header.map(({ tokens }) => inline(tokens)), 'in a sample'];
  const titles = head.map((title) => `<th scope="col" role="columnheader">${title}</th>`).join('');
  return `<table class="fields" role="table" aria-label="Lists of a text"><thead role="rowgroup"><tr role="row">${titles}</tr></thead><tbody role="rowgroup">${rows.join('\n')}</tbody></table>`;
}

/** The same name again is the field of other versions, or of another format of pixels. */
function untaken(anchor: string, taken: Set<string>): string {
  let own = anchor;
  for (let i = 2; taken.has(own); i++) own = `${anchor}-${i}`;
  taken.add(own);
  return own;
}

function sampleLink(sample: SampleField | null, field: string): string {
  if (!sample) return '<span class="absent">in none</span>';
  const title = `Open ${sample.file} with ${field} selected: ${sample.path}`;
  const note = sample.isMade ? ' <span class="made">made</span>' : '';
  return `<a class="sample mono" href="${escapeHtml(sample.href)}" target="lithoscope" title="${escapeHtml(title)}" aria-label="${escapeHtml(title)}">0x${sample.start.toString(16).toUpperCase()}</a>${note}`;
}

/** `v10 and later`, `all but v108`, `v13, v108`, as docs/field-tables.ts writes them. */
export function versionTest(words: string): VersionTest {
  const versions = [...words.matchAll(/v(−?\d+)/g)].map(([, number = '']) =>
    Number(number.replace('−', '-')),
  );
  const [first = 0] = versions;
  // Versions of textures count down.
  if (words.endsWith(' and later')) return (version) => (first < 0 ? version <= first : version >= first);
  if (words.startsWith('all but ')) return (version) => !versions.includes(version);
  return (version) => versions.includes(version);
}
