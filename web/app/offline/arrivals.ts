/** What the page is opened for by its own address: files that another program shares, or the wish to open some. */

import type { OpenArrived } from '../../files/dropped.ts';
import { snapshotSource } from '../../files/source.ts';
import { reasonOf } from '../../store/core.ts';
import { notify } from '../../store/notices.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS, FOLDER } from '../../ui/icons.ts';
import { addNotice } from '../../ui/notice.ts';

/** Where the service worker has put what was shared, under the address of the page that takes it. */
const SHARED_CACHE = 'lithoscope-shared';

/** Opens what was shared with the page of an address, and forgets it. Bytes and names may be any. */
export async function openShared(address: string, open: OpenArrived): Promise<void> {
  try {
    const cache = await caches.open(SHARED_CACHE);
    const shared = await cache.match(address);
    if (!shared)
      return notify('What was shared is not here any more. Share it again, or open the file here.');
    const values = [...(await shared.formData()).values()];
    const files = values.filter((value) => value instanceof File);
    if (files.length > 0) await open({ files: files.map((file) => snapshotSource(file)), folders: [] });
    else notify('Nothing that was shared is a file.');
    await cache.delete(address);
  } catch (error) {
    notify(`What was shared could not be read: ${reasonOf(error)}`);
  }
}

/** Offers to choose files: a browser shows its dialog only when somebody has pressed something. */
export function offerToOpen(choose: () => void): void {
  const run = () => {
    bar.remove();
    choose();
  };
  const open = button('Choose files', run, { class: 'button-small' });
  const bar = el(
    'div',
    { class: 'notice notice-tour', role: 'region', 'aria-label': 'Open files' },
    icon(FOLDER),
    el('p', { class: 'notice-text' }, 'Which files are to be opened?'),
    open,
    button(icon(CROSS), () => bar.remove(), { class: 'button-quiet', 'aria-label': 'Not now' }),
  );
  addNotice(bar);
  open.focus();
}
