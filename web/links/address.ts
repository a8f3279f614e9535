/**
 * The page's address: a link in it is opened, with cards for its missing files and its servers; then the address
 * follows the active file.
 */

import { computed } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, activeId } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { bareName } from '../lib/file-names.ts';
import { chooseFiles } from '../opening/open.ts';
import { canReopen, offered } from '../opening/session.ts';
import { button, el, fileText, icon } from '../ui/dom.ts';
import { addressWith } from '../ui/environment.ts';
import { CROSS, LINK } from '../ui/icons.ts';
import { addNotice } from '../ui/notice.ts';
import { effect, listen } from '../ui/scope.ts';
import { LinkBudget } from './budget.ts';
import { linkOf } from './describe.ts';
import { formatLink, parseLink } from './format.ts';
import { hostQuestion } from './hosts.ts';
import type { Link } from './link.ts';
import {
  applyToMismatchedFile,
  awaitFile,
  dismissLink,
  isAwaitingFile,
  missingFiles,
  namesFile,
  openLink,
  session,
} from './session.ts';
import './share.css';
import { hostWords } from './messages.ts';

export { persistSession, reopenSession } from './remember.ts';

/** Minimum interval between changes of the address, ms: browsers throttle more frequent ones. */
const ADDRESS_INTERVAL_MS = 1000;

/** Delay for an address with a file in it, which is slow to set, ms. */
const PACKED_DEBOUNCE_MS = 3000;

/** Opens the link in the address, now and whenever the user changes the part after the `#`. */
export function mountAddress(): void {
  mountLinkCard();
  mountHostsCard();
  followHash(location.href);
  // The event has the new address; the page may have written the address again since.
  listen(window, 'hashchange', ({ newURL }) => followHash(newURL));

  let timer = 0;
  let shown: Link = { unknownParts: [] };
  let opened = false;
  effect(() => {
    const file = activeFile.value;
    opened ||= file !== null;
    // A link that failed stays in the address, to be tried again; so does one that waits for its file or for an answer.
    if (!opened || isAwaitingFile.value || hostQuestion.value) return;
    const { unknownParts } = session.peek().link;
    shown = file ? linkOf(file, unknownParts) : { unknownParts };
    const isPacked = shown.data !== undefined;
    if (timer !== 0 && !isPacked) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(
      () => {
        timer = 0;
        if (!isOpening()) showInAddress(formatLink(shown));
      },
      isPacked ? PACKED_DEBOUNCE_MS : ADDRESS_INTERVAL_MS,
    );
  });
}

/** The address that the page has read or written last. */
let known = '';

function followHash(address: string): void {
  known = address;
  const budget = new LinkBudget();
  void openLink(parseLink(hashOf(address), budget), budget);
}

/** The part after the `#`. Parsing a long address as a URL would cost more than reading the link. */
function hashOf(address: string): string {
  const at = address.indexOf('#');
  return at < 0 ? '' : address.slice(at + 1);
}

/** Whether the file of a link is being fetched: until another file becomes active, the address stays. */
function isOpening(): boolean {
  const current = session.peek();
  return current.phase === 'fetching' && current.activeBefore === activeId.peek();
}

function showInAddress(link: string): void {
  // The browser is at another history entry, for which an event is pending.
  if (location.href !== known) return;
  // A complete address: a path alone may start with `//`, which would be another host.
  const address = addressWith(link);
  if (address === known) return;
  history.replaceState(history.state, '', address);
  known = location.href;
}

/** Maximum number of missing files that are named. */
const MAX_NAMES = 5;

/** Adds the card that asks for the file of a link, or for files beside it that the link could not bring. */
function mountLinkCard(): void {
  const text = el('div', { class: 'notice-text', role: 'status' });
  const choose = button('Open it…', () => void chooseFiles(), { class: 'button-small' });
  const apply = button('Apply the link anyway', applyToMismatchedFile, { class: 'button-small' });
  const card = el(
    'div',
    { class: 'notice notice-link', role: 'region', 'aria-label': 'Files that the link needs' },
    icon(...LINK),
    text,
    choose,
    apply,
    button(icon(CROSS), dismissLink, { class: 'button-quiet', 'aria-label': 'Continue without it' }),
  );
  // As a single text: a list would change with every file that is opened.
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
    return ['This link needs ', called, `${length}. Drop it here or open it.`];
  }
  const { parsed } = mismatched;
  const difference =
    size !== undefined && parsed.size !== size
      ? `it has ${counted(parsed.size, 'byte')}`
      : sha256
        ? 'the content differs (SHA-256)'
        : 'the name differs';
  const needs = ` is not the file that this link needs: ${difference}. It needs `;
  return [fileText(mismatched.name), needs, called, `${length}.`];
}

function mention(names: readonly string[]): Content {
  const listed = names
    .slice(0, MAX_NAMES)
    .flatMap((name, i) => [i > 0 ? ', ' : '', fileText(name, 'link-file-name')]);
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const them = names.length === 1 ? 'it' : 'them';
  return ['This link also needs ', ...listed, `${more}. If you have ${them}, drop ${them} here.`];
}

/** Adds the card that names the servers of a link, and waits for the user's permission. */
function mountHostsCard(): void {
  const text = el('div', { class: 'notice-text', role: 'status' });
  const say = (allowed: boolean) => () => hostQuestion.peek()?.answer(allowed);
  const load = button('', say(true), { class: 'button-small' });
  const leave = button('', say(false), { class: 'button-small' });
  const card = el(
    'div',
    { class: 'notice notice-link', role: 'region', 'aria-label': 'Other servers in the link' },
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
    leave.textContent = `Continue without ${them}`;
    text.replaceChildren(el('p', {}, ...hostWords(question.hosts, question.files)));
  });
  addNotice(card);
}
