/**
 * The service worker, for offline use: after one visit all files of the page are cached, and served from the cache.
 * tools/lib/offline.mjs makes their list. Built as dist/sw.js.
 *
 * A new version is fetched in the background, and waits until all pages of the previous one are closed, or until the
 * user activates it. Files of the previous version are kept while pages of it are open.
 */

import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** All files, by their addresses relative to this one. */
declare const FILES: readonly PrecacheEntry[];

/** Cache of files that other programs shared with the page; `web/app/offline/arrivals.ts` reads and deletes them. */
const SHARED_CACHE = 'lithoscope-shared';
/** Pages that were open when this version took over. */
const OLDER_PAGES = new URL('older-pages', self.registration.scope).href;

const precache = new PrecacheController({
  // Requests of the page itself go first.
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

/** A file's address without fragment; of pages also without the query, which the page itself reads (`?embed`). */
function addressOf({ url: address, mode }: Request): string {
  const url = new URL(address);
  url.hash = '';
  if (mode === 'navigate') url.search = '';
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  return url.href;
}

/** Whether an address is a file of this version, or possibly of the previous one, whose names have a hash. */
function isOwn(url: string): boolean {
  const { scope } = self.registration;
  return (
    precache.getCacheKeyForURL(url) !== undefined ||
    ['assets/', 'embed/'].some((folder) => url.startsWith(new URL(folder, scope).href))
  );
}

/** The cached file; from the network if the browser has deleted it. */
async function answer(request: Request, url: string): Promise<Response> {
  return (await keptAt(url)) ?? fetch(request);
}

async function keptAt(url: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName);
    // The Vary header of the server is irrelevant here.
    return await cache.match(precache.getCacheKeyForURL(url) ?? url, { ignoreVary: true });
  } catch {
    // Storage fails: a damaged profile, a full disk.
    return undefined;
  }
}

/** Takes control of all pages. Pages of the previous version are recorded, since their files are kept. */
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

/** Deletes files of the previous version, once none of its pages is open. */
async function forgetOlder(): Promise<void> {
  const cache = await caches.open(cacheName);
  const noted = await cache.match(OLDER_PAGES);
  if (!noted) return;
  const older: readonly string[] = await noted.json();
  const open = await openPages();
  if (older.some((id) => open.includes(id))) return;
  // Files that are not listed, then the record.
  const listed = new Set(precache.getURLsToCacheKeys().values());
  for (const { url } of await cache.keys()) {
    // Files of a version that is being installed or waits are not listed either: retried later.
    if (self.registration.installing || self.registration.waiting) return;
    if (!listed.has(url) && url !== OLDER_PAGES) await cache.delete(url);
  }
  // Last, so that an interrupted run is repeated.
  await cache.delete(OLDER_PAGES);
}

/** Caches shared files unread, and redirects to the page. If storage is full, the page finds nothing. */
async function receive(request: Request): Promise<Response> {
  const page = new URL(`?shared=${crypto.randomUUID()}`, self.registration.scope).href;
  try {
    const cache = await caches.open(SHARED_CACHE);
    const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
    await cache.put(page, new Response(await request.blob(), { headers }));
  } catch {
    // The page tells the user.
  }
  return Response.redirect(page, 303);
}
