/** What an address of the page is opened for: files that another program shares, or the wish to open some. */

import type { OpenArrived } from '../../opening/dropped.ts';
import { takeLaunched } from '../../opening/launched.ts';
import { snapshotSource } from '../../opening/source.ts';
import { reasonOf } from '../../store/core.ts';
import { notify } from '../../store/notices.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS, FOLDER, HELP } from '../../ui/icons.ts';
import { addNotice } from '../../ui/notice.ts';
import { openHandles } from './installed.ts';

/** Where the service worker has put what was shared, under the address of the page that takes it. */
const SHARED_CACHE = 'lithoscope-shared';

/** `?shared=…`, `?launched=…`, `?open`. @param choose shows the browser's dialog */
export function followAsked(url: URL, open: OpenArrived, choose: () => void): void {
  const launched = url.searchParams.get('launched');
  if (url.searchParams.has('shared')) void openShared(url.href, open);
  else if (launched !== null) void openLaunched(launched, open);
  else offer('Which files are to be opened?', 'Choose files', choose, 'Open files', icon(FOLDER));
}

/** Shows another page of this site beside this one, as which it would close what is open. */
export function openBeside(address: URL): void {
  const show = () => window.open(address, 'lithoscope-docs');
  // Nothing was pressed in this window, so the browser may not allow it.
  if (!show())
    offer('A page of the documentation was opened.', 'Show it', show, 'Documentation', icon(...HELP));
}

/** Opens what a page of the docs handed on, and forgets it. */
async function openLaunched(key: string, open: OpenArrived): Promise<void> {
  const files = await takeLaunched(key).catch(() => undefined);
  if (files) return openHandles(files, open);
  notify('The files could not be handed on to this page. Open them here.');
}

/** Opens what was shared with the page of an address, and forgets it. Bytes and names may be any. */
async function openShared(address: string, open: OpenArrived): Promise<void> {
  try {
    const cache = await caches.open(SHARED_CACHE);
    const shared = await cache.match(address);
    if (!shared)
      return notify('What was shared is not here any more. Share it again, or open the file here.');
    // Whatever it is, it is read once: neither a form that is none nor a file that cannot be opened stays.
    const form = await shared.formData().finally(() => cache.delete(address));
    const values = [...form.values()];
    const files = values.filter((value) => value instanceof File);
    if (files.length > 0) await open({ files: files.map((file) => snapshotSource(file)), folders: [] });
    else notify('Nothing that was shared is a file.');
  } catch (error) {
    notify(`What was shared could not be read: ${reasonOf(error)}`);
  }
}

/** Offers what a browser does only when somebody has pressed something. */
function offer(text: string, action: string, act: () => void, label: string, picture: SVGElement): void {
  const run = () => {
    bar.remove();
    act();
  };
  const open = button(action, run, { class: 'button-small' });
  const bar = el(
    'div',
    { class: 'notice notice-tour', role: 'region', 'aria-label': label },
    picture,
    el('p', { class: 'notice-text' }, text),
    open,
    button(icon(CROSS), () => bar.remove(), { class: 'button-quiet', 'aria-label': 'Not now' }),
  );
  addNotice(bar);
  open.focus();
}
