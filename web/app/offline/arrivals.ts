/**
 * Addresses of the page with a request: files shared by another program, files launched by the desktop, or a file
 * dialog.
 */

import { takeLaunched } from '../../opening/launched.ts';
import { type OpenArrived, snapshotSource } from '../../opening/source.ts';
import { reasonOf } from '../../store/core.ts';
import { notify } from '../../store/notices.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS, FOLDER, HELP } from '../../ui/icons.ts';
import { addNotice } from '../../ui/notice.ts';
import { openHandles } from './installed.ts';

/** Cache in which the service worker stores shared files, by the address of the page that reads them. */
const SHARED_CACHE = 'lithoscope-shared';

/** Handles `?shared=…`, `?launched=…` and `?open`. @param choose shows the browser's file dialog */
export function followAsked(url: URL, open: OpenArrived, choose: () => void): void {
  const launched = url.searchParams.get('launched');
  if (url.searchParams.has('shared')) void openShared(url.href, open);
  else if (launched !== null) void openLaunched(launched, open);
  else offer('Which files do you want to open?', 'Choose files', choose, 'Open files', icon(FOLDER));
}

/** Shows another page of this site in a tab of its own: navigating here would close the open files. */
export function openBeside(address: URL): void {
  const show = () => window.open(address, 'lithoscope-docs');
  // Without a user gesture in this window the browser may block it.
  if (!show()) offer('Show the documentation in a new tab?', 'Show', show, 'Documentation', icon(...HELP));
}

/** Opens files that a page of the documentation handed over, once. */
async function openLaunched(key: string, open: OpenArrived): Promise<void> {
  const files = await takeLaunched(key).catch(() => undefined);
  if (files) return openHandles(files, open);
  notify('The files could not be passed to this page. Open them here.');
}

/** Opens files that were shared with the page at an address, once. Bytes and names are untrusted. */
async function openShared(address: string, open: OpenArrived): Promise<void> {
  try {
    const cache = await caches.open(SHARED_CACHE);
    const shared = await cache.match(address);
    if (!shared)
      return notify('The shared files are no longer available. Share them again, or open them here.');
    // Deleted even if the form is malformed or a file cannot be opened.
    const form = await shared.formData().finally(() => cache.delete(address));
    const values = [...form.values()];
    const files = values.filter((value) => value instanceof File);
    if (files.length > 0) await open({ files: files.map((file) => snapshotSource(file)), folders: [] });
    else notify('The shared content does not include a file.');
  } catch (error) {
    notify(`The shared content could not be read: ${reasonOf(error)}`);
  }
}

/** Offers an action that browsers allow only after a user gesture. */
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
