/** What was opened lately, as buttons that open it again. */

import { forgetRecent, forgetRecents, type Recent, recents } from '../files/recent.ts';
import { handleSource, type OpenSources } from '../files/source.ts';
import { announcement, notify } from '../store/notices.ts';

import { button, el, fileText, visible } from '../ui/dom.ts';
import { usePart } from '../ui/parts.ts';
import { effect } from '../ui/scope.ts';

/** A section that follows the list; hidden while there is nothing in it. */
export function recentList(open: OpenSources): HTMLElement {
  const entries = el('ul', { class: 'recent-files' });
  const forget = button('Clear', forgetAll, {
    class: 'link',
    'aria-label': 'Clear recent files',
  });
  const section = el(
    'section',
    { class: 'recent', 'aria-label': 'Recent files' },
    el('div', { class: 'recent-head' }, el('h2', {}, 'Recent files'), forget),
    entries,
  );
  effect(() => {
    section.hidden = recents.value.length === 0;
    entries.replaceChildren(...recents.value.map((recent) => el('li', {}, entry(recent, open))));
  });
  return section;
}

function entry(recent: Recent, open: OpenSources): HTMLButtonElement {
  return button(fileText(recent.name), () => void openRecent(recent, open), {
    class: 'button-small recent-file',
    title: visible(recent.url ?? recent.name),
  });
}

async function forgetAll(): Promise<void> {
  await forgetRecents();
  announcement.value = 'Recent files are forgotten.';
}

async function openRecent(recent: Recent, open: OpenSources): Promise<void> {
  const { name, url, handle } = recent;
  if (url) {
    await usePart(
      () => import('../files/remote/source.ts'),
      ({ openAddress }) => openAddress(url),
    );
  } else if (handle) {
    const obstacle = await obstacleOf(handle);
    if (obstacle === '') {
      await open([handleSource(handle, name)]);
    } else {
      notify(`${name} ${obstacle}`);
      await forgetRecent(recent);
    }
  }
}

/** Why a file of an earlier visit cannot be read; empty when it can. The browser asks the user. */
async function obstacleOf(handle: FileSystemFileHandle): Promise<string> {
  try {
    const permission = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted';
    if (permission !== 'granted') {
      return 'was not opened: the browser was not allowed to read it. Open it with “Open a file”, or drop it here.';
    }
    await handle.getFile();
    return '';
  } catch {
    return 'is no longer where it was, or cannot be read. Drop it here again.';
  }
}
