/** A question that has to be answered before anything is lost. Loaded with the first of them. */

import { button, el } from './dom.ts';
import './ask.css';
import './overlays.css';

/** One way to answer. */
export interface Answer<T extends string> {
  readonly id: T;
  readonly label: string;
}

/** Questions are asked one after the other. */
let asked: Promise<unknown> = Promise.resolve();
let count = 0;

/**
 * Asks, over the whole page. The focus is on the first answer and returns to where it was.
 * @returns the answer; null when the user leaves it open (Escape, Cancel)
 */
export function ask<T extends string>(
  question: string,
  text: readonly (Node | string)[],
  answers: readonly Answer<T>[],
): Promise<T | null> {
  const answer = asked.then(() => askNow(question, text, answers));
  asked = answer;
  return answer;
}

function askNow<T extends string>(
  question: string,
  text: readonly (Node | string)[],
  answers: readonly Answer<T>[],
): Promise<T | null> {
  const id = `ask-${++count}`;
  let answer: T | null = null;
  const dialog = el('dialog', {
    class: 'dialog ask',
    role: 'alertdialog',
    'aria-labelledby': id,
    'aria-describedby': `${id}-text`,
  });
  const buttons = answers.map((one, i) => {
    const choose = () => {
      answer = one.id;
      dialog.close();
    };
    return button(one.label, choose, { class: i === 0 ? 'button-action' : 'button-small' });
  });
  dialog.append(
    el('h2', { id }, question),
    el('p', { class: 'ask-text', id: `${id}-text` }, ...text),
    el(
      'div',
      { class: 'ask-answers' },
      ...buttons,
      button('Cancel', () => dialog.close(), { class: 'button-small' }),
    ),
  );
  document.body.append(dialog);
  const before = document.activeElement;
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(answer);
    });
    dialog.showModal();
    buttons[0]?.focus();
  });
}
