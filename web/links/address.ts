/** The page's address ⇄ the store: a link is opened, and the address then follows the active file. */

import { activeFile, activeId } from '../document/state.ts';
import { addressWith } from '../ui/address.ts';
import { effect, listen } from '../ui/scope.ts';
import { LinkBudget } from './budget.ts';
import { mountLinkCard } from './card.ts';
import { linkOf } from './describe.ts';
import { formatLink, parseLink } from './format.ts';
import { hostQuestion } from './hosts.ts';
import { mountHostsCard } from './hosts-card.ts';
import type { Link } from './link.ts';
import { isAwaitingFile, openLink, session } from './session.ts';

export { persistSession, reopenSession } from './remember.ts';

/** Between two changes of the address: browsers stop a page that makes more. */
const ADDRESS_INTERVAL_MS = 1000;

/** An address with a file in it is slow to set: it waits until nothing has changed for so long. */
const PACKED_DEBOUNCE_MS = 3000;

/** Opens what the address says, now and when the user changes what stands behind the `#`. */
export function mountAddress(): void {
  mountLinkCard();
  mountHostsCard();
  followHash(location.href);
  // By the event: until it comes, the address may have been written again to follow what was open before.
  listen(window, 'hashchange', ({ newURL }) => followHash(newURL));

  let timer = 0;
  let shown: Link = { unknownParts: [] };
  let opened = false;
  effect(() => {
    const file = activeFile.value;
    opened ||= file !== null;
    // A link that could not be opened stays, to be tried again; so does one that awaits its file, or an answer.
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

/** The address that the page has read, or has written itself. */
let known = '';

function followHash(address: string): void {
  known = address;
  const budget = new LinkBudget();
  void openLink(parseLink(hashOf(address), budget), budget);
}

/** What follows the `#`; of a long link, taking the address apart costs more than reading it. */
function hashOf(address: string): string {
  const at = address.indexOf('#');
  return at < 0 ? '' : address.slice(at + 1);
}

/** While the file of a link is fetched the address stays, as long as no other file becomes active. */
function isOpening(): boolean {
  const current = session.peek();
  return current.phase === 'fetching' && current.activeBefore === activeId.peek();
}

function showInAddress(link: string): void {
  // Another entry of the browser's history, which the page is about to be told of: it is not this view's.
  if (location.href !== known) return;
  // A whole address: the path alone may begin as that of another host does (`//host/`).
  const address = addressWith(link);
  if (address === known) return;
  history.replaceState(history.state, '', address);
  known = location.href;
}
