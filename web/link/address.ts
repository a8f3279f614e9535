/** The page's address ⇄ the store: a link opens what it says, and the address quietly says what is open. */
import { batch, effect } from '@preact/signals-core';
import { openAddress } from '../files/remote.ts';
import { rangeBetween } from '../hex/caret.ts';
import { activeFile, activeId, type OpenFile, select } from '../state.ts';
import { findClip } from '../structure/clips.ts';
import { chooseClip, seek } from '../timeline/playback.ts';
import { kept, linkOf } from './describe.ts';
import { formatLink, type Link, parseLink } from './link.ts';

/** The address changes at most this often, ms: browsers stop a page that writes more. */
const SETTLE = 1000;

/** What a link without a file says: for the first file that the user opens. */
let waiting: Link | null = null;
/** A link is being opened: until then the address stays. */
let restoring = false;

/** Opens what the address says, now and when the user puts another behind the `#`. */
export function mountAddress(): void {
  void restore();
  window.addEventListener('hashchange', () => void restore());

  let timer = 0;
  let wanted = '';
  let opened = false;
  effect(() => {
    const file = activeFile.value;
    opened ||= file !== null;
    // A link that could not be opened stays, to be tried again.
    if (!opened) return;
    if (file && waiting && !restoring) {
      const link = waiting;
      waiting = null;
      apply(file, link);
    }
    wanted = formatLink(file ? linkOf(file) : { others: kept.others });
    if (timer !== 0) return;
    timer = window.setTimeout(() => {
      timer = 0;
      if (!restoring) showInAddress(wanted);
    }, SETTLE);
  });
}

async function restore(): Promise<void> {
  const link = parseLink(location.hash);
  kept.others = link.others;
  waiting = null;
  if (link.model === undefined) {
    if (activeFile.value) apply(activeFile.value, link);
    else waiting = link;
    return;
  }
  restoring = true;
  const file = await openAddress(link.model);
  restoring = false;
  if (file) {
    batch(() => {
      activeId.value = file.id;
      apply(file, link);
    });
  }
}

/** Sets a file to what a link says, as far as the file has it. */
function apply(file: OpenFile, { anim, timeMs, lod, selection, camera }: Link): void {
  const { info, parsed } = file;
  batch(() => {
    if (anim !== undefined) chooseClip(file, findClip(file, anim));
    if (timeMs !== undefined) seek(file, timeMs);
    if (lod !== undefined) file.lod.value = Math.min(lod, Math.max(0, info.lodCount - 1));
    if (camera) {
      const [x, y, z, ...target] = camera;
      file.camera.value = { position: [x, y, z], target };
    }
    const end = selection ? Math.min(selection.start + selection.length, parsed.size) : 0;
    if (selection && selection.start < end) select(file, rangeBetween(parsed, selection.start, end - 1));
  });
}

function addressOf(link: string): string {
  const page = location.pathname + location.search;
  return link === '' ? page : `${page}#${link}`;
}

function showInAddress(link: string): void {
  const address = addressOf(link);
  if (address !== location.pathname + location.search + location.hash) {
    history.replaceState(history.state, '', address);
  }
}
