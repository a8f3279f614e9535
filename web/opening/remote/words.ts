/** Why a file could not be fetched, and what to do about it. */
import { formatMegabytes } from '../../explain/describe.ts';

/** The file that is fetched. */
export interface FetchTarget {
  readonly name: string;
  readonly host: string;
  /** The host is the page's own server. */
  readonly own: boolean;
}

const DROP = 'Or download the file and drop it here.';

export function offline({ name }: FetchTarget): string {
  return `${name} could not be fetched: this machine is offline. Connect it and retry.`;
}

/** No answer at all. */
export function unreachable({ name, host, own }: FetchTarget): string {
  if (own) return `${name} could not be fetched: the server of this page did not answer. Retry later.`;
  return `${name} could not be fetched: ${host} did not answer. Check the address, or retry later. If it opens in another tab, the server lets no other page read its files (CORS): download it there and drop it here.`;
}

/** There was an answer, but the browser keeps it from the page. */
export function withheld({ name, host }: FetchTarget): string {
  return `${name} could not be read: ${host} answers, but lets no other page read its files (CORS). Download the file and drop it here, or put it on a server that allows it.`;
}

export function redirectedAway({ name, host }: FetchTarget): string {
  return `${name} was not fetched: ${host} passes the request on to an address that this page may not read, as it is not https or lets no other page read it. Use the address where the file is in the end, or download it and drop it here.`;
}

export function refusedBy(status: number, { name, host }: FetchTarget): string {
  const [reason, remedy] = reasonFor(status);
  return `${name} could not be fetched from ${host}: ${reason} (the server answered ${status}). ${remedy}`;
}

function reasonFor(status: number): readonly [string, string] {
  if (status === 404 || status === 410) {
    return ['there is no such file', 'Check the address: capitals count, and files are moved or renamed.'];
  }
  if (status === 401 || status === 403) {
    return ['it is not public', 'This page sends no passwords: download the file and drop it here.'];
  }
  if (status === 429) return ['it was asked too often', 'Retry in a while.'];
  return status >= 500
    ? ['the server failed', `Retry later. ${DROP}`]
    : ['it was refused', `Check the address. ${DROP}`];
}

export function webPage({ name, host }: FetchTarget): string {
  return `${host} gave a web page where ${name} was expected. Use the address of the file itself: often a button “Raw” or “Download” leads there.`;
}

export function storedElsewhere({ name, host }: FetchTarget): string {
  return `${host} gave a Git LFS pointer instead of ${name}: the file itself is stored elsewhere. Download it with the host’s own button and drop it here.`;
}

/** @param size null when the server does not say it */
export function tooLarge(size: number | null, limit: number, { name }: FetchTarget): string {
  const has = size === null ? `more than ${formatMegabytes(limit)}` : formatMegabytes(size);
  return `${name} has ${has}: a link does not load more than ${formatMegabytes(limit)} by itself. Load it anyway if you expect a file of that size.`;
}

export function stalled(seconds: number, { name, host }: FetchTarget): string {
  return `${name} did not arrive: nothing came from ${host} for ${seconds} seconds. Retry, or download the file and drop it here.`;
}

export function brokenOff({ name, host }: FetchTarget): string {
  return `${name} did not arrive whole: the connection to ${host} broke off. Retry.`;
}
