/** Fetches one file: without credentials, with progress, within a limit. Says why it could not be fetched. */
import { type Signal, signal } from '@preact/signals-core';
import type { FileSource } from '../../document/open-file.ts';
import { formatMegabytes } from '../../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { fileName, interfaceAddress } from './address.ts';
import { inTurn } from './turns.ts';

/** A file that is being fetched. */
export interface Transfer {
  readonly name: string;
  /** The host, which changes with redirects. */
  readonly host: Signal<string>;
  readonly received: Signal<number>;
  /** 0 while unknown. */
  readonly total: Signal<number>;
  cancel(): void;
}

/** The running transfers, oldest first. */
export const transfers: Signal<readonly Transfer[]> = signal([]);

/** Time limit without progress. */
const TIMEOUT_MS = 30_000;

/** A failed fetch; the message is a sentence for the user. */
export class FetchError extends Error {
  constructor(
    sentence: string,
    /** Whether the file exceeds the limit, and can be loaded without it. */
    readonly tooLarge = false,
  ) {
    super(sentence);
  }
}

/** The user cancelled. */
export class FetchCancelled extends Error {}

/** Fetches a file. Rejects with a FetchError, or with FetchCancelled. */
export function fetchFile(url: URL, limit = MAX_PARSED_BYTES): Promise<Blob> {
  return transferred(url, limit, async (task) => {
    try {
      return await fetchFrom(url, task);
    } catch (error) {
      const other = interfaceAddress(url);
      if (!other || !(error instanceof Unanswered)) throw error;
      return await fetchFrom(new URL(other), task);
    }
  });
}

/**
 * Fetches a file that may exist, with one request; null if it does not. Rejects with FetchCancelled.
 * @param url beside a fetched file
 */
export async function fetchIfThere(url: URL): Promise<Blob | null> {
  // Hosts with an API do not let other pages read the raw address.
  const address = new URL(interfaceAddress(url) ?? url);
  try {
    return await transferred(url, MAX_PARSED_BYTES, (task) => fetchFrom(address, { ...task, isGuess: true }));
  } catch (error) {
    if (error instanceof FetchCancelled) throw error;
    return null;
  }
}

/** A fetched file as a source: the first read gives the fetched content, later ones fetch again. */
export function remoteSource(url: URL, fetched: Blob): FileSource {
  let ready: Blob | null = fetched;
  return {
    name: fileName(url),
    url: url.href,
    async read() {
      const blob = ready ?? (await fetchFile(url, Number.POSITIVE_INFINITY));
      ready = null;
      return blob;
    },
  };
}

/** Fetches with a progress line. */
async function transferred(url: URL, limit: number, load: (task: Task) => Promise<Blob>): Promise<Blob> {
  const target: FetchTarget = { name: fileName(url), host: url.host, own: url.origin === location.origin };
  const cancelling = new AbortController();
  const transfer: Transfer = {
    name: target.name,
    host: signal(target.host),
    received: signal(0),
    total: signal(0),
    cancel: () => cancelling.abort(new FetchCancelled(`${target.name} was not loaded.`)),
  };
  transfers.value = [...transfers.value, transfer];
  try {
    const { signal } = cancelling;
    return await inTurn(() => load({ target, transfer, signal, limit, isGuess: false }), signal);
  } finally {
    transfers.value = transfers.value.filter((one) => one !== transfer);
  }
}

interface Task {
  readonly target: FetchTarget;
  readonly transfer: Transfer;
  readonly signal: AbortSignal;
  readonly limit: number;
  /** Whether the file may not exist, so that the reason for a failure is not investigated. */
  readonly isGuess: boolean;
}

/** No readable answer; another address may give one. */
class Unanswered extends FetchError {}

