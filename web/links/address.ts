/** The page's address ⇄ the store: a link opens what it says, and the address quietly says what is open. */

import { activeFile } from '../store/state.ts';
import { effect } from '../ui/scope.ts';
import { applyLink } from './apply.ts';
import { kept, linkOf } from './describe.ts';
import { formatLink, type Link, parseLink } from './link.ts';
import { openLinked } from './open.ts';
import { askForFile, mentionLocal, stopAsking, wanted } from './wanted.ts';
import { mountWanted } from './wanted-card.ts';

/** The address changes at most this often, ms: browsers stop a page that writes more. */
const SETTLE = 1000;

/** An address with a file in it takes the browser so long that it waits until nothing happens any more, ms. */
const CALM = 3000;

/** What a link without a file says: for the first file that the user opens. */
let waiting: Link | null = null;
/** A link is being opened: until then the address stays, while the file in front does. */
let restoring: { readonly inFront: unknown } | null = null;

/** Opens what the address says, now and when the user puts another behind the `#`. */
export function mountAddress(): void {
  mountWanted();
  void restore(location.hash);
  // By the event: until it comes, the address may have been written again to follow what was open before.
  window.addEventListener('hashchange', ({ newURL }) => void restore(new URL(newURL).hash));

  let timer = 0;
  let shown: Link = { others: [] };
  let opened = false;
  effect(() => {
    const file = activeFile.value;
    opened ||= file !== null;
    // A link that could not be opened stays, to be tried again; so does one that asks for its file.
    if (!opened || wanted.value) return;
    if (file && waiting && !restoring) {
      const link = waiting;
      waiting = null;
      applyLink(file, link);
    }
    shown = file ? linkOf(file) : { others: kept.others };
    const heavy = shown.data !== undefined;
    if (timer !== 0 && !heavy) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(
      () => {
        timer = 0;
        if (restoring?.inFront !== activeFile.peek()) showInAddress(formatLink(shown));
      },
      heavy ? CALM : SETTLE,
    );
  });
}

async function restore(hash: string): Promise<void> {
  const link = parseLink(hash);
  kept.others = link.others;
  waiting = null;
  stopAsking();
  const inFront = activeFile.peek();
  if (link.model !== undefined || link.data !== undefined) {
    const attempt = { inFront };
    restoring = attempt;
    const file = await openLinked(link);
    if (restoring === attempt) restoring = null;
    if (file) mentionLocal(link);
  } else if (link.name !== undefined || link.sha256 !== undefined) {
    askForFile(link);
  } else if (inFront) {
    applyLink(inFront, link);
  } else {
    waiting = link;
  }
}

function showInAddress(link: string): void {
  const page = location.pathname + location.search;
  const address = link === '' ? page : `${page}#${link}`;
  if (address !== page + location.hash) history.replaceState(history.state, '', address);
}
