/** Keeps the page on this machine, so that it works without a network, and offers its new versions. */

import { type Signal, signal } from '@preact/signals-core';
import { leaveKept } from '../../edit/follow-changes.ts';
import { isUnsaved } from '../../store/edits.ts';
import { files } from '../../store/state.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS, REDO } from '../../ui/icons.ts';
import { addOffer } from '../../ui/notice.ts';
import { usePart } from '../../ui/parts.ts';
import { effect, listen } from '../../ui/scope.ts';

/** A page that stays open asks for a new version so often, ms. */
const ASK_MS = 60 * 60 * 1000;

/**
 * Registers the service worker (web/service-worker.ts). Where a browser has none, allows none, or the server has no
 * sw.js, the page is as it is without.
 */
export async function followVersions(run: (build: () => void) => void): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registration = await serviceWorker
    .register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
    .catch(() => undefined);
  // Where tools block it there is no rejection either.
  if (!registration) return;
  registration.active?.postMessage('opened');
  run(() => offerVersions(serviceWorker, registration));
}

function offerVersions(serviceWorker: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  /** There is a version that this page is not of. */
  const isThere: Signal<boolean> = signal(false);
  let isWanted = false;
  let isControlled = serviceWorker.controller !== null;
  // The first version takes over at once: then nothing waits beside it.
  const look = () => {
    if (registration.waiting && registration.active) isThere.value = true;
  };
  look();
  const follow = () => registration.installing?.addEventListener('statechange', look);
  follow();
  registration.addEventListener('updatefound', follow);
  serviceWorker.addEventListener('controllerchange', () => {
    if (isWanted) location.reload();
    // Another page has taken it. This one stays as it is, and with all that it is made of.
    else if (isControlled) isThere.value = true;
    isControlled = true;
  });
  mountBar(isThere, () => {
    isWanted = true;
    if (registration.waiting) registration.waiting.postMessage('take over');
    else location.reload();
  });

  let asked = performance.now();
  listen(document, 'visibilitychange', () => {
    if (document.hidden || performance.now() - asked < ASK_MS) return;
    asked = performance.now();
    // Without a network there is no new version.
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
    button('Reload', () => void reloadKept(reload), { class: 'button-small' }),
    button(icon(CROSS), () => (isThere.value = false), { class: 'button-quiet', 'aria-label': 'Not now' }),
  );
  addOffer(bar);
  effect(() => {
    bar.hidden = !isThere.value;
    const unsaved = files.value.some(({ edits }) => isUnsaved(edits.value));
    text.textContent = unsaved
      ? 'A new version of Lithoscope is ready. Unsaved changes are kept, and offered again after the reload.'
      : 'A new version of Lithoscope is ready.';
  });
}

/** Reloads the page when all that is unsaved is kept; what cannot be kept says so itself. */
async function reloadKept(reload: () => void): Promise<void> {
  if (!files.peek().some(({ edits }) => isUnsaved(edits.peek()))) return reload();
  await usePart(
    () => import('../../edit/keeper.ts'),
    async ({ keepNow }) => {
      if (!(await keepNow())) return;
      leaveKept();
      reload();
    },
  );
}
