/** Fetches with retry, and their list: files on their way, with progress and cancel; and failures, with retry. */
import { type Signal, signal } from '@preact/signals-core';
import { formatMegabytes } from '../../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement } from '../../store/notices.ts';
import { button, el, fileText, icon, visible } from '../../ui/dom.ts';
import { ALERT, CROSS } from '../../ui/icons.ts';
import { addNotice } from '../../ui/notice.ts';
import { each, effect, page } from '../../ui/scope.ts';
import { FetchCancelled, FetchError, fetchFile, type Transfer, transfers } from './fetch.ts';
import './fetch.css';

/** Shorter transfers are not shown. */
const SHOW_DELAY_MS = 300;

let mounted = false;

/** Adds the lists to the page, once. */
export function showFetches(): void {
  if (mounted) return;
  mounted = true;
  page.run(() => {
    addNotice(transferList());
    addNotice(failureList());
  });
}

function transferList(): HTMLElement {
  const rows = el('ul', { class: 'fetch-rows' });
  const all = button('Cancel all', () => cancelAll(), { class: 'button-small' });
  const said = el('p', { class: 'visually-hidden', role: 'status' });
  const box = el('div', { class: 'fetch', role: 'region', 'aria-label': 'Loading' }, rows, all, said);
  const due = delayed(transfers, SHOW_DELAY_MS);
  each(
    rows,
    () => due.value,
    (transfer) => transfer,
    transferRow,
  );
  effect(() => {
    const current = due.value;
    box.hidden = current.length === 0;
    all.hidden = current.length < 2;
    said.textContent = current.length > 0 ? `Loading ${current.map(({ name }) => name).join(', ')}` : '';
  });
  return box;
}

function cancelAll(): void {
  for (const { cancel } of transfers.peek()) cancel();
}

/** The list, to which items are added after a delay. */
function delayed(list: Signal<readonly Transfer[]>, ms: number): Signal<readonly Transfer[]> {
  const late: Signal<readonly Transfer[]> = signal([]);
  effect(() => {
    const current = list.value;
    late.value = late.peek().filter((one) => current.includes(one));
    if (current.length === late.peek().length) return undefined;
    const timer = window.setTimeout(() => {
      late.value = current;
    }, ms);
    return () => window.clearTimeout(timer);
  });
  return late;
}

function transferRow({ name, host, received, total, cancel }: Transfer): HTMLElement {
  const bar = el('progress', { 'aria-label': `Loading ${visible(name)}` });
  const amount = el('span', { class: 'fetch-amount' });
  const from = el('span', {});
  const row = el(
    'li',
    { class: 'fetch-row' },
    el('span', { class: 'fetch-name' }, 'Loading ', fileText(name), from),
    bar,
    amount,
    button('Cancel', cancel, { class: 'button-small', 'aria-label': `Cancel loading ${visible(name)}` }),
  );
  effect(() => {
    from.textContent = ` from ${host.value}`;
  });
  effect(() => {
    const got = received.value;
    const whole = total.value;
    // For compressed transfers servers send the compressed size.
    const known = whole > 0 && got <= whole;
    if (known) {
      bar.max = whole;
      bar.value = got;
    } else {
      bar.removeAttribute('value');
    }
    amount.textContent =
      got === 0
        ? 'waiting'
        : known
          ? `${formatMegabytes(got)} of ${formatMegabytes(whole)}`
          : formatMegabytes(got);
  });
  return row;
}

function failureList(): HTMLElement {
  const box = el('div', {});
  each(
    box,
    () => failures.value,
    (failure) => failure,
    failureRow,
  );
  return box;
}

function failureRow({ sentence, retry, loadAnyway, dismiss }: Failure): HTMLElement {
  return el(
    'div',
    { class: 'notice', role: 'alert' },
    icon(...ALERT),
    el('div', { class: 'notice-text' }, el('p', {}, fileText(sentence))),
    loadAnyway
      ? button('Load anyway', loadAnyway, { class: 'button-small' })
      : button('Retry', retry, { class: 'button-small' }),
    button(icon(CROSS), dismiss, { class: 'button-quiet', 'aria-label': 'Dismiss' }),
  );
}

/** A failed fetch, and the actions for it. */
interface Failure {
  readonly address: string;
  /** The reason, and the remedy. */
  readonly sentence: string;
  retry(): void;
  /** For a file above the limit. */
  readonly loadAnyway: (() => void) | null;
  dismiss(): void;
}

const failures: Signal<readonly Failure[]> = signal([]);

/** The file, or the promise of a retry. */
interface FetchResult {
  /** Null if the fetch failed. */
  readonly blob: Blob | null;
  /** The file after a retry; null if the user dismisses the failure. */
  readonly retried: Promise<Blob | null>;
}

const NEVER: Promise<null> = Promise.resolve(null);

/** Fetches a file; if that fails, the user can retry. */
export async function fetchWithRetry(url: URL, limit = MAX_PARSED_BYTES): Promise<FetchResult> {
  failures
    .peek()
    .find(({ address }) => address === url.href)
    ?.dismiss();
  try {
    return { blob: await fetchFile(url, limit), retried: NEVER };
  } catch (error) {
    if (!(error instanceof FetchCancelled)) return { blob: null, retried: offerRetry(url, limit, error) };
    announcement.value = error.message;
    return { blob: null, retried: NEVER };
  }
}

function offerRetry(url: URL, limit: number, error: unknown): Promise<Blob | null> {
  return new Promise((resolve) => {
    const close = () => {
      failures.value = failures.value.filter((one) => one !== failure);
    };
    const again = async (upTo: number) => {
      close();
      const { blob, retried } = await fetchWithRetry(url, upTo);
      resolve(blob ?? retried);
    };
    const failure: Failure = {
      address: url.href,
      sentence: reasonOf(error),
      retry: () => void again(limit),
      loadAnyway:
        error instanceof FetchError && error.tooLarge ? () => void again(Number.POSITIVE_INFINITY) : null,
      dismiss: () => {
        close();
        resolve(null);
      },
    };
    failures.value = [...failures.value, failure];
  });
}
