/** Sentences for the user: what failed stands until it is dismissed, what was done goes by itself. */
import type { Signal } from '@preact/signals-core';
import { announcement, dismissNotice, type Notice, notice, spoken } from '../store/notices.ts';
import { button, el, fileText, icon } from './dom.ts';
import { ALERT, CROSS } from './icons.ts';
import { effect } from './scope.ts';

/** How long an announcement stands, ms. */
const SHOWN_MS = 6000;
/** Details that are listed; the others are counted. */
const MAX_DETAILS = 500;

let place: HTMLElement | null = null;
let offers: HTMLElement | null = null;

/** Puts a box of another part of the page where the sentences stand. */
export function addNotice(box: HTMLElement): void {
  place?.append(box);
}

/** Puts an offer, or how far something is, over the panels: nothing moves for it. */
export function addOffer(box: HTMLElement): void {
  offers?.append(box);
}

/** @param over where offers stand */
export function mountNotice(host: HTMLElement, over: HTMLElement): void {
  place = host;
  offers = over;
  const box = el('div', { class: 'notice', role: 'alert', hidden: true });
  host.append(box, transient(announcement, 'announcement'), transient(spoken, 'spoken visually-hidden'));
  effect(() => {
    const shown = notice.value;
    box.hidden = shown === null;
    if (shown === null) return box.replaceChildren();
    const lines = shown.text.split('\n').map((line) => el('p', {}, fileText(line)));
    const parts: HTMLElement[] = [el('div', { class: 'notice-text' }, ...lines, ...detailsOf(shown))];
    const { action } = shown;
    if (action) {
      const run = () => {
        action.run();
        if (notice.peek() === shown) dismissNotice();
      };
      parts.push(button(action.label, run, { class: 'button-small' }));
    }
    const close = button(icon(CROSS), dismissNotice, { class: 'button-quiet', 'aria-label': 'Dismiss' });
    return box.replaceChildren(icon(...ALERT), ...parts, close);
  });
}

/** The list that the text counts, closed at first. */
function detailsOf({ details = [] }: Notice): HTMLElement[] {
  if (details.length === 0) return [];
  const items = details.slice(0, MAX_DETAILS).map((line) => el('li', {}, fileText(line)));
  const rest = details.length - items.length;
  if (rest > 0) items.push(el('li', {}, `and ${rest.toLocaleString('en-US')} more`));
  return [el('details', { class: 'notice-details' }, el('summary', {}, 'Show each'), el('ul', {}, ...items))];
}

/** A live region that empties itself. */
function transient(text: Signal<string>, className: string): HTMLElement {
  const box = el('p', { class: className, role: 'status' });
  effect(() => {
    const said = text.value;
    box.replaceChildren(...(said === '' ? [] : [fileText(said)]));
    if (said === '') return undefined;
    const timer = setTimeout(() => {
      text.value = '';
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  });
  return box;
}
