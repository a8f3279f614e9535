/** The frame of the page, which is there before any file is open: header, notices, space for the panels. */
import { el, icon } from '../ui/dom.ts';
import { CUBE } from '../ui/icons.ts';
import { setRegion } from '../ui/regions.ts';
import './header.css';

/** The parts of the page. */
export interface Frame {
  readonly root: HTMLElement;
  readonly header: HTMLElement;
  /** In the middle of the header: the search. */
  readonly middle: HTMLElement;
  /** At the end of the header. */
  readonly actions: HTMLElement;
  readonly notices: HTMLElement;
  /** Below the panels: offers, and progress of opening. */
  readonly offers: HTMLElement;
  /** At the top of the main area: messages about finished actions. */
  readonly toasts: HTMLElement;
  readonly main: HTMLElement;
}

/** Builds the frame; it replaces the message that the page has not started. */
export function makeFrame(root: HTMLElement): Frame {
  const actions = el('div', { class: 'header-actions' });
  const middle = el('div', { class: 'header-middle' });
  const logo = el('h1', { class: 'logo' }, icon(...CUBE), el('span', { class: 'logo-word' }, 'Lithoscope'));
  const header = setRegion('header', el('header', { class: 'header' }, logo, middle, actions));
  const notices = setRegion('notices', el('div', { class: 'notices' }));
  const offers = el('div', { class: 'offers' });
  const toasts = el('div', { class: 'toasts' });
  const main = setRegion('main', el('main', { class: 'main' }, toasts));
  root.replaceChildren(header, notices, main, offers);
  root.dataset.state = 'empty';
  return { root, header, middle, actions, notices, offers, toasts, main };
}

/** A link to a page of the documentation; all such links share one browser tab. */
export const docsLink = (href: string, words: string): HTMLElement =>
  el('a', { class: 'link', href, target: 'lithoscope-docs' }, words);
