import { el } from '../ui/dom.ts';

/** A link to a page of the documentation. All of them open in one tab. */
export const docsLink = (href: string, words: string): HTMLElement =>
  el('a', { class: 'link', href, target: 'lithoscope-docs' }, words);
