/** The card that asks for the file of a link, and for files beside it that the link could not bring. */
import { computed } from '@preact/signals-core';
import { counted } from '../explain/describe.ts';
import { chooseFiles } from '../files/open.ts';
import type { OpenFile } from '../store/state.ts';
import { button, el, fileText, icon } from '../ui/dom.ts';
import { CROSS, LINK } from '../ui/icons.ts';
import { addNotice } from '../ui/notice.ts';
import { effect } from '../ui/scope.ts';
import type { Link } from './link.ts';
import { applyAnyway, mistaken, stillMissing, stopAsking, wanted, watchForFile } from './wanted.ts';
import './share.css';

/** Adds the card; it shows itself when there is something to ask for. */
export function mountWanted(): void {
  const text = el('div', { class: 'notice-text', role: 'status' });
  const choose = button('Open it…', () => void chooseFiles(), { class: 'button-small' });
  const anyway = button('Apply the link anyway', applyAnyway, { class: 'button-small' });
  const card = el(
    'div',
    { class: 'notice notice-wanted', role: 'region', 'aria-label': 'A file that the link is about' },
    icon(...LINK),
    text,
    choose,
    anyway,
    button(icon(CROSS), stopAsking, { class: 'button-quiet', 'aria-label': 'Do without the file' }),
  );
  const absent = computed(() => stillMissing().join('\n'));
  effect(() => {
    const link = wanted.value;
    const other = mistaken.value;
    const names = absent.value === '' ? [] : absent.value.split('\n');
    card.hidden = link === null && names.length === 0;
    choose.textContent = other ? 'Open another…' : link ? 'Open it…' : 'Open them…';
    anyway.hidden = link === null || other === null;
    text.replaceChildren(...(link ? request(link, other) : mention(names)));
  });
  addNotice(card);
  watchForFile();
}

function request({ name, size, sha256 }: Link, other: OpenFile | null): HTMLElement[] {
  const called = name ? fileText(name, 'wanted-name') : 'a file';
  const large = size === undefined ? '' : ` (${counted(size, 'byte')})`;
  if (!other) {
    return [
      el(
        'p',
        {},
        'This link is about ',
        called,
        `${large}, which it does not bring along: drop the file here or open it.`,
      ),
    ];
  }
  const differs =
    size !== undefined && other.parsed.size !== size
      ? `it has ${counted(other.parsed.size, 'byte')}`
      : sha256
        ? 'its content is another (SHA-256)'
        : 'its name is another';
  return [
    el(
      'p',
      {},
      fileText(other.name),
      ' is not the file of this link: ',
      differs,
      '. It is about ',
      called,
      `${large}.`,
    ),
  ];
}

function mention(names: readonly string[]): HTMLElement[] {
  const listed = names
    .slice(0, MOST_NAMES)
    .flatMap((name, i) => [i > 0 ? ', ' : '', fileText(name, 'wanted-name')]);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return [
    el(
      'p',
      {},
      'What the link shows used ',
      ...listed,
      `${more} too, from the machine of whoever made it: drop ${names.length === 1 ? 'it' : 'them'} here if you have ${names.length === 1 ? 'it' : 'them'}.`,
    ),
  ];
}

/** More names are counted. */
const MOST_NAMES = 5;
