/** A bookmark as it is written: in links, and in files of bookmarks. */

/** Colours by name; each is a token of the page (styles/tokens.css). */
export const MARK_COLORS = {
  blue: '--hue-bindings',
  green: '--hue-sockets',
  orange: '--hue-animation',
  pink: '--hue-children',
  purple: '--hue-nodes',
  grey: '--hue-header',
} as const;
export type MarkColor = keyof typeof MARK_COLORS;
export const COLOR_NAMES = Object.keys(MARK_COLORS) as MarkColor[];

/** What a bookmark says; a half-open range that is not empty. */
export interface BookmarkData {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly note: string;
  readonly color: MarkColor;
}

/** Limits of what is kept: links and files may say anything. */
export const MAX_BOOKMARKS = 500;
export const MAX_NAME = 100;
export const MAX_NOTE = 2000;

/** The colour of a name, else the first. */
export function colorNamed(name: string): MarkColor {
  return COLOR_NAMES.find((known) => known === name) ?? 'blue';
}
