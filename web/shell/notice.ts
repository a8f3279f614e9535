/** The sentence about what just failed, above everything else, until it is dismissed. */
import { effect } from '@preact/signals-core';
import { button, el, fileText, icon } from '../dom.ts';
import { dismissNotice, openRefused, refused } from '../files/open.ts';
import { notice } from '../state.ts';
import { ALERT, CROSS } from './icons.ts';

export function mountNotice(host: HTMLElement): void {
  const box = el('div', { class: 'notice', role: 'alert', hidden: true });
  host.append(box);
  effect(() => {
    const text = notice.value;
    box.hidden = text === null;
    if (text === null) return box.replaceChildren();
    const lines = text.split('\n').map((line) => el('p', {}, fileText(line)));
    const parts: HTMLElement[] = [el('div', { class: 'notice-text' }, ...lines)];
    if (refused.value.length > 0) {
      parts.push(button('Show the bytes anyway', openRefused, { class: 'button-small' }));
    }
    const close = button(icon(CROSS), dismissNotice, { class: 'button-quiet', 'aria-label': 'Dismiss' });
    return box.replaceChildren(icon(...ALERT), ...parts, close);
  });
}
