/**
 * What was open in this tab of the browser, so that a reload of the page loses nothing: kept on this machine. Where
 * storage is forbidden nothing is kept.
 */

import { type Signal, signal } from '@preact/signals-core';
import { createStore, del, delMany, get, keys, set, setMany } from 'idb-keyval';
import type { FileSource } from '../store/open-file.ts';
import { type KeptFile, type KeptSession, soundSession } from './kept.ts';
import { handleSource } from './source.ts';

export type { KeptFile, KeptSession, KeptSource } from './kept.ts';

/** Whether there is a way to its bytes: of a file that was dropped the browser may keep none. */
export function canReopen({ url, handle, content, place }: KeptFile): boolean {
  return Boolean(url || handle || content || place);
}

/** What was open before the page was loaded, as long as it is offered. */
export const offered: Signal<KeptSession | null> = signal(null);

/** Bytes of contents that are kept for one tab. */
export const MAX_KEPT_BYTES = 64 << 20;
/** Sessions of other tabs that are kept, and how long, ms. */
const MAX_SESSIONS = 4;
const MAX_AGE_MS = 3 * 24 * 3600 * 1000;

const SESSION = 'session-';
const CONTENT = 'content-';

const store = createStore('lithoscope-session', 'kept');

/** The name of this tab, which lasts as long as the tab; null where storage is forbidden. */
export function tabName(): string | null {
  try {
    const known = sessionStorage.getItem('lithoscope.tab');
    if (known) return known;
    const made = crypto.getRandomValues(new Uint32Array(2)).join('');
    sessionStorage.setItem('lithoscope.tab', made);
    return made;
  } catch {
    return null;
  }
}

/** What was open in a tab; null when nothing was, or what is kept is damaged. */
async function sessionOf(tab: string): Promise<KeptSession | null> {
  const session = soundSession(await get(SESSION + tab, store));
  return session && !isEmpty(session) ? session : null;
}

/** Reads what was open in this tab before, once, and forgets what is too old. */
export async function loadSession(): Promise<void> {
  const tab = tabName();
  if (!tab) return;
  try {
    offered.value = (await sessionOf(tab)) ?? offered.value;
    await prune(tab);
  } catch {
    // Nothing is lost but the offer.
  }
}

/** Offers what was open last in one of other tabs, which are no longer there; the first that left something counts. */
export async function offerSessionOf(tabs: readonly (string | undefined)[]): Promise<void> {
  try {
    for (const tab of new Set(tabs)) {
      const session = tab === undefined ? null : await sessionOf(tab);
      if (!session) continue;
      offered.value = session;
      return;
    }
  } catch {
    // Nothing is lost but the offer.
  }
}

/** Whether a content is kept by this tab, and as long as this tab keeps it. */
export function isOwnContent(content: string): boolean {
  return content.startsWith(`${CONTENT}${tabName() ?? ''}-`);
}

/** Keeps what is open now; contents are kept already. */
export async function persistSessionNow(session: KeptSession): Promise<void> {
  const tab = tabName();
  if (!tab) return;
  try {
    if (!isEmpty(session)) await set(SESSION + tab, session, store);
    else await del(SESSION + tab, store);
    const used = new Set([...session.files, ...session.textures].map(({ content }) => content));
    const own = (await keys<string>(store)).filter((key) => key.startsWith(`${CONTENT}${tab}-`));
    const unused = own.filter((key) => !used.has(key));
    if (unused.length > 0) await delMany(unused, store);
  } catch {
    // Storage may be forbidden, or full.
  }
}

let nextContent = Date.now();

/** Keeps contents. Gives where each is; null when it cannot be kept. */
export async function persistContents(contents: readonly (Uint8Array | Blob)[]): Promise<string[] | null> {
  const tab = tabName();
  if (!tab) return null;
  const names = contents.map(() => `${CONTENT}${tab}-${nextContent++}`);
  try {
    await setMany(
      contents.map((content, i) => [names[i] as string, content]),
      store,
    );
    return names;
  } catch {
    return null;
  }
}

/** A kept file as a source; null when there is no way to its content. */
export function keptSource(kept: KeptFile): FileSource | null {
  const { name, handle, content, packed } = kept;
  if (handle) return handleSource(handle, name);
  if (content === undefined) return null;
  return {
    name,
    ...(packed !== undefined && { packed }),
    async read() {
      const bytes: unknown = await get(content, store);
      if (bytes instanceof Blob) return bytes;
      if (bytes instanceof Uint8Array) return new Blob([new Uint8Array(bytes)]);
      throw new Error(`${name} was not kept. Drop it here again.`);
    },
  };
}

async function prune(tab: string): Promise<void> {
  const all = await keys<string>(store);
  const others = all.filter((key) => key.startsWith(SESSION) && key !== SESSION + tab);
  const aged = await Promise.all(
    others.map(async (key) => {
      const kept: unknown = await get(key, store);
      return { key, at: soundSession(kept)?.at ?? 0 };
    }),
  );
  aged.sort((a, b) => b.at - a.at);
  const old = aged.filter(({ at }, i) => i >= MAX_SESSIONS || at < Date.now() - MAX_AGE_MS);
  const goneTabs = new Set(old.map(({ key }) => key.slice(SESSION.length)));
  const gone = all.filter((key) => {
    const [kind, owner = ''] = key.split('-');
    if (`${kind}-` === SESSION) return goneTabs.has(owner);
    // Contents of tabs that are not there any more.
    return owner !== tab && (goneTabs.has(owner) || !all.includes(SESSION + owner));
  });
  if (gone.length > 0) await delMany(gone, store);
}

function isEmpty({ files, sources = [] }: KeptSession): boolean {
  return files.length === 0 && sources.length === 0;
}
