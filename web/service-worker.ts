/**
 * The page without a network: after one visit everything that the page is made of is on the machine, and is taken from
 * there. tools/lib/offline.mjs makes the list of it. A program of its own, in dist/sw.js.
 *
 * A new version is fetched beside the one that is used, and waits until no page of that is left, or until the user takes
 * it in one page. Pages of the version before may still be open then: what they are made of stays until they are gone.
 */

import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Every file, by its address relative to this one. */
declare const FILES: readonly PrecacheEntry[];

/** What other programs sent to the page, until it has taken it; `web/app/offline/arrivals.ts` reads it. */
const SHARED_CACHE = 'lithoscope-shared';
/** Pages that were open when this version took over. */
const OLDER_PAGES = new URL('older-pages', self.registration.scope).href;

const precache = new PrecacheController({
  // What the page needs now goes first.
  plugins: [{ requestWillFetch: async ({ request }) => new Request(request, { priority: 'low' }) }],
});
precache.addToCacheList([...FILES]);
const { cacheName } = precache.strategy;

self.addEventListener('install', (event) => {
  void precache.install(event);
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
  else if (event.data === 'opened') event.waitUntil(forgetOlder());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = addressOf(request);
  if (request.mode === 'navigate' && request.method === 'POST' && url === indexAddress()) {
    event.respondWith(receive(request));
  } else if (request.method === 'GET' && isOwn(url)) {
    event.respondWith(answer(request, url));
  }
});

const indexAddress = () => new URL('index.html', self.registration.scope).href;

/** A file's address: without fragment, of a page without what the page itself reads (`?embed`). */
function addressOf({ url: address, mode }: Request): string {
  const url = new URL(address);
  url.hash = '';
  if (mode === 'navigate') url.search = '';
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  return url.href;
}

/** Whether it is a file of this version, or may be one of the version before, whose names have a hash. */
function isOwn(url: string): boolean {
  const { scope } = self.registration;
  return (
    precache.getCacheKeyForURL(url) !== undefined ||
    ['assets/', 'embed/'].some((folder) => url.startsWith(new URL(folder, scope).href))
  );
}

/** The file as it was kept. The browser may have cleared it away: then from the network, as without all this. */
async function answer(request: Request, url: string): Promise<Response> {
  return (await keptAt(url)) ?? fetch(request);
}

async function keptAt(url: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName);
    // What a server says about encodings is of no matter any more.
    return await cache.match(precache.getCacheKeyForURL(url) ?? url, { ignoreVary: true });
  } catch {
    // A damaged profile, a full disk.
    return undefined;
  }
}

/** Answers for all pages from now on. Those of the version before are noted, as their files stay. */
async function takeOver(): Promise<void> {
  const open = await openPages();
  const cache = await caches.open(cacheName);
  await cache.put(OLDER_PAGES, new Response(JSON.stringify(open)));
  await forgetOlder();
  await caches.delete(SHARED_CACHE);
  await self.clients.claim();
}

async function openPages(): Promise<string[]> {
  const pages = await self.clients.matchAll({ includeUncontrolled: true });
  return pages.map(({ id }) => id);
}

/** Forgets what the version before was made of, once none of its pages is open. */
async function forgetOlder(): Promise<void> {
  const cache = await caches.open(cacheName);
  const noted = await cache.match(OLDER_PAGES);
  if (!noted) return;
  const older: readonly string[] = await noted.json();
  const open = await openPages();
  if (older.some((id) => open.includes(id))) return;
  // Everything that is not on the list, and then the note.
  const listed = new Set(precache.getURLsToCacheKeys().values());
  for (const { url } of await cache.keys()) {
    // Nor is a version on it that is fetched, or waits: then another time.
    if (self.registration.installing || self.registration.waiting) return;
    if (!listed.has(url) && url !== OLDER_PAGES) await cache.delete(url);
  }
  // Last: whoever is stopped before it begins again.
  await cache.delete(OLDER_PAGES);
}

/** Keeps what another program shares, unread, and opens the page on it. Where there is no room the page finds nothing. */
async function receive(request: Request): Promise<Response> {
  const page = new URL(`?shared=${crypto.randomUUID()}`, self.registration.scope).href;
  try {
    const cache = await caches.open(SHARED_CACHE);
    const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
    await cache.put(page, new Response(await request.blob(), { headers }));
  } catch {
    // The page says it.
  }
  return Response.redirect(page, 303);
}
