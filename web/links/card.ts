/** The card that asks for the file of a link, and for files beside it that the link could not bring. */

import { computed } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { counted } from '../explain/describe.ts';
import { bareName } from '../lib/file-names.ts';
import { chooseFiles } from '../opening/open.ts';
import { canReopen, offered } from '../opening/session.ts';

import { button, el, fileText, icon } from '../ui/dom.ts';
import { CROSS, LINK } from '../ui/icons.ts';
import { addNotice } from '../ui/notice.ts';
import { effect } from '../ui/scope.ts';
import type { Link } from './link.ts';
import {
  applyToMismatchedFile,
  awaitFile,
  dismissLink,
  missingFiles,
  namesFile,
  session,
} from './session.ts';
import './share.css';

/** Names of missing files that are listed. */
const MAX_NAMES = 5;

/** Adds the card; it is shown while there is something to ask for. */
export function mountLinkCard(): void {
  const text = el('div', { class: 'notice-text', role: 'status' });
  const choose = button('Open it…', () => void chooseFiles(), { class: 'button-small' });
  const apply = button('Apply the link anyway', applyToMismatchedFile, { class: 'button-small' });
  const card = el(
    'div',
    { class: 'notice notice-link', role: 'region', 'aria-label': 'A file that the link is about' },
    icon(...LINK),
    text,
    choose,
    apply,
    button(icon(CROSS), dismissLink, { class: 'button-quiet', 'aria-label': 'Do without the file' }),
  );
  // As one text: a list would be another one with every file that is opened.
  const missing = computed(() => missingFiles().join('\n'));
  effect(() => {
    const current = session.value;
    const { name = '' } = current.link;
    // A kept file that cannot be reopened is asked for here: only then do its digest and the rest of the link count.
    const isOffered =
      offered.value?.files.some((kept) => canReopen(kept) && bareName(kept.name) === bareName(name)) ?? false;
    const awaits = current.phase === 'awaitingFile' && namesFile(current.link) && !isOffered;
    const mismatched = current.phase === 'awaitingFile' ? current.mismatchedFile : null;
    const names = missing.value === '' ? [] : missing.value.split('\n');
    card.hidden = !awaits && names.length === 0;
    choose.textContent = mismatched ? 'Open another…' : awaits ? 'Open it…' : 'Open them…';
    apply.hidden = mismatched === null;
    text.replaceChildren(el('p', {}, ...(awaits ? request(current.link, mismatched) : mention(names))));
  });
  addNotice(card);
  awaitFile();
}

type Content = readonly (string | HTMLElement)[];

function request({ name, size, sha256 }: Link, mismatched: OpenFile | null): Content {
  const called = name ? fileText(name, 'link-file-name') : 'a file';
  const length = size === undefined ? '' : ` (${counted(size, 'byte')})`;
  if (!mismatched) {
    return [
      'This link is about ',
      called,
      `${length}, which it does not bring along: drop the file here or open it.`,
    ];
  }
  const { parsed } = mismatched;
  const difference =
    size !== undefined && parsed.size !== size
      ? `it has ${counted(parsed.size, 'byte')}`
      : sha256
        ? 'its content is another (SHA-256)'
        : 'its name is another';
  const about = `: ${difference}. It is about `;
  return [fileText(mismatched.name), ' is not the file of this link', about, called, `${length}.`];
}

function mention(names: readonly string[]): Content {
  const listed = names
    .slice(0, MAX_NAMES)
    .flatMap((name, i) => [i > 0 ? ', ' : '', fileText(name, 'link-file-name')]);
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const them = names.length === 1 ? 'it' : 'them';
  return [
    'This link also uses ',
    ...listed,
    `${more}, which only its author has: drop ${them} here if you have ${them}.`,
  ];
}
