/**
 * The session: what is open in this browser tab, stored so that a reload of the page loses nothing. Without storage,
 * nothing is kept.
 */

import { type Signal, signal } from '@preact/signals-core';
import * as v from 'valibot';
import type { FileSource } from '../document/open-file.ts';
import { Records } from '../store/records.ts';
import { type KeptFile, type KeptSession, SESSION, soundSession } from './kept.ts';
import { handleSource } from './source.ts';

export type { KeptFile, KeptSession, KeptSource } from './kept.ts';

/** Whether a stored file can be opened again; dropped files may have no handle. */
export function canReopen({ url, handle, content, place }: KeptFile): boolean {
  return Boolean(url || handle || content || place);
}

/** The session before the page was loaded, while it is offered. */
export const offered: Signal<KeptSession | null> = signal(null);

/** Most bytes of contents that are stored for one tab. */
export const MAX_KEPT_BYTES = 64 << 20;
/** Limits for the sessions of other tabs. */
const LIMITS = { records: 4, ageMs: 3 * 24 * 3600 * 1000 };

const SESSION_KEY = 'session-';
const CONTENT_KEY = 'content-';

const BYTES = v.custom<Blob | Uint8Array>((value) => value instanceof Blob || value instanceof Uint8Array);

const store = new Records('lithoscope-session', 'kept');

/** The name of this tab, which lasts as long as the tab; null if storage is forbidden. */
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

/** The session of a tab; null if it is empty or damaged. */
async function sessionOf(tab: string): Promise<KeptSession | null> {
  const kept = await store.get(SESSION_KEY + tab, SESSION);
  const session = kept && soundSession(kept);
  return session && !isEmpty(session) ? session : null;
}

/** Reads the previous session of this tab, and prunes old sessions. */
export async function loadSession(): Promise<void> {
  const tab = tabName();
  if (!tab) return;
  try {
    offered.value = (await sessionOf(tab)) ?? offered.value;
    await prune(tab);
  } catch {
    // Ignored: the offer is optional.
  }
}

/** Offers the last session of other tabs, which are closed: the first one that is not empty. */
export async function offerSessionOf(tabs: readonly (string | undefined)[]): Promise<void> {
  for (const tab of new Set(tabs)) {
    const session = tab === undefined ? null : await sessionOf(tab);
    if (!session) continue;
    offered.value = session;
    return;
  }
}

/** Whether a stored content belongs to this tab, which decides how long it is kept. */
export function isOwnContent(content: string): boolean {
  return content.startsWith(`${CONTENT_KEY}${tabName() ?? ''}-`);
}

/** Stores the current session; its contents are already stored. */
export async function persistSessionNow(session: KeptSession): Promise<void> {
  const tab = tabName();
  if (!tab) return;
  try {
    if (!isEmpty(session)) await store.set([[SESSION_KEY + tab, session]]);
    else await store.forget([SESSION_KEY + tab]);
    const used = new Set([...session.files, ...session.textures].map(({ content }) => content));
    await store.retain((key) => !isOwnContent(key) || used.has(key));
  } catch {
    // Storage may be forbidden or full.
  }
}

let nextContent = Date.now();

/** Stores contents. Returns their keys; null if storage fails. */
export async function persistContents(contents: readonly (Uint8Array | Blob)[]): Promise<string[] | null> {
  const tab = tabName();
  if (!tab) return null;
  const names = contents.map(() => `${CONTENT_KEY}${tab}-${nextContent++}`);
  try {
    await store.set(contents.map((content, i) => [names[i] as string, content]));
    return names;
  } catch {
    return null;
  }
}

/** A stored file as a source; null if it has neither handle nor content. */
export function keptSource(kept: KeptFile): FileSource | null {
  const { name, handle, content, packed } = kept;
  if (handle) return handleSource(handle, name);
  if (content === undefined) return null;
  return {
    name,
    ...(packed !== undefined && { packed }),
    async read() {
      const bytes = await store.get(content, BYTES);
      if (!bytes) throw new Error(`${name} was not kept. Drop it here again.`);
      return bytes instanceof Blob ? bytes : new Blob([new Uint8Array(bytes)]);
    },
  };
}

/** Deletes sessions of other tabs that are too old or damaged, and contents of tabs without a session. */
async function prune(tab: string): Promise<void> {
  const all = await store.keys();
  const others = all.filter((key) => key.startsWith(SESSION_KEY) && key !== SESSION_KEY + tab);
  const gone = await store.prune(SESSION, LIMITS, others);
  const left = new Set(
    others.filter((key) => !gone.includes(key)).map((key) => key.slice(SESSION_KEY.length)),
  );
  left.add(tab);
  await store.forget(all.filter((key) => !left.has(key.split('-')[1] ?? '')));
}

function isEmpty({ files, sources = [] }: KeptSession): boolean {
  return files.length === 0 && sources.length === 0;
}
