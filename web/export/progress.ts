/** A line about a file that is being written: how far it is, and a way to call it off. */
import { announcement } from '../store/notices.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import '../files/remote/fetch.css';

import { addNotice } from '../ui/notice.ts';

/** What is written sooner is not worth a line that appears and goes, ms. */
const SOON = 300;

export interface WritingLine {
  /** @param done from 0 to 1 */
  show(done: number): void;
  remove(): void;
}

/** @param cancel called when the user calls it off */
export function writingLine(name: string, cancel: () => void): WritingLine {
  const label = `Writing ${visible(name)}`;
  const bar = el('progress', { 'aria-label': label, max: 1, value: 0 });
  const amount = el('span', { class: 'fetch-amount' });
  const row = el(
    'div',
    { class: 'fetch-rows fetch-row' },
    el('span', { class: 'fetch-name' }, 'Writing ', fileText(name)),
    bar,
    amount,
    button('Cancel', cancel, { class: 'button-small', 'aria-label': `Cancel writing ${visible(name)}` }),
  );
  const box = el('div', { class: 'fetch', role: 'region', 'aria-label': 'Writing' }, row);
  const timer = setTimeout(() => {
    addNotice(box);
    announcement.value = `Writing ${name} …`;
  }, SOON);
  return {
    show: (done) => {
      bar.value = done;
      amount.textContent = `${Math.round(done * 100)} %`;
    },
    remove: () => {
      clearTimeout(timer);
      box.remove();
    },
  };
}
