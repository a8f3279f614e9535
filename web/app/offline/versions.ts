/** Offline use: registers the service worker, and offers new versions of the page. */

import { computed, type Signal, signal } from '@preact/signals-core';
import { isUnsaved } from '../../document/edits.ts';
import { files } from '../../document/state.ts';
import { leaveKept } from '../../edit/follow-changes.ts';
import { notify } from '../../store/notices.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { pageAddress } from '../../ui/environment.ts';
import { CROSS, REDO } from '../../ui/icons.ts';
import { addOffer } from '../../ui/notice.ts';
import { usePart } from '../../ui/parts.ts';
import { effect, listen } from '../../ui/scope.ts';
import { serviceWorkers } from './installed.ts';

/** Interval in which an open page checks for a new version, ms. */
const ASK_MS = 60 * 60 * 1000;

/**
 * Registers the service worker (web/service-worker.ts). The page works without it where the browser has none or forbids
 * it, or the server has no sw.js.
 */
export async function watchVersions(run: (build: () => void) => void): Promise<void> {
  const serviceWorker = serviceWorkers();
  if (!serviceWorker) return;
  // With data saving on, nothing is downloaded, but an existing registration is still updated.
  const registering = navigator.connection?.saveData
    ? serviceWorker.getRegistration(pageAddress())
    : serviceWorker.register(new URL('sw.js', pageAddress()), { updateViaCache: 'none' });
  const registration = await registering.catch(() => undefined);
  // Some blockers resolve with undefined instead of rejecting.
  if (!registration) return;
  registration.active?.postMessage('opened');
  run(() => offerVersions(serviceWorker, registration));
}

function offerVersions(serviceWorker: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  /** Whether there is a version newer than this page. */
  const isThere: Signal<boolean> = signal(false);
  let isWanted = false;
  let isControlled = serviceWorker.controller !== null;
  // The first version takes over at once, without a waiting worker.
  const look = () => {
    if (registration.waiting && registration.active) isThere.value = true;
  };
  look();
  const follow = () => registration.installing?.addEventListener('statechange', look);
  follow();
  registration.addEventListener('updatefound', follow);
  serviceWorker.addEventListener('controllerchange', () => {
    if (isWanted) void reloadKept();
    // Another page activated the new version. This one keeps running on its own files.
    else if (isControlled) isThere.value = true;
    isControlled = true;
    isWanted = false;
  });
  mountBar(isThere, () => {
    if (!registration.waiting) return void reloadKept();
    isWanted = true;
    registration.waiting.postMessage('take over');
  });

  let asked = performance.now();
  listen(document, 'visibilitychange', () => {
    if (document.hidden || performance.now() - asked < ASK_MS) return;
    asked = performance.now();
    // Offline.
    void registration.update().catch(() => {});
  });
}

function mountBar(isThere: Signal<boolean>, reload: () => void): void {
  const text = el('p', { class: 'notice-text' });
  const bar = el(
    'div',
    { class: 'notice notice-tour', role: 'status', 'aria-label': 'New version' },
    icon(...REDO),
    text,
    button('Reload', reload, { class: 'button-small' }),
    button(icon(CROSS), () => (isThere.value = false), { class: 'button-quiet', 'aria-label': 'Not now' }),
  );
  addOffer(bar);
  effect(() => {
    bar.hidden = !isThere.value;
  });
  // The text is set only when it differs: each write would be announced again.
  const unsaved = computed(() => files.value.some(({ edits }) => isUnsaved(edits.value)));
  effect(() => {
    text.textContent = unsaved.value
      ? 'A new version of Lithoscope is ready. Unsaved changes are kept and can be restored after reloading.'
      : 'A new version of Lithoscope is ready.';
  });
}

/** Reloads the page once all unsaved changes are stored; until then the browser would ask before unloading. */
async function reloadKept(): Promise<void> {
  const present = () => files.peek().map(({ edits }) => edits.peek());
  if (!present().some(isUnsaved)) return location.reload();
  await usePart(
    () => import('../../edit/kept-changes.ts'),
    async ({ keepNow }) => {
      let kept: readonly unknown[];
      do {
        kept = present();
        if (await keepNow()) continue;
        return notify('Not reloaded: your unsaved changes could not be stored. Save them first.');
        // Repeat if files changed meanwhile.
      } while (present().length !== kept.length || present().some((edits, i) => edits !== kept[i]));
      leaveKept();
      location.reload();
    },
  );
}