async function fetchFrom(url: URL, { target, transfer, signal, limit, isGuess }: Task): Promise<Blob> {
  const waiting = new AbortController();
  let timer = 0;
  const restartTimer = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(
      () => waiting.abort(new FetchError(stalled(TIMEOUT_MS / 1000, target))),
      TIMEOUT_MS,
    );
  };
  restartTimer();
  const ended = AbortSignal.any([signal, waiting.signal]);
  try {
    const response = await ask(url, ended, target, isGuess);
    transfer.host.value = new URL(response.url || url).host;
    if (!response.ok) throw new FetchError(refusedBy(response.status, target));
    const total = Number(response.headers.get('content-length') ?? 0);
    if (total > limit) throw new FetchError(tooLarge(total, limit, target), true);
    transfer.total.value = total;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of partsOf(response, target, ended)) {
      restartTimer();
      parts.push(part);
      transfer.received.value += part.length;
      if (transfer.received.value > limit) throw new FetchError(tooLarge(null, limit, target), true);
    }
    const blob = new Blob(parts);
    const problem = await contentProblem(blob, target);
    if (problem) throw new FetchError(problem);
    return blob;
  } finally {
    window.clearTimeout(timer);
    // Ends the request when the file is rejected halfway.
    waiting.abort();
  }
}

const REQUEST: RequestInit = { credentials: 'omit', cache: 'no-cache', referrerPolicy: 'no-referrer' };

async function ask(url: URL, signal: AbortSignal, target: FetchTarget, isGuess: boolean): Promise<Response> {
  const violations = watchPolicy(url);
  try {
    const response = await fetch(url, { ...REQUEST, signal });
    // A Content-Security-Policy, if there is one, has already refused it.
    if (!mayRead(new URL(response.url || url))) throw new FetchError(redirectedAway(target));
    return response;
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof FetchError) throw cause;
    if (isGuess) throw new Unanswered(unreachable(target));
    throw await whyUnanswered(url, violations, target);
  } finally {
    violations.stop();
  }
}

function mayRead({ protocol, origin }: URL): boolean {
  return protocol === 'https:' || origin === location.origin;
}

async function* partsOf(
  { body }: Response,
  target: FetchTarget,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    let step: Awaited<ReturnType<NonNullable<typeof reader>['read']>> | undefined;
    try {
      step = await reader?.read();
    } catch {
      throw signal.aborted ? signal.reason : new FetchError(brokenOff(target));
    }
    if (!step || step.done) return;
    yield step.value;
  }
}

/** Most files per server whose failure is investigated; for others a sentence lists the possible reasons. */
const MAX_PROBED = 3;

/** Number of investigated failures, by host. */
const probed = new Map<string, number>();

/** Why there is no answer: the browser does not say, and two more requests narrow it down. */
async function whyUnanswered(url: URL, violations: PolicyWatch, target: FetchTarget): Promise<FetchError> {
  if (!navigator.onLine && !target.own) return new FetchError(offline(target));
  if (violations.seen()) return new Unanswered(redirectedAway(target));
  const before = probed.get(url.host) ?? 0;
  if (before >= MAX_PROBED) return new Unanswered(unreachable(target));
  probed.set(url.host, before + 1);
  const probe = (more: RequestInit) =>
    fetch(url, { ...REQUEST, ...more, method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => null,
    );
  const redirect = await probe({ redirect: 'manual' });
  if (redirect?.type === 'opaqueredirect') return new Unanswered(redirectedAway(target));
  // An opaque response only tells that there is an answer.
  const opaque = await probe({ mode: 'no-cors' });
  if (violations.seen()) return new Unanswered(redirectedAway(target));
  return new Unanswered(opaque ? withheld(target) : unreachable(target));
}

interface PolicyWatch {
  /** Whether the policy has blocked a request to the server: the first address is allowed, so it was a redirect. */
  seen(): boolean;
  stop(): void;
}

function watchPolicy(url: URL): PolicyWatch {
  let stopped = false;
  const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && blockedURI.startsWith(url.origin)) stopped = true;
  };
  document.addEventListener('securitypolicyviolation', note);
  return {
    seen: () => stopped,
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}

