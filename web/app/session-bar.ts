/**
 * The bar that offers to restore an earlier visit: files that were open, and unsaved changes. Files are offered until
 * the user works with another model, and again when none is open; changes until they are restored or discarded.
 */

import { signal } from '@preact/signals-core';
import { activeFile, files } from '../document/state.ts';
import { type KeptOffer, keptOffer } from '../edit/kept-offer.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { isSampleAddress } from '../opening/samples.ts';
import {
  canReopen,
  type KeptFile,
  type KeptSession,
  type KeptSource,
  offered,
  persistSessionNow,
} from '../opening/session.ts';
import { registerCommands } from '../store/commands.ts';
import { reasonOf } from '../store/core.ts';
import { librarySources } from '../store/library.ts';
import { announcement, notify } from '../store/notices.ts';
import { button, el, fileText, icon, setAttribute } from '../ui/dom.ts';
import { ALERT, CROSS, FOLDER } from '../ui/icons.ts';
import { addOffer, onWork } from '../ui/notice.ts';
import { effect } from '../ui/scope.ts';

/** Maximum number of names that are shown. */
const MAX_NAMES = 4;
/** Time in which a link may open one of the files, before they are offered, ms. */
const LINK_MS = 1500;

/** Adds the bar. @param reopen opens the files of a session */
export function mountSessionBar(reopen: (session: KeptSession) => Promise<void>): void {
  const text = el('p', { class: 'notice-text' });
  const sign = el('span', { class: 'notice-sign' });
  const isDismissed = signal(false);
  const awaitsLink = signal(/[#&](model|data)=/.test(location.hash));
  if (awaitsLink.peek()) setTimeout(() => (awaitsLink.value = false), LINK_MS);
  registerCommands({
    id: 'file.reopenSession',
    label: 'Reopen files from last time',
    group: 'File',
    enabled: () => offered.value !== null,
    run: () => void take(reopen),
  });
  const open = button('', () => void take(reopen), { class: 'button-small' });
  const drop = button('', () => void leave(), { class: 'button-small' });
  const bar = el(
    'div',
    { class: 'notice notice-session', role: 'region' },
    sign,
    text,
    open,
    drop,
    button(icon(CROSS), () => (isDismissed.value = true), { class: 'button-quiet', 'aria-label': 'Not now' }),
  );
  addOffer(bar);
  const isWorking = signal(false);
  onWork(() => (isWorking.value = true));
  effect(() => {
    const session = offered.value;
    const changes = keptOffer.value;
    const missing = session?.files.filter(isMissing) ?? [];
    const lists = session?.sources?.filter(isMissingSource) ?? [];
    const count = missing.length + lists.length;
    // Files wait for a link to open its own; changes are offered at once, and stay.
    const isLater = awaitsLink.value || (isWorking.value && activeFile.value !== null);
    bar.hidden = isDismissed.value || (changes === null && (count === 0 || isLater));
    if (session && count === 0) {
      offered.value = null;
      return;
    }
    if (session && missing.length < session.files.length) {
      // The other files are open again. Sources stay, since files refer to them by index.
      const active = Math.max(0, missing.indexOf(session.files[session.active] as KeptFile));
      offered.value = { ...session, files: missing, active };
      return;
    }
    const ways = missing.filter(canReopen);
    const isPlural = ways.length + lists.length !== 1;
    open.hidden = changes === null && ways.length + lists.length === 0;
    open.textContent = changes
      ? 'Restore'
      : !isPlural
        ? 'Reopen'
        : lists.length > 0
          ? 'Reopen all'
          : `Reopen ${formatCount(ways.length)} files`;
    drop.textContent = changes ? 'Discard' : 'Forget';
    setAttribute(drop, 'aria-label', changes ? 'Discard unsaved changes' : 'Forget files from last time');
    setAttribute(
      bar,
      'aria-label',
      changes ? 'Unsaved changes from an earlier visit' : 'Files from last time',
    );
    sign.replaceChildren(icon(...(changes ? ALERT : [FOLDER])));
    text.replaceChildren(
      ...(changes
        ? changeWords(changes, ways)
        : [...words(missing, missing.length - ways.length), ...sourceWords(lists)]),
    );
  });
}

/** Opens the files with their skins, then restores their changes. */
async function take(reopen: (session: KeptSession) => Promise<void>): Promise<void> {
  const changes = keptOffer.peek();
  const session = offered.peek();
  keptOffer.value = null;
  if (session) await reopen(session);
  await changes?.restore().catch((error) => notify(reasonOf(error)));
}

/** Discards the changes; without changes, the files. */
async function leave(): Promise<void> {
  const changes = keptOffer.peek();
  if (!changes) return forget();
  keptOffer.value = null;
  await changes.discard().catch((error) => notify(reasonOf(error)));
}

/** @param open the files of the session, including those with changes */
function changeWords({ titles, at }: KeptOffer, open: readonly KeptFile[]): (string | Node)[] {
  const others = open.map(({ name }) => name).filter((name) => !titles.includes(name));
  const when = new Date(at).toLocaleString();
  return [
    `Unsaved changes to ${counted(titles.length, 'file')} from ${when}: `,
    ...nameList(titles),
    '.',
    ...(others.length > 0 ? [' Also open at the time: ', ...nameList(others), '.'] : []),
  ];
}

function nameList(all: readonly string[]): (string | Node)[] {
  const names = all.slice(0, MAX_NAMES).flatMap((name, i) => [i > 0 ? ', ' : '', fileText(baseName(name))]);
  const more = all.length - MAX_NAMES;
  return more > 0 ? [...names, ` and ${formatCount(more)} more`] : names;
}

/** Whether no open file has its name and address. Samples are not offered: they are one click away. */
function isMissing({ name, url }: KeptFile): boolean {
  if (url !== undefined && isSampleAddress(url)) return false;
  return !files.value.some(({ source }) => source.name === name && source.url === url);
}

/** Whether no source of the library has its name and address. */
function isMissingSource({ name, url = '' }: KeptSource): boolean {
  return !librarySources.value.some((source) => source.name === name && source.url === url);
}

function sourceWords(sources: readonly KeptSource[]): (string | Node)[] {
  if (sources.length === 0) return [];
  const verb = sources.length === 1 ? 'was' : 'were';
  return [' ', ...nameList(sources.map(({ name }) => name)), ` ${verb} in the library.`];
}

function words(missing: readonly KeptFile[], lost: number): (string | Node)[] {
  if (missing.length === 0) return [];
  const verb = missing.length === 1 ? 'was' : 'were';
  const said = `${counted(missing.length, 'file')} ${verb} open last time: `;
  const left =
    lost > 0
      ? ` ${counted(lost, 'file')} cannot be reopened: drop ${lost === 1 ? 'it' : 'them'} here again.`
      : '';
  return [said, ...nameList(missing.map(({ name }) => name)), `.${left}`];
}

function forget(): void {
  offered.value = null;
  if (files.peek().length === 0 && librarySources.peek().length === 0) {
    void persistSessionNow({ at: Date.now(), files: [], textures: [], active: 0 });
  }
  announcement.value = 'Forgot the files from last time.';
}
