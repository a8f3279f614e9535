/** Questions that must be answered before anything is lost; fetched with the first one. */

import { openDialog } from './dialog.ts';
import { button, el, setAttribute } from './dom.ts';
import './ask.css';

/** One way to answer. */
export interface Answer<T extends string> {
  readonly id: T;
  readonly label: string;
}

/** The previous question: questions are asked one after the other. */
let asked: Promise<unknown> = Promise.resolve();
let count = 0;

/**
 * Asks in a modal dialog. The focus is on the first answer, and is restored afterwards.
 * @returns the answer; null if the user cancels
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
  let answer: T | null = null;
  return new Promise((resolve) => {
    const give = (id: T | null) => {
      answer = id;
      dialog.close();
    };
    const buttons = answers.map(({ id, label }, i) =>
      button(label, () => give(id), { class: i === 0 ? 'button-action' : 'button-small' }),
    );
    const dialog = openDialog({
      class: 'ask',
      title: question,
      kind: 'question',
      build: ({ element }) => {
        const words = el('p', { class: 'ask-text', id: `ask-${++count}` }, ...text);
        setAttribute(element, 'aria-describedby', words.id);
        const cancel = button('Cancel', () => give(null), { class: 'button-small' });
        return [words, el('div', { class: 'ask-answers' }, ...buttons, cancel)];
      },
      focus: () => buttons[0],
      closed: () => resolve(answer),
    });
  });
}
