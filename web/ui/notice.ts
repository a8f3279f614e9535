/** Display of messages: failures stay until they are dismissed, announcements disappear after a while. */
import type { Signal } from '@preact/signals-core';
import { announcement, type Done, dismissNotice, type Notice, notice, spoken } from '../store/notices.ts';
import { button, el, fileText, icon } from './dom.ts';
import { ALERT, CROSS } from './icons.ts';
import { effect, listen } from './scope.ts';
import './notice.css';

/** Time for which an announcement is shown, ms. */
const SHOWN_MS = 6000;
const USABLE_MS = 12_000;
/** Maximum number of details that are listed. */
const MAX_DETAILS = 500;

let place: HTMLElement | null = null;
let offers: HTMLElement | null = null;

/** Adds a box of another part of the page to the messages. */
export function addNotice(box: HTMLElement): void {
  place?.append(box);
}

/** Adds an offer or a progress bar above the panels, without moving them. */
export function addOffer(box: HTMLElement): void {
  offers?.append(box);
}

/** Events that count as work in the page. */
const WORK = ['click', 'keydown', 'wheel', 'touchmove', 'drop'] as const;

/** Keys that lead to an offer, or do nothing by themselves. */
const NO_WORK = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'];

/** Calls `run` whenever the user does something outside the offers, until the current scope ends. */
export function onWork(run: () => void): void {
  const takes = (event: Event) => {
    if (event instanceof KeyboardEvent && NO_WORK.includes(event.key)) return;
    if (!(event.target instanceof Node && offers?.contains(event.target))) run();
  };
  for (const type of WORK) listen(document, type, takes, { capture: true, passive: true });
}

/**
 * @param over where offers stand
 * @param view where announcements stand
 */
export function mountNotice(host: HTMLElement, over: HTMLElement, view: HTMLElement): void {
  place = host;
  offers = over;
  const box = el('div', { class: 'notice', role: 'alert', hidden: true });
  host.append(box, transient(spoken, 'spoken visually-hidden'));
  view.append(transient(announcement, 'announcement'));
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

/** The details, initially closed. */
function detailsOf({ details = [] }: Notice): HTMLElement[] {
  if (details.length === 0) return [];
  const items = details.slice(0, MAX_DETAILS).map((line) => el('li', {}, fileText(line)));
  const rest = details.length - items.length;
  if (rest > 0) items.push(el('li', {}, `and ${rest.toLocaleString('en-US')} more`));
  return [el('details', { class: 'notice-details' }, el('summary', {}, 'Show each'), el('ul', {}, ...items))];
}

/** A live region that is cleared after a while, but not while it is hovered or its button has the focus. */
function transient(said: Signal<string | Done>, className: string): HTMLElement {
  const box = el('div', { class: className, role: 'status' });
  effect(() => {
    const { text, action = null } = typeof said.value === 'string' ? { text: said.value } : said.value;
    const clear = () => {
      said.value = '';
    };
    const use = () => {
      clear();
      action?.run();
    };
    box.replaceChildren(
      ...(text === '' ? [] : [fileText(text)]),
      ...(action ? [button(action.label, use, { class: 'button-small' })] : []),
    );
    if (text === '') return undefined;
    const end = () => {
      if (box.matches(':hover, :focus-within')) timer = window.setTimeout(end, SHOWN_MS);
      else clear();
    };
    let timer = window.setTimeout(end, action ? USABLE_MS : SHOWN_MS);
    return () => window.clearTimeout(timer);
  });
  return box;
}
