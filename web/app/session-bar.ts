/**
 * The line that offers the files that were open before the page was loaded again. Over a model it stands until the user
 * does anything else; it is back when no file is open.
 */

import { signal } from '@preact/signals-core';
import { counted, formatCount } from '../explain/describe.ts';
import { baseName } from '../explain/file-names.ts';
import { isSampleAddress } from '../files/samples.ts';
import {
  canReopen,
  type KeptFile,
  type KeptSession,
  type KeptSource,
  keepSession,
  offered,
} from '../files/session.ts';
import { registerCommands } from '../store/commands.ts';
import { librarySources } from '../store/library.ts';
import { announcement } from '../store/notices.ts';
import { activeFile, files } from '../store/state.ts';
import { button, el, fileText, icon } from '../ui/dom.ts';
import { CROSS, FOLDER } from '../ui/icons.ts';
import { addOffer, onWork } from '../ui/notice.ts';
import { effect } from '../ui/scope.ts';

/** Names that are shown. */
const MAX_NAMES = 4;
/** Time for a link to open its file, which is then not offered, ms. */
const LINK_MS = 1500;

/** @param reopen opens the files of a session */
export function mountSessionBar(reopen: (session: KeptSession) => Promise<void>): void {
  const text = el('p', { class: 'notice-text' });
  const hidden = signal(/[#&](model|data)=/.test(location.hash));
  if (hidden.peek()) setTimeout(() => (hidden.value = false), LINK_MS);
  const reopenOffered = () => void (offered.value && reopen(offered.value));
  registerCommands({
    id: 'file.reopenSession',
    label: 'Reopen the files that were open before the page was loaded again',
    group: 'File',
    enabled: () => offered.value !== null,
    run: reopenOffered,
  });
  const open = button('', reopenOffered, { class: 'button-small' });
  const bar = el(
    'div',
    { class: 'notice notice-session', role: 'region', 'aria-label': 'Files that were open before' },
    icon(FOLDER),
    text,
    open,
    button('Forget', forget, { class: 'button-small', 'aria-label': 'Forget the files that were open' }),
    button(icon(CROSS), () => (hidden.value = true), { class: 'button-quiet', 'aria-label': 'Not now' }),
  );
  addOffer(bar);
  const isWorking = signal(false);
  onWork(() => (isWorking.value = true));
  effect(() => {
    const session = offered.value;
    const missing = session?.files.filter(isMissing) ?? [];
    const lists = session?.sources?.filter(isMissingSource) ?? [];
    const count = missing.length + lists.length;
    bar.hidden = count === 0 || hidden.value || (isWorking.value && activeFile.value !== null);
    if (!session) return;
    if (count === 0) {
      offered.value = null;
      return;
    }
    if (missing.length < session.files.length) {
      // The others are open again: a link has opened them, or the user. Sources stay: files are counted by them.
      const active = Math.max(0, missing.indexOf(session.files[session.active] as KeptFile));
      offered.value = { ...session, files: missing, active };
      return;
    }
    const ways = missing.filter(canReopen);
    open.hidden = ways.length + lists.length === 0;
    open.textContent =
      ways.length + lists.length === 1
        ? 'Reopen it'
        : lists.length > 0
          ? 'Reopen all'
          : `Reopen ${formatCount(ways.length)} files`;
    text.replaceChildren(...words(missing, missing.length - ways.length), ...sourceWords(lists));
  });
}

/** Whether none of the open files is it, as far as name and address tell. A sample is one press away. */
function isMissing({ name, url }: KeptFile): boolean {
  if (url !== undefined && isSampleAddress(url)) return false;
  return !files.value.some(({ source }) => source.name === name && source.url === url);
}

/** Whether none of the library's sources is it, as far as name and address tell. */
function isMissingSource({ name, url = '' }: KeptSource): boolean {
  return !librarySources.value.some((source) => source.name === name && source.url === url);
}

function sourceWords(sources: readonly KeptSource[]): (string | Node)[] {
  if (sources.length === 0) return [];
  const verb = sources.length === 1 ? 'was' : 'were';
  const names = sources.slice(0, MAX_NAMES).flatMap(({ name }, i) => [i > 0 ? ', ' : ' ', fileText(name)]);
  const more = sources.length - MAX_NAMES;
  return [...names, `${more > 0 ? ` and ${formatCount(more)} more` : ''} ${verb} in the library.`];
}

function words(missing: readonly KeptFile[], lost: number): (string | Node)[] {
  if (missing.length === 0) return [];
  const verb = missing.length === 1 ? 'was' : 'were';
  const named = missing.slice(0, MAX_NAMES);
  const names = named.flatMap(({ name }, i) => [i > 0 ? ', ' : '', fileText(baseName(name))]);
  const more = missing.length - named.length;
  const said = `${counted(missing.length, 'file')} ${verb} open before the page was loaded again: `;
  const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
  const left =
    lost > 0
      ? ` ${counted(lost, 'file')} cannot be reopened: drop ${lost === 1 ? 'it' : 'them'} here again.`
      : '';
  return [said, ...names, `${rest}.${left}`];
}

function forget(): void {
  offered.value = null;
  if (files.peek().length === 0 && librarySources.peek().length === 0) {
    void keepSession({ at: Date.now(), files: [], textures: [], active: 0 });
  }
  announcement.value = 'The files that were open are forgotten.';
}
