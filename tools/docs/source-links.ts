/**
 * Links of the pages into the sources: `` [`NAME` (PATH:LINE)](../PATH#LLINE) ``. People write `` [`NAME` (PATH)](../PATH) ``;
 * the numbers are written by `npm run docs`, from where the name is defined. A name is a function, class or constant, or a
 * member as `Class.member`, `Class.#member` in TypeScript and `Class::member` in C++.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Pages that have such links. */
const PAGES = ['docs/architecture.md'];

/** A link whose words are a name and a path, with a line or without one. */
const LINK = /\[`([^`]+)` \(([\w./-]+)(?::\d+)?\)\]\(([^)#]+)(?:#L\d+)?\)/g;

/** @returns each page with its lines as the sources have them now, by path below the project's folder */
export function linkedPages(): Map<string, string> {
  return new Map(PAGES.map((page) => [page, withLines(page, sourceAt(page), sourceAt)]));
}

/**
 * @param page its path below the project's folder
 * @param read gives the text of a source, by its path
 * @throws Error that names every link whose name is not defined exactly once in its file, or that leads to another file
 */
export function withLines(page: string, text: string, read: (path: string) => string): string {
  const wrong: string[] = [];
  const linked = text.replace(LINK, (link, name: string, path: string, target: string) => {
    if (posix.join(posix.dirname(page), target) !== path) {
      wrong.push(`${link} leads to ${target}`);
      return link;
    }
    const lines = definitions(name, path, read(path));
    if (lines.length !== 1) {
      wrong.push(`${path} defines ${name} ${lines.length} times (lines: ${lines.join(', ') || 'none'})`);
      return link;
    }
    return `[\`${name}\` (${path}:${lines[0]})](${target}#L${lines[0]})`;
  });
  if (wrong.length > 0) throw new Error(`${page}: ${wrong.join('; ')}`);
  return linked;
}

/** @returns the lines, from 1, on which a name is defined */
function definitions(name: string, path: string, text: string): number[] {
  const quoted = name.replace(/[$#.]/g, '\\$&');
  const found = path.endsWith('.ts')
    ? inTypeScript(name, quoted, text)
    : matches(
        text,
        new RegExp(`^(?:class|struct) ${quoted}\\b[^;{]*\\{|^[\\w:<>*& ]+[ &*]${quoted}\\([^;{]*\\{`, 'gm'),
      );
  return found.map((at) => text.slice(0, at).split('\n').length);
}

/** Formatted sources: what is defined at the outermost level begins its line, a member stands two spaces in. */
function inTypeScript(name: string, quoted: string, text: string): number[] {
  const [, owner = '', member = ''] = /^(\w+)\.(#?\w+)$/.exec(name) ?? [];
  if (!member)
    return matches(
      text,
      new RegExp(`^(?:export )?(?:abstract |async )*(?:function\\*?|class|const) ${quoted}\\b`, 'gm'),
    );
  return inTypeScript(owner, owner, text).flatMap((start) => {
    const body = text.slice(start, text.indexOf('\n}', start));
    const words = '(?:(?:static|override|protected|private|readonly|async|get|set) )*';
    return matches(body, new RegExp(`^ {2}${words}\\*?${member}\\b(?: =|[(<:])`, 'gm')).map(
      (at) => start + at,
    );
  });
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(({ index }) => index);

const sourceAt = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
