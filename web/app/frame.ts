/** The frame of the page, which stands before any file is open: head, notices, the room for the panels. */
import { el, icon } from '../ui/dom.ts';
import { CUBE } from '../ui/icons.ts';
import { setRegion } from '../ui/regions.ts';
import './header.css';

/** Where the parts of the page stand. */
export interface Frame {
  readonly root: HTMLElement;
  readonly header: HTMLElement;
  /** At the end of the header: what can be done anywhere. */
  readonly actions: HTMLElement;
  readonly notices: HTMLElement;
  /** Over the panels: offers, and what is being opened. */
  readonly offers: HTMLElement;
  /** At the top of what is worked in: what was done. */
  readonly toasts: HTMLElement;
  readonly main: HTMLElement;
}

/** Builds the frame in place of what said that the page has not started. */
export function makeFrame(root: HTMLElement): Frame {
  const actions = el('div', { class: 'header-actions' });
  const logo = el('h1', { class: 'logo' }, icon(...CUBE), el('span', {}, 'Lithoscope'));
  const header = setRegion('header', el('header', { class: 'header' }, logo, actions));
  const notices = setRegion('notices', el('div', { class: 'notices' }));
  const offers = el('div', { class: 'offers' });
  const toasts = el('div', { class: 'toasts' });
  const main = el('main', { class: 'main' }, toasts);
  root.replaceChildren(header, notices, offers, main);
  root.dataset.state = 'empty';
  return { root, header, actions, notices, offers, toasts, main };
}

/** A link to a page of the documentation. All of them open in one tab. */
export const docsLink = (href: string, words: string): HTMLElement =>
  el('a', { class: 'link', href, target: 'lithoscope-docs' }, words);
