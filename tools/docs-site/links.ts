/** Links of the Markdown sources as links between the pages of the site. */
import { posix } from 'node:path';

/** Files that lie in dist/ as well, by where they lie in the project. */
const PUBLISHED = /^public\/((?:schema|samples)\/[^/]+)$/;

/** How one gets from a page to a file, both below dist/docs (`../` leads out of it). */
export const relativeLink = (from: string, to: string) => posix.relative(posix.dirname(from), to);

/**
 * What a link of a source means on the site; null when it leads to something that is not published, as source code is.
 * @param source path of the Markdown file below the project's folder
 * @param page path of its page below dist/docs
 * @param pages path of the page by that of its source
 */
export function siteLink(
  target: string,
  source: string,
  page: string,
  pages: ReadonlyMap<string, string>,
): string | null {
  if (/^https:\/\//.test(target) || target.startsWith('#')) return target;
  if (/^[a-z][a-z+.-]*:/i.test(target)) return null;
  const [file = '', fragment] = target.split('#');
  const linked = posix.join(posix.dirname(source), file);
  const [, published] = PUBLISHED.exec(linked) ?? [];
  const there = published ? `../${published}` : pages.get(linked);
  if (there === undefined) return null;
  return `${relativeLink(page, there)}${fragment ? `#${fragment}` : ''}`;
}
