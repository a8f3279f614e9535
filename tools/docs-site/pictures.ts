/**
 * Pictures on the pages of the site. A picture of the page has two files, which Markdown says as the forges understand it: an
 * `<img>`, and a `<source>` for the dark theme. Here the theme may be chosen, so both are on the page, and the style shows one.
 */
import type { PictureSize } from './picture-size.ts';
import { escapeHtml } from './text.ts';

export interface PlacedPicture {
  /** Where it is, from the page. */
  readonly address: string;
  readonly size: PictureSize | null;
}

const IN_BOTH_THEMES =
  /^<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img src="([^"]+)" alt="([^"]+)">\s*<\/picture>\s*$/;

/** A picture comes when it is about to be seen; one that the style hides never does. */
export function imageOf({ address, size }: PlacedPicture, alt: string): string {
  const room = size ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${room} loading="lazy" />`;
}

/** The block of a picture in both themes, each leading to itself in full size; null for other HTML. */
export function pictureInThemes(html: string, place: (target: string) => PlacedPicture): string | null {
  const [, dark, light, alt] = IN_BOTH_THEMES.exec(html) ?? [];
  if (!dark || !light || !alt) return null;
  const one = (target: string, theme: string) => {
    const placed = place(target);
    return `<a class="in-${theme}" href="${escapeHtml(placed.address)}">${imageOf(placed, alt)}</a>`;
  };
  return `<div class="picture">${one(light, 'light')}${one(dark, 'dark')}</div>\n`;
}