/** Enough for white space and comments at the start of a web page. */
const HEAD_BYTES = 1024;

const PAGE =
  /^\s*(?:<!--[\s\S]*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body|title|script|meta)[\s>]/i;
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\//;

/**
 * A sentence about a web page or Git LFS pointer that came instead of a file; null for other content. Looks at the
 * content, as servers often send a wrong type.
 */
export async function contentProblem(file: Blob, target: FetchTarget): Promise<string | null> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const text = new TextDecoder('latin1').decode(bytes).replace(/^ï»¿/, '');
  if (PAGE.test(text)) return webPage(target);
  return POINTER.test(text) ? storedElsewhere(target) : null;
}

/** The file to fetch. */
export interface FetchTarget {
  readonly name: string;
  readonly host: string;
  /** Whether the host is the page's own server. */
  readonly own: boolean;
}

const DROP = 'Or download the file and drop it here.';

function offline({ name }: FetchTarget): string {
  return `${name} could not be fetched: this computer is offline. Connect it and retry.`;
}

/** No answer at all. */
function unreachable({ name, host, own }: FetchTarget): string {
  if (own) return `${name} could not be fetched: the server of this page did not answer. Retry later.`;
  return `${name} could not be fetched: ${host} did not answer. Check the address, or retry later. If it opens in another tab, the server does not let other pages read its files (CORS): download it there and drop it here.`;
}

/** An answer that the browser keeps from the page. */
function withheld({ name, host }: FetchTarget): string {
  return `${name} could not be read: ${host} answers, but does not let other pages read its files (CORS). Download the file and drop it here, or put it on a server that allows it.`;
}

function redirectedAway({ name, host }: FetchTarget): string {
  return `${name} was not fetched: ${host} redirects to an address that this page cannot read, because it is not https or does not let other pages read it. Use the final address of the file, or download it and drop it here.`;
}

export function refusedBy(status: number, { name, host }: FetchTarget): string {
  const [reason, remedy] = reasonFor(status);
  return `${name} could not be fetched from ${host}: ${reason} (the server answered ${status}). ${remedy}`;
}

function reasonFor(status: number): readonly [string, string] {
  if (status === 404 || status === 410) {
    return [
      'the file does not exist',
      'Check the address: it is case-sensitive, and the file may have been moved or renamed.',
    ];
  }
  if (status === 401 || status === 403) {
    return ['it is not public', 'This page does not send passwords: download the file and drop it here.'];
  }
  if (status === 429) return ['too many requests', 'Retry in a while.'];
  return status >= 500
    ? ['the server failed', `Retry later. ${DROP}`]
    : ['it was refused', `Check the address. ${DROP}`];
}

function webPage({ name, host }: FetchTarget): string {
  return `${host} sent a web page instead of ${name}. Use the address of the file itself, often linked by a “Raw” or “Download” button.`;
}

function storedElsewhere({ name, host }: FetchTarget): string {
  return `${host} sent a Git LFS pointer instead of ${name}: the file itself is stored elsewhere. Download it with the host’s own button and drop it here.`;
}

/** @param size null if the server does not send it */
export function tooLarge(size: number | null, limit: number, { name }: FetchTarget): string {
  const is = size === null ? `more than ${formatMegabytes(limit)}` : formatMegabytes(size);
  return `${name} is ${is}: a link does not load more than ${formatMegabytes(limit)} automatically. Load it anyway if you expect a file of that size.`;
}

function stalled(seconds: number, { name, host }: FetchTarget): string {
  return `${name} did not arrive: ${host} sent nothing for ${seconds} seconds. Retry, or download the file and drop it here.`;
}

function brokenOff({ name, host }: FetchTarget): string {
  return `${name} did not arrive completely: the connection to ${host} was interrupted. Retry.`;
}
