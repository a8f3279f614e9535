/** Sentences for the user: what failed stands until it is dismissed, what was done goes by itself. */
import { announcement, dismissNotice, notice } from '../store/notices.ts';
import { button, el, fileText, icon } from './dom.ts';
import { ALERT, CROSS } from './icons.ts';
import { effect } from './scope.ts';

/** How long an announcement stands, ms. */
const SHOWN_MS = 6000;

let place: HTMLElement | null = null;

/** Puts a box of another part of the page where the sentences stand. */
export function addNotice(box: HTMLElement): void {
  place?.append(box);
}

export function mountNotice(host: HTMLElement): void {
  place = host;
  const box = el('div', { class: 'notice', role: 'alert', hidden: true });
  host.append(box, announcements());
  effect(() => {
    const shown = notice.value;
    box.hidden = shown === null;
    if (shown === null) return box.replaceChildren();
    const lines = shown.text.split('\n').map((line) => el('p', {}, fileText(line)));
    const parts: HTMLElement[] = [el('div', { class: 'notice-text' }, ...lines)];
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

function announcements(): HTMLElement {
  const box = el('p', { class: 'announcement', role: 'status' });
  effect(() => {
    const text = announcement.value;
    box.replaceChildren(...(text === '' ? [] : [fileText(text)]));
    if (text === '') return undefined;
    const timer = setTimeout(() => {
      announcement.value = '';
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  });
  return box;
}
