/** The card that names the servers that a link would ask, and waits for the user's word. */

import { button, el, icon } from '../ui/dom.ts';
import { LINK } from '../ui/icons.ts';
import { addNotice } from '../ui/notice.ts';
import { effect } from '../ui/scope.ts';
import { hostQuestion } from './hosts.ts';
import { hostWords } from './messages.ts';
import './share.css';

/** Adds the card; it is shown while there is a question. */
export function mountHostsCard(): void {
  const text = el('div', { class: 'notice-text', role: 'status' });
  const say = (allowed: boolean) => () => hostQuestion.peek()?.answer(allowed);
  const load = button('', say(true), { class: 'button-small' });
  const leave = button('', say(false), { class: 'button-small' });
  const card = el(
    'div',
    { class: 'notice notice-link', role: 'region', 'aria-label': 'Other servers that the link names' },
    icon(...LINK),
    text,
    load,
    leave,
  );
  effect(() => {
    const question = hostQuestion.value;
    card.hidden = question === null;
    if (!question) return;
    const them = question.files === 1 ? 'it' : 'them';
    load.textContent = `Load ${them}`;
    leave.textContent = `Do without ${them}`;
    text.replaceChildren(el('p', {}, ...hostWords(question.hosts, question.files)));
  });
  addNotice(card);
}
